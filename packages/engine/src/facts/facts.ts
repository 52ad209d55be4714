// Applying what the exchange said to orders and bots: idempotent, in any order, always allowed (only commands are fenced).
import type { OrderEnd } from '@rondo/strategy';
import { botOnInstrument, isCancelledByUser, laterCursor, ownerOf } from './attribution.ts';
import { noteIntent, logLine, tell, type FactContext } from './batch.ts';
import {
  backoffFirstMs,
  backoffLastMs,
  backoffManyCount,
  backoffPatientMs,
  outsideFillsMax,
  rememberedFactsMax,
} from '../limits.ts';
import { blockForMargin } from '../gate/margin-block.ts';
import { slotName, type Bot, type Track } from '../memory/account-memory.ts';
import { factOf, isOpen, stepOrder, type OrderFact } from '../orders/order-state.ts';
import type { BillReport, FillReport, OrderReport, RejectReason } from '../ports/index.ts';

type ProvenEnd = Exclude<OrderEnd, 'blocked' | 'deferred' | 'passed'>;

/** One order learns one fact; writes its new state, and tells the bot when the order has ended with every fill told. */
export function learn(context: FactContext, track: Track, fact: OrderFact): void {
  const { batch } = context;
  const { state, isContradiction } = stepOrder(track.state, fact);
  track.factAt = batch.now;
  if (fact.startsWith('seen') || fact === 'acked') track.wasSeen = true;
  if (fact !== 'unanswered' && fact !== 'absent') track.absences = [];
  const bot = context.memory.bots.get(track.slot.botId);
  // What says the same again is no news: else a listing would always be older than the facts it brings itself.
  if (bot !== undefined && state !== track.state) bot.lastFactAt = batch.now;
  if (bot !== undefined && isContradiction) {
    const parameters = { kind: track.slot.kind, step: String(track.slot.step), state: track.state, fact };
    logLine(batch, bot, { type: 'ERROR', messageKey: 'bots.log.orderContradiction', parameters });
  }
  track.state = state;
  if (isOpen(state) && state !== track.written) writeState(context, track, fact);
  conclude(context, track);
}

function writeState(context: FactContext, track: Track, fact: OrderFact): void {
  track.written = track.state;
  const latest = track.placeIntentIds.at(-1);
  if (latest !== undefined) noteIntent(context.batch, latest, { state: track.state, evidence: fact });
}

/** Applies a report of one order. Reports of orders that are not ours change nothing. */
export function applyOrderReport(context: FactContext, report: OrderReport): void {
  const track = context.memory.tracks.get(report.clientId);
  if (track === undefined) return;
  if (report.filledLots > track.venueFilled) {
    track.venueFilled = report.filledLots;
    const bot = context.memory.bots.get(track.slot.botId);
    if (bot !== undefined) bot.lastFactAt = context.batch.now;
  }
  if (report.state === 'cancelled') track.cancelSource = report.cancelSource;
  if (track.command?.verb !== 'amend' && (report.state === 'live' || report.state === 'partiallyFilled')) {
    track.price = report.price ?? track.price;
    track.lots = report.lots;
  }
  learn(context, track, factOf(report));
}

/** Applies fills that were not seen before: to the bot whose id they carry, else as fills from outside. Answers how many were new. */
export function applyFills(context: FactContext, fills: readonly FillReport[]): number {
  let fresh = 0;
  for (const fill of fills) {
    const key = `fill:${fill.instrumentId}:${fill.fillId}`;
    if (context.memory.fillKeys.has(key)) continue;
    remember(context.memory.fillKeys, key);
    fresh += 1;
    applyFill(context, fill, key);
  }
  return fresh;
}

// The oldest are forgotten first; a fill of a bot is still known by the key of its event.
function remember(known: Set<string>, key: string): void {
  known.add(key);
  for (const oldest of known) {
    if (known.size <= rememberedFactsMax) return;
    known.delete(oldest);
  }
}

function applyFill(context: FactContext, fill: FillReport, key: string): void {
  const { memory, batch } = context;
  const owner = ownerOf(memory, fill.clientId, context.keyedHash);
  memory.isSnapshotWanted = true;
  if (owner.kind !== 'bot') {
    const affected = botOnInstrument(memory, fill.instrumentId);
    // A fill before the bot existed is not about it.
    if (affected !== null && fill.at >= affected.row.createdAt) {
      noteOutside(affected, fill);
      affected.lastFactAt = batch.now;
    }
    batch.fills.push({ ...fill, botId: null, slot: null });
    return;
  }
  const { bot, slot } = owner;
  batch.fills.push({ ...fill, botId: bot.row.botId, slot });
  const isNew = tell(batch, bot, {
    key,
    event: {
      kind: 'fill',
      slot: { kind: slot.kind, round: slot.round, step: slot.step },
      generation: slot.generation,
      price: fill.price,
      lots: fill.lots,
      fee: fill.fee,
      liquidity: fill.liquidity,
      fillId: fill.fillId,
      at: fill.at,
    },
  });
  const track = memory.tracks.get(fill.clientId);
  if (!isNew || track === undefined) return;
  track.told += fill.lots;
  if (track.told > track.venueFilled) track.venueFilled = track.told;
  // The size may have been amended meanwhile: only the exchange says that nothing is left, so it is asked.
  if (track.told >= track.lots) track.mustAsk = true;
  learn(context, track, 'seenPartial');
}

/** Remembers an execution that no order of ours caused, when it is on the bot's side of a hedge. */
export function noteOutside(bot: Bot, fill: FillReport): void {
  if (fill.positionSide !== 'net' && fill.positionSide !== bot.config.direction) return;
  const { price, lots, fee, kind, side, at } = fill;
  bot.outsideFills.push({ price, lots, fee, kind, side, at });
  // What explains a closing is the newest of them.
  if (bot.outsideFills.length > outsideFillsMax) bot.outsideFills.shift();
}

/** Applies bills that were not seen before; funding goes to the bot of its instrument. Those up to `settledAt` move the cursor. */
export function applyBills(context: FactContext, bills: readonly BillReport[], settledAt: number): void {
  const { memory, batch } = context;
  for (const bill of bills) {
    if (bill.at <= settledAt) batch.billCursor = laterCursor(context.venue, batch.billCursor, bill.billId);
    if (memory.billIds.has(bill.billId)) continue;
    remember(memory.billIds, bill.billId);
    const owner = ownerOf(memory, bill.clientId, context.keyedHash);
    const onInstrument = bill.instrumentId === '' ? null : botOnInstrument(memory, bill.instrumentId);
    const bot = owner.kind === 'bot' ? owner.bot : bill.kind === 'funding' ? onInstrument : null;
    const isOurs = bot !== null && bill.at >= bot.row.createdAt;
    batch.bills.push({ ...bill, botId: isOurs ? bot.row.botId : null });
    if (isOurs && bill.kind === 'funding')
      tell(batch, bot, { key: `bill:${bill.billId}`, event: { kind: 'funding', amount: bill.balanceChange } });
  }
}

/** Ends an order: when its state is terminal and every fill that the exchange counts was told. */
export function conclude(context: FactContext, track: Track): void {
  if (track.isEndTold || isOpen(track.state) || track.state === 'never') return;
  if (track.told < track.venueFilled || (track.state === 'filled' && track.told === 0n)) {
    context.memory.isSnapshotWanted = true;
    return;
  }
  endOrder(context, track, endOf(track.state));
}

function endOf(state: Track['state']): ProvenEnd {
  if (state === 'filled' || state === 'rejected' || state === 'never') return state;
  return 'cancelled';
}

/** Tells the bot that an order has ended and closes its intents in the same transaction. */
export function endOrder(context: FactContext, track: Track, reason: ProvenEnd): void {
  const { batch, memory } = context;
  track.isEndTold = true;
  for (const id of track.placeIntentIds) noteIntent(batch, id, { state: reason, evidence: `told ${track.told}` });
  track.written = reason;
  if (track.command !== null) noteIntent(batch, track.command.intentId, { state: 'done', evidence: reason });
  track.command = null;
  memory.isSnapshotWanted = true;
  const bot = memory.bots.get(track.slot.botId);
  if (bot === undefined) return;
  const isOutside = reason === 'cancelled' && isCancelledByUser(context.venue, track);
  if (isOutside) noteOutsideCancel(context, bot, track);
  if (reason === 'rejected') backOff(bot, slotName(track.slot), batch.now);
  const told = toldOf(track, reason);
  if (told === 'blocked') blockForMargin(bot, track, batch.now);
  const { kind, round, step, generation } = track.slot;
  const code = track.rejectCode === '' ? {} : { code: track.rejectCode };
  tell(batch, bot, {
    key: `end:${track.clientId}:${isOutside ? 'user' : 'own'}`,
    event: { kind: 'orderClosed', slot: { kind, round, step }, generation, reason: told, ...code },
  });
}

const passingRefusals: ReadonlySet<RejectReason> = new Set([
  'reduceOnly',
  'price',
  'instrument',
  'notPlaced',
  'key',
  'busy',
]);

// A stop that was refused, or whose change was and that we then cancelled, because the market had passed it.
function toldOf(track: Track, reason: ProvenEnd): OrderEnd {
  const isUnfilled = (reason === 'rejected' || reason === 'cancelled') && track.told === 0n;
  if (isUnfilled && track.refusal === 'passed' && track.slot.kind === 'stopLoss') return 'passed';
  return reason === 'rejected' ? refusalOf(track) : reason;
}

// A refusal that says how things stand now, and nothing about the order, is not held against it.
function refusalOf(track: Track): OrderEnd {
  if (track.refusal === null) return 'rejected';
  if (track.refusal === 'margin' && !track.reduces) return 'blocked';
  return passingRefusals.has(track.refusal) ? 'deferred' : 'rejected';
}

function noteOutsideCancel(context: FactContext, bot: Bot, track: Track): void {
  const name = slotName(track.slot);
  countOutsideCancel(bot, name, track.reduces);
  const isSkipped = bot.skippedSlots.has(name);
  const messageKey = isSkipped ? 'bots.log.orderCancelledOutside' : 'bots.log.exitReplacedOnce';
  logLine(context.batch, bot, {
    type: 'ORDER',
    messageKey,
    parameters: { kind: track.slot.kind, step: String(track.slot.step) },
  });
}

/** A cancelled entry is skipped for the round; an exit is placed again once, then left alone (reliability 4.7). */
export function countOutsideCancel(bot: Bot, name: string, reduces: boolean): void {
  const count = (bot.outsideCancels.get(name) ?? 0) + 1;
  bot.outsideCancels.set(name, count);
  if (!reduces || count > 1) bot.skippedSlots.add(name);
}

/** Makes a slot wait after a refusal. */
export function backOff(bot: Bot, name: string, now: number): void {
  const count = (bot.backoffs.get(name)?.count ?? 0) + 1;
  const delay =
    count > backoffManyCount ? backoffPatientMs : Math.min(backoffFirstMs * 2 ** (count - 1), backoffLastMs);
  bot.backoffs.set(name, { until: now + delay, count });
}
