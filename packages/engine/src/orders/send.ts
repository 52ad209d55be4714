// Sends the commands of one group: commits their intents in one transaction, checks the lease, and sends each command once. The
// commands run beside the passes, and the next pass records their outcomes. In the engine, only this file, send-frozen.ts, cancel-orphans.ts and
// readings/leverage.ts change data at the exchange.
import type { Lots, Ticks } from '@rondo/decimal';
import { openingEnd } from '@rondo/strategy';
import { beginFacts, commit, decisionTime, isLeaseOld, takeCommand, type ActorContext } from '../actor/context.ts';
import type { CommandOutcome } from '../actor/running-commands.ts';
import { addLogLine, setIntentState, type FactContext } from '../facts/batch.ts';
import { backOff, finalise } from '../facts/finalise.ts';
import { applyOrderFact } from '../facts/order-facts.ts';
import { amendRefusalsMax, deadlineMs } from '../limits.ts';
import { slotName, type BotMemory } from '../memory/bot-memory.ts';
import { newActiveOrder, type ActiveOrder, type OrderRecord, type PendingCommand } from '../memory/order-record.ts';
import type { IntentRow, Outcome, RejectReason } from '../ports/index.ts';
import { changePayloadOf, payloadOf } from './payload.ts';
import { withinBand } from './price-band.ts';
import type { AmendCommand, CancelCommand, ExchangeCommand, PlaceCommand } from './reconcile.ts';

/**
 * The result of a command. `fenced`: another node has the lease, and the actor must stop immediately. `late`: the
 * intent was committed and the command was not sent, because the last renewal of the lease is too old.
 */
export type SendResult = 'sent' | 'fenced' | 'late';

// A command between its preparation and its outcome.
type PreparedCommand = {
  readonly intent: IntentRow;
  /** Marks the order as sent. Called after the intent was committed. */
  readonly begin: () => void;
  /** Records that the command was not sent although its intent is stored. */
  readonly leaveUnsent: (facts: FactContext) => void;
  /** Sends the command. Returns the function that records the outcome. */
  readonly send: () => Promise<CommandOutcome>;
};

/** The commands of one group and their intents, which are not stored yet. */
export type CommandGroup = {
  readonly intents: readonly IntentRow[];
  /** Sends the commands at the same time, and does not wait for their responses. Called after the intents were stored. The outcome of each command is recorded separately. */
  readonly send: () => Promise<SendResult>;
};

/** Creates the intents of the commands of one group. An `abandon` has no intent, because no request is sent. */
export function prepareGroup(context: ActorContext, commands: readonly ExchangeCommand[]): CommandGroup {
  const deadlineAt = context.exchange.venueNow() + deadlineMs;
  const prepared = commands.flatMap((command) => prepare(context, command, deadlineAt) ?? []);
  return { intents: prepared.map(({ intent }) => intent), send: () => sendPrepared(context, prepared) };
}

/**
 * Stores the intents of the commands of one group, and sends the commands. For `abandon`, finalises the order and sends no
 * request.
 */
export async function sendCommands(context: ActorContext, commands: readonly ExchangeCommand[]): Promise<SendResult> {
  const abandoned = commands.flatMap((command) => (command.kind === 'abandon' ? [command.order] : []));
  if (abandoned.length > 0)
    await record(context, (facts) => abandoned.forEach((order) => finalise(facts, order, 'never')));
  const { intents, send } = prepareGroup(context, commands);
  if (intents.length === 0) return 'sent';
  return (await commitIntents(context, intents)) === 'fenced' ? 'fenced' : send();
}

async function sendPrepared(context: ActorContext, prepared: readonly PreparedCommand[]): Promise<SendResult> {
  for (const { begin } of prepared) begin();
  if (isLeaseOld(context)) {
    await record(context, (facts) => prepared.forEach(({ leaveUnsent }) => leaveUnsent(facts)));
    return 'late';
  }
  // Since the commands were chosen, another account may have used the only permission, or the instance was frozen.
  const taken = new Set(prepared.filter(() => takeCommand(context)));
  const unsent = prepared.filter((each) => !taken.has(each));
  if (unsent.length > 0) await record(context, (facts) => unsent.forEach(({ leaveUnsent }) => leaveUnsent(facts)));
  const botIds = new Set([...taken].map(({ intent }) => intent.slot.botId));
  for (const botId of botIds) {
    const own = [...taken].filter(({ intent }) => intent.slot.botId === botId);
    context.running.start(botId, async () => {
      const outcomes = await Promise.all(own.map(({ send }) => send()));
      return (facts) => outcomes.forEach((apply) => apply(facts));
    });
  }
  return 'sent';
}

function prepare(context: ActorContext, command: ExchangeCommand, deadlineAt: number): PreparedCommand | null {
  switch (command.kind) {
    case 'place':
      return preparePlace(context, command, deadlineAt);
    case 'amend':
      return prepareAmend(context, command, deadlineAt);
    case 'cancel':
      return prepareCancel(context, command);
    case 'abandon':
      return null;
    default:
      return command satisfies never;
  }
}

function preparePlace(context: ActorContext, command: PlaceCommand, latest: number): PreparedCommand {
  const { bot, slot, clientId } = command;
  // The exchange refuses the first order of a round that arrives after the end of its signal (strategy 8.5).
  const deadlineAt = command.desired.reduces ? latest : Math.min(latest, openingEnd(bot.state) ?? latest);
  const { instrument, direction } = bot.config;
  const unplaced = unplacedOrder(context, clientId);
  const desired = unplaced === null ? inBand(context, command) : command.desired;
  const payload = payloadOf(instrument, direction, { ...desired, clientId });
  const intent = intentOf(context, { slot, clientId, verb: 'place', payload, deadlineAt });
  const { side, type, price, lots, reduces } = desired;
  const placement = { intentIds: [intent.id], sentAt: intent.sentAt, deadlineAt };
  const order =
    unplaced ?? newActiveOrder(bot.config, { slot, clientId, side, type, price, lots, reduces, payload, placement });
  // When an order is sent again, its earlier intents are closed in the transaction that stores the outcome of the new
  // intent.
  const provenAbsent = unplaced?.placement.intentIds ?? [];
  return {
    intent,
    begin() {
      markSent(order, { ...placement, sentAt: context.clock.now() });
      context.memory.orders.set(clientId, order);
    },
    // The order is looked up, as after a time-out.
    leaveUnsent: (facts) => applyOrderFact(facts, order, 'unanswered'),
    async send() {
      const sent = { instrument, clientId, positionSide: direction, side, type, price, lots, reduces, deadlineAt };
      const outcome = await context.exchange.place(sent);
      return (facts) => {
        for (const id of provenAbsent) setIntentState(facts.batch, id, { state: 'never', evidence: 'sent again' });
        recordPlace(facts, { bot, clientId, outcome });
      };
    },
  };
}

// Returns the order record when the order was proven never placed and is now sent again with its client id. Returns
// null for a new order.
function unplacedOrder({ memory }: ActorContext, clientId: string): ActiveOrder | null {
  const order = memory.orders.get(clientId);
  return order?.kind === 'active' ? order : null;
}

function inBand(context: ActorContext, { bot, desired }: PlaceCommand): PlaceCommand['desired'] {
  const ticker = context.memory.tickers.get(bot.config.instrument.id);
  return withinBand(desired, { band: context.exchange.venue.priceBand, ticker, ...decisionTime(context) });
}

function markSent(order: ActiveOrder, placement: ActiveOrder['placement']): void {
  order.state = 'sent';
  order.journalState = 'sent';
  order.placement = placement;
  order.factAt = placement.sentAt;
  order.lookups = { ...order.lookups, notFoundAt: [] };
}

type Sent<Value> = {
  readonly bot: BotMemory;
  readonly clientId: string;
  readonly outcome: Outcome<Value>;
};

/**
 * Records the outcome of a placement. A push or a reading may have shown the order before the response, so the record of the
 * order may have another state or may be finished. The record does not exist when the bot was frozen. Its intent then stays
 * open.
 */
export function recordPlace(
  facts: FactContext,
  { bot, clientId, outcome }: Sent<{ readonly venueOrderId: string }>,
): void {
  const order = facts.memory.orders.get(clientId);
  if (order === undefined) return;
  if (outcome.kind === 'accepted') {
    // Without the private stream, only a reading shows the fills of the new order.
    if (!facts.memory.isConnected) facts.memory.isSnapshotWanted = true;
    return applyOrderFact(facts, order, 'acked');
  }
  if (order.state !== 'sent') return recordShown(facts, order, outcome);
  if (outcome.kind === 'unknown') {
    const parameters = { kind: order.slot.kind, step: String(order.slot.step) };
    addLogLine(facts.batch, bot, { type: 'ORDER', messageKey: 'bots.log.orderBeingVerified', parameters });
    return applyOrderFact(facts, order, 'unanswered');
  }
  // `duplicate` means that the order exists, and `busy` does not prove that the exchange refused the order. In both
  // cases the order is looked up immediately.
  if (outcome.reason === 'duplicate' || outcome.reason === 'busy') {
    order.lookups = { ...order.lookups, isDue: true };
    return applyOrderFact(facts, order, 'unanswered');
  }
  if (outcome.reason === 'notPlaced' && order.resends === 0) {
    order.resends += 1;
    backOff(bot, slotName(order.slot), facts.batch.now);
    order.state = 'never';
    return;
  }
  noteKeyRefusal(facts, outcome.reason);
  order.refusal = { reason: outcome.reason, code: outcome.code };
  applyOrderFact(facts, order, 'refused');
}

// The exchange has shown the order, so only a refusal is recorded, as a contradiction.
function recordShown(
  facts: FactContext,
  order: OrderRecord,
  outcome: Exclude<Outcome<never>, { kind: 'accepted' }>,
): void {
  const isRefused = outcome.kind === 'rejected' && outcome.reason !== 'duplicate' && outcome.reason !== 'busy';
  if (isRefused) applyOrderFact(facts, order, 'refused');
}

// The account settings show whether the key may trade, so they are read soon.
function noteKeyRefusal({ memory }: FactContext, reason: RejectReason): void {
  if (reason === 'key') memory.isSlowReadWanted = true;
}

function prepareAmend(context: ActorContext, command: AmendCommand, deadlineAt: number): PreparedCommand {
  const { bot, order, desired } = command;
  const { price, lots } = desired;
  return prepareChange(context, order, {
    change: { verb: 'amend', deadlineAt, asked: { price, lots }, wanted: { price, lots } },
    async send(sent) {
      const { instrument, clientId } = order;
      const trigger = order.type === 'trigger';
      const outcome = await context.exchange.amend({ instrument, clientId, trigger, price, lots, deadlineAt });
      return (facts) => recordAmend(facts, { bot, clientId, outcome }, sent);
    },
  });
}

// Returns the order while the command is pending, with the price and the size of the command in the present units. When the
// order has ended before the response, the end has closed the command.
function pendingOrder(
  { memory }: FactContext,
  clientId: string,
  { intentId }: PendingCommand,
): { readonly order: ActiveOrder; readonly command: PendingCommand } | null {
  const order = memory.orders.get(clientId);
  if (order?.kind !== 'active' || order.command?.intentId !== intentId) return null;
  return { order, command: order.command };
}

function recordAmend(facts: FactContext, { bot, clientId, outcome }: Sent<unknown>, sent: PendingCommand): void {
  const pending = pendingOrder(facts, clientId, sent);
  if (pending === null) return;
  const { order, command } = pending;
  order.factAt = facts.batch.now;
  if (outcome.kind === 'accepted') {
    order.command = null;
    order.price = command.price;
    order.lots = command.lots;
    order.amendRefusals = 0;
    setIntentState(facts.batch, command.intentId, { state: 'done', evidence: 'accepted' });
    return;
  }
  if (outcome.kind === 'unknown' || outcome.reason === 'gone') {
    markUnknown(order, command);
    // The text of a network error can contain addresses, so it is not stored.
    const evidence = outcome.kind === 'unknown' ? outcome.kind : outcome.code;
    setIntentState(facts.batch, command.intentId, { state: 'unknown', evidence });
    return;
  }
  order.command = null;
  noteKeyRefusal(facts, outcome.reason);
  noteAmendRefusal(bot, order, { reason: outcome.reason, now: facts.batch.now });
  setIntentState(facts.batch, command.intentId, { state: 'rejected', evidence: outcome.code });
}

type AmendRefusal = { readonly reason: RejectReason; readonly now: number };

// A refusal because of the key is not counted, because the exchange would also refuse the cancel and the new order.
// `passed` means that the market is already beyond the new trigger price of a stop, so the position must be closed. The
// next pass cancels the order, and the strategy then gets the reason `passed`.
function noteAmendRefusal(bot: BotMemory, order: ActiveOrder, { reason, now }: AmendRefusal): void {
  if (reason === 'passed') {
    order.refusal = { reason, code: '' };
    order.amendRefusals = amendRefusalsMax;
    return;
  }
  if (reason !== 'key') order.amendRefusals += 1;
  backOff(bot, slotName(order.slot), now);
}

function prepareCancel(context: ActorContext, { bot, order }: CancelCommand): PreparedCommand {
  const { price, lots } = order;
  return prepareChange(context, order, {
    change: { verb: 'cancel', deadlineAt: 0, asked: { price: null, lots: null }, wanted: { price, lots } },
    async send(sent) {
      const { instrument, clientId } = order;
      const outcome = await context.exchange.cancel({ instrument, clientId, trigger: order.type === 'trigger' });
      return (facts) => recordCancel(facts, { bot, clientId, outcome }, sent);
    },
  });
}

// When a cancel was not accepted, the order may be filled, cancelled or still open. Only a lookup shows the state of
// the order (failure 4).
function recordCancel(facts: FactContext, { bot, clientId, outcome }: Sent<null>, sent: PendingCommand): void {
  const pending = pendingOrder(facts, clientId, sent);
  if (pending === null) return;
  const { order, command } = pending;
  // Stryker disable next-line ConditionalExpression: an outcome of another kind has no reason, so without the comparison both reasons below are absent too.
  const refusal = outcome.kind === 'rejected' ? outcome : null;
  order.isCancelRefused = refusal?.reason === 'key';
  if (order.isCancelRefused) {
    noteKeyRefusal(facts, 'key');
    backOff(bot, slotName(order.slot), facts.batch.now);
  }
  // The placement may still arrive. When the exchange then shows the order, it is cancelled again.
  if (order.state === 'unknown' && refusal?.reason === 'gone') {
    order.command = null;
    order.lookups = { ...order.lookups, isDue: true };
    return setIntentState(facts.batch, command.intentId, { state: 'rejected', evidence: refusal.code });
  }
  const isAccepted = outcome.kind === 'accepted';
  order.command = { ...command, state: isAccepted ? 'acknowledged' : 'unknown' };
  order.lookups = { ...order.lookups, isDue: !isAccepted };
  const state = isAccepted ? 'live' : 'unknown';
  setIntentState(facts.batch, command.intentId, { state, evidence: outcome.kind });
}

// `asked` are the price and the size in the request. `wanted` are the price and the size of the order after the command.
type Change = {
  readonly verb: 'amend' | 'cancel';
  readonly deadlineAt: number;
  readonly asked: { readonly price: Ticks | null; readonly lots: Lots | null };
  readonly wanted: { readonly price: Ticks | null; readonly lots: Lots };
};

type ChangeRequest = {
  readonly change: Change;
  /** Sends the command. Returns the function that records the outcome. */
  readonly send: (command: PendingCommand) => Promise<CommandOutcome>;
};

function prepareChange(context: ActorContext, order: ActiveOrder, { change, send }: ChangeRequest): PreparedCommand {
  const { slot, clientId } = order;
  const { verb, deadlineAt, asked, wanted } = change;
  const payload = changePayloadOf(order.instrument, { clientId, ...asked });
  const intent = intentOf(context, { slot, clientId, verb, payload, deadlineAt });
  let command: PendingCommand = {
    verb,
    intentId: intent.id,
    state: 'sent',
    sentAt: intent.sentAt,
    deadlineAt,
    ...wanted,
  };
  return {
    intent,
    begin() {
      command = { ...command, sentAt: context.clock.now() };
      order.command = command;
      if (verb === 'cancel') order.wasCancelAsked = true;
    },
    leaveUnsent: () => markUnknown(order, command),
    send: () => send(command),
  };
}

function markUnknown(order: ActiveOrder, command: PendingCommand): void {
  order.command = { ...command, state: 'unknown' };
  order.lookups = { ...order.lookups, isDue: true };
}

type IntentFields = Pick<IntentRow, 'slot' | 'clientId' | 'verb' | 'payload' | 'deadlineAt'>;

/** Returns a new intent of this lease. */
export function intentOf(context: ActorContext, fields: IntentFields): IntentRow {
  const now = context.clock.now();
  context.counter.value += 1;
  const { slot, clientId, verb, payload, deadlineAt } = fields;
  return {
    id: `${clientId}/${now.toString(36)}.${context.counter.value.toString(36)}${verb.slice(0, 1)}`,
    slot,
    clientId,
    verb,
    payload,
    payloadHash: context.keyedHash(payload),
    deadlineAt,
    epoch: context.memory.epoch,
    state: 'sent',
    evidence: '',
    sentAt: now,
  };
}

/** Stores intents in one transaction. Returns `fenced` when the lease belongs to another node. */
export function commitIntents(
  { journal, memory }: ActorContext,
  intents: readonly IntentRow[],
): Promise<'committed' | 'fenced'> {
  return journal.commitIntents(memory.accountId, memory.epoch, intents);
}

/** Stores facts in one transaction. */
export async function record(context: ActorContext, apply: (facts: FactContext) => void): Promise<void> {
  const facts = beginFacts(context);
  apply(facts);
  await commit(context, facts);
}
