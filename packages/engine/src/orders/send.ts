// Sending one command: commit the intent, check the lease, send once, record the outcome. Nothing else writes to the wire.
import type { Lots, Ticks } from '@rondo/decimal';
import { noteIntent, logLine, type FactContext } from '../facts/batch.ts';
import type { ActorContext } from '../actor/context.ts';
import { beginFacts, commit } from '../actor/context.ts';
import { backOff, endOrder, learn } from '../facts/facts.ts';
import { amendRefusalsMax, deadlineMs, leaseGuardMs } from '../limits.ts';
import { slotName, type Bot, type PendingCommand, type Track } from '../memory/account-memory.ts';
import { changePayloadOf, payloadOf } from './payload.ts';
import { withinBand } from './price-band.ts';
import type { IntentRow, Outcome, RejectReason, SlotKey } from '../ports/index.ts';
import type { Command } from './reconcile.ts';

/** What a send came to. `fenced`: the lease is gone and the actor must stop acting at once. */
export type SendResult = 'sent' | 'fenced' | 'late';

/** Carries out one command. */
export async function sendCommand(context: ActorContext, command: Command): Promise<SendResult> {
  switch (command.kind) {
    case 'place':
      return sendPlace(context, command);
    case 'amend':
      return sendAmend(context, command);
    case 'cancel':
      return sendCancel(context, command);
    case 'forsake':
      return forsake(context, command.track);
    default:
      return command satisfies never;
  }
}

async function forsake(context: ActorContext, track: Track): Promise<SendResult> {
  const facts = beginFacts(context);
  endOrder(facts, track, 'never');
  await commit(context, facts);
  return 'sent';
}

async function sendPlace(context: ActorContext, command: Extract<Command, { kind: 'place' }>): Promise<SendResult> {
  const { bot, slot, clientId } = command;
  const { instrument, direction } = bot.config;
  const ticker = context.memory.tickers.get(instrument.id);
  // What is sent again under its id is sent unchanged: one id never names two orders.
  const isSentAgain = context.memory.tracks.has(clientId);
  const desired = isSentAgain
    ? command.desired
    : withinBand(command.desired, { band: context.exchange.venue.priceBand, ticker, now: context.clock.now() });
  const payload = payloadOf(instrument, direction, { ...desired, clientId });
  const deadlineAt = context.exchange.venueNow() + deadlineMs;
  const intent = intentOf(context, { slot, clientId, verb: 'place', payload, deadlineAt });
  if ((await context.journal.commitIntents(context.memory.accountId, context.memory.epoch, [intent])) === 'fenced')
    return 'fenced';
  const track = context.memory.tracks.get(clientId) ?? newTrack({ bot, slot, clientId, desired, payload });
  Object.assign(track, {
    state: 'sent',
    written: 'sent',
    sentAt: context.clock.now(),
    factAt: context.clock.now(),
    deadlineAt,
    absences: [],
  });
  // A resend: what was proven never placed is closed together with the outcome of the new intent.
  const provenAbsent = track.placeIntentIds;
  track.placeIntentIds = [intent.id];
  context.memory.tracks.set(clientId, track);
  if (isLeaseOld(context)) return late(context, track);
  const outcome = await context.exchange.place({
    instrument,
    clientId,
    positionSide: direction,
    side: desired.side,
    type: desired.type,
    price: desired.price,
    lots: desired.lots,
    reduces: desired.reduces,
    deadlineAt,
  });
  await record(context, (facts) => {
    for (const id of provenAbsent) noteIntent(facts.batch, id, { state: 'never', evidence: 'sent again' });
    recordPlace(facts, { bot, track, outcome });
  });
  return 'sent';
}

// The intent is written and will not be sent: that is certain, because only this code sends it.
async function late(context: ActorContext, track: Track): Promise<SendResult> {
  await record(context, (facts) => learn(facts, track, 'unanswered'));
  return 'late';
}

type Placed = {
  readonly bot: Bot;
  readonly track: Track;
  readonly outcome: Outcome<{ readonly venueOrderId: string }>;
};

function recordPlace(facts: FactContext, { bot, track, outcome }: Placed): void {
  if (outcome.kind === 'accepted') return learn(facts, track, 'acked');
  if (outcome.kind === 'unknown') {
    logLine(facts.batch, bot, {
      type: 'ORDER',
      messageKey: 'bots.log.orderBeingVerified',
      parameters: { kind: track.slot.kind, step: String(track.slot.step) },
    });
    return learn(facts, track, 'unanswered');
  }
  // Duplicate says that it exists; busy says too little to be sure. Both are asked about at once.
  if (outcome.reason === 'duplicate' || outcome.reason === 'busy') {
    track.mustAsk = true;
    return learn(facts, track, 'unanswered');
  }
  if (outcome.reason === 'notPlaced' && track.resends === 0) {
    track.resends += 1;
    backOff(bot, slotName(track.slot), facts.batch.now);
    track.state = 'never';
    return;
  }
  track.rejectCode = outcome.code;
  track.refusal = outcome.reason;
  learn(facts, track, 'refused');
}

async function sendAmend(context: ActorContext, command: Extract<Command, { kind: 'amend' }>): Promise<SendResult> {
  const { bot, track, desired } = command;
  const deadlineAt = context.exchange.venueNow() + deadlineMs;
  const change = { clientId: track.clientId, price: desired.price, lots: desired.lots };
  const began = await beginCommand(context, track, {
    verb: 'amend',
    payload: changePayloadOf(change),
    deadlineAt,
    price: desired.price,
    lots: desired.lots,
  });
  if (began !== 'sent') return began;
  const outcome = await context.exchange.amend({
    instrument: track.instrument,
    clientId: track.clientId,
    trigger: track.type === 'trigger',
    price: desired.price,
    lots: desired.lots,
    deadlineAt,
  });
  await record(context, (facts) => recordAmend(facts, { bot, track, outcome }));
  return 'sent';
}

function recordAmend(facts: FactContext, { bot, track, outcome }: Placed): void {
  const { command } = track;
  if (command === null) return;
  track.factAt = facts.batch.now;
  if (outcome.kind === 'unknown' || (outcome.kind === 'rejected' && outcome.reason === 'gone')) {
    track.command = { ...command, state: 'unknown' };
    track.mustAsk = true;
    noteIntent(facts.batch, command.intentId, {
      state: 'unknown',
      evidence: outcome.kind === 'unknown' ? outcome.cause : outcome.code,
    });
    return;
  }
  track.command = null;
  if (outcome.kind === 'accepted') {
    track.price = command.price;
    track.lots = command.lots;
    track.amendRefusals = 0;
    noteIntent(facts.batch, command.intentId, { state: 'done', evidence: 'accepted' });
    return;
  }
  noteAmendRefusal(bot, track, { reason: outcome.reason, now: facts.batch.now });
  noteIntent(facts.batch, command.intentId, { state: 'rejected', evidence: outcome.code });
}

type Refused = { readonly reason: RejectReason; readonly now: number };

// A stop whose new price the market has passed is due: it is cancelled at once, and its end says why.
function noteAmendRefusal(bot: Bot, track: Track, { reason, now }: Refused): void {
  if (reason === 'passed') {
    track.refusal = reason;
    track.amendRefusals = amendRefusalsMax;
    return;
  }
  track.amendRefusals += 1;
  backOff(bot, slotName(track.slot), now);
}

async function sendCancel(context: ActorContext, command: Extract<Command, { kind: 'cancel' }>): Promise<SendResult> {
  const { track } = command;
  const payload = changePayloadOf({ clientId: track.clientId, price: null, lots: null });
  const began = await beginCommand(context, track, {
    verb: 'cancel',
    payload,
    deadlineAt: 0,
    price: track.price,
    lots: track.lots,
  });
  if (began !== 'sent') return began;
  const outcome = await context.exchange.cancel({
    instrument: track.instrument,
    clientId: track.clientId,
    trigger: track.type === 'trigger',
  });
  await record(context, (facts) => recordCancel(facts, track, outcome));
  return 'sent';
}

// Not found is ambiguous: the order may have filled. Only asking tells (failure 4).
function recordCancel(facts: FactContext, track: Track, outcome: Outcome<null>): void {
  if (track.command === null) return;
  const isAccepted = outcome.kind === 'accepted';
  track.command = { ...track.command, state: isAccepted ? 'acknowledged' : 'unknown' };
  track.mustAsk = !isAccepted;
  noteIntent(facts.batch, track.command.intentId, { state: isAccepted ? 'live' : 'unknown', evidence: outcome.kind });
}

type CommandParts = {
  readonly verb: 'amend' | 'cancel';
  readonly payload: string;
  readonly deadlineAt: number;
  readonly price: Ticks | null;
  readonly lots: Lots;
};

async function beginCommand(context: ActorContext, track: Track, parts: CommandParts): Promise<SendResult> {
  const intent = intentOf(context, { slot: track.slot, clientId: track.clientId, ...parts });
  if ((await context.journal.commitIntents(context.memory.accountId, context.memory.epoch, [intent])) === 'fenced')
    return 'fenced';
  const command: PendingCommand = {
    verb: parts.verb,
    intentId: intent.id,
    state: 'sent',
    sentAt: context.clock.now(),
    deadlineAt: parts.deadlineAt,
    price: parts.price,
    lots: parts.lots,
  };
  track.command = command;
  if (parts.verb === 'cancel') track.wasCancelAsked = true;
  if (!isLeaseOld(context)) return 'sent';
  track.command = { ...command, state: 'unknown' };
  track.mustAsk = true;
  return 'late';
}

type IntentParts = {
  readonly slot: SlotKey;
  readonly clientId: string;
  readonly verb: IntentRow['verb'];
  readonly payload: string;
  readonly deadlineAt: number;
};

function intentOf(context: ActorContext, parts: IntentParts): IntentRow {
  const now = context.clock.now();
  context.counter.value += 1;
  return {
    id: `${parts.clientId}/${now.toString(36)}.${context.counter.value.toString(36)}${parts.verb.slice(0, 1)}`,
    slot: parts.slot,
    clientId: parts.clientId,
    verb: parts.verb,
    payload: parts.payload,
    payloadHash: context.keyedHash(parts.payload),
    deadlineAt: parts.deadlineAt,
    epoch: context.memory.epoch,
    state: 'sent',
    evidence: '',
    sentAt: now,
  };
}

function isLeaseOld(context: ActorContext): boolean {
  return context.clock.now() - context.memory.renewedAt > leaseGuardMs;
}

async function record(context: ActorContext, apply: (facts: FactContext) => void): Promise<void> {
  const facts = beginFacts(context);
  apply(facts);
  await commit(context, facts);
}

type TrackParts = {
  readonly bot: Bot;
  readonly slot: SlotKey;
  readonly clientId: string;
  readonly desired: Pick<Track, 'side' | 'type' | 'reduces' | 'price' | 'lots'>;
  readonly payload: string;
};

/** A track of an order that is about to be sent. */
export function newTrack({ bot, slot, clientId, desired, payload }: TrackParts): Track {
  return {
    slot,
    clientId,
    instrument: bot.config.instrument,
    positionSide: bot.config.direction,
    side: desired.side,
    type: desired.type,
    reduces: desired.reduces,
    placeIntentIds: [],
    payload,
    price: desired.price,
    lots: desired.lots,
    state: 'sent',
    written: 'sent',
    sentAt: 0,
    deadlineAt: 0,
    factAt: 0,
    venueFilled: 0n,
    told: 0n,
    wasSeen: false,
    command: null,
    wasCancelAsked: false,
    amendRefusals: 0,
    resends: 0,
    absences: [],
    askedAt: 0,
    mustAsk: false,
    rejectCode: '',
    refusal: null,
    cancelSource: '',
    isEndTold: false,
  };
}
