// Looks up single orders at the exchange: orders with an unknown outcome, orders that are missing from a listing, and
// orders with a command whose effect was not seen yet.
import { openSize } from '@rondo/strategy';
import type { ActorContext } from '../actor/context.ts';
import { setIntentState, type FactContext } from '../facts/batch.ts';
import { applyFills } from '../facts/ledger-facts.ts';
import { applyOrderFact, applyOrderReport } from '../facts/order-facts.ts';
import { commandLookupAfterMs, lookupGapMs, lookupsAtOnceMax, proofLookBackMs, proofPagesMax } from '../limits.ts';
import { sizeIn, type AccountMemory } from '../memory/account-memory.ts';
import type { ActiveOrder } from '../memory/order-record.ts';
import { isProvenAbsent, isReadyForReading, withNotFound, type FullReading } from '../orders/not-found-proof.ts';
import { isOpen } from '../orders/order-state.ts';
import type {
  Exchange,
  FillReport,
  LedgerPage,
  LedgerWalk,
  OrderReport,
  PositionReport,
  Report,
} from '../ports/index.ts';

/**
 * Starts the lookup of every active order whose lookup is due and whose bot has no running command. At most `lookupsAtOnceMax` lookups run at the same time.
 * While every request of the snapshots fails, no lookup starts. The lookups start after the first snapshot with a response.
 */
export function startLookups(context: ActorContext): void {
  if (context.memory.darkSnapshots > 0) return;
  for (const order of context.memory.orders.active()) {
    if (!isLookupDue(context, order)) continue;
    if (context.tasks.countRunning(lookupPrefix) >= lookupsAtOnceMax) return;
    startLookup(context, order);
  }
}

function isLookupDue(context: ActorContext, order: ActiveOrder): boolean {
  const now = context.clock.now();
  if (!isOpen(order.state) || now < order.lookups.lastAt + lookupGapMs) return false;
  if (context.tasks.isRunning(partOf(order.clientId)) || context.running.isRunning(order.slot.botId)) return false;
  if (order.lookups.isDue || order.state === 'unknown') return true;
  if (order.command !== null && now > order.command.sentAt + commandLookupAfterMs) return true;
  return isMissingFromListing(context.memory, order);
}

/**
 * Returns true when the order is missing from the latest snapshot, and the snapshot is newer than the last fact about
 * the order.
 */
function isMissingFromListing(memory: AccountMemory, order: ActiveOrder): boolean {
  if (memory.snapshot === null || memory.snapshot.startedAt <= order.factAt) return false;
  return !memory.snapshot.openOrders.some((listed) => listed.clientId === order.clientId);
}

function startLookup(context: ActorContext, order: ActiveOrder): void {
  const { clientId, instrument } = order;
  order.lookups = { ...order.lookups, lastAt: context.clock.now() };
  const beganAt = context.exchange.venueNow();
  context.tasks.start(partOf(clientId), async () => {
    const report = await context.exchange.lookup(instrument, clientId, order.type === 'trigger');
    return (facts) => applyLookup(context, facts, { clientId, beganAt, report });
  });
}

type Lookup = {
  readonly clientId: string;
  readonly beganAt: number; // exchange time
  readonly report: Report<OrderReport | null>;
};

function applyLookup(context: ActorContext, facts: FactContext, { clientId, beganAt, report }: Lookup): void {
  const order = facts.memory.orders.get(clientId);
  // A lookup proves nothing when it failed or when it began before the latest fact about the order. The order is then
  // looked up again later.
  if (!report.ok || order?.kind !== 'active' || isOutdated(order, report.startedAt)) return;
  order.lookups = { ...order.lookups, isDue: false };
  if (report.value !== null) {
    closeCommand(facts, order, { beganAt, startedAt: report.startedAt });
    return applyOrderReport(facts, report.value);
  }
  const countsAfter = order.placement.deadlineAt + facts.venue.notFoundGraceMs;
  const notFoundAt = withNotFound(order.lookups.notFoundAt, beganAt, countsAfter);
  order.lookups = { ...order.lookups, notFoundAt };
  if (isReadyForReading(notFoundAt)) startProof(context, order);
}

// A fact in the millisecond in which the lookup began may be the reason for the lookup, so the lookup is still valid.
function isOutdated(order: ActiveOrder, startedAt: number): boolean {
  return startedAt < order.factAt;
}

// Closes a pending amend after its deadline, and a pending cancel that was sent more than `commandLookupAfterMs` before
// the lookup. A cancel has no deadline. The engine then sends a new command if the order still differs from the plan.
function closeCommand(
  facts: FactContext,
  order: ActiveOrder,
  { beganAt, startedAt }: { readonly beganAt: number; readonly startedAt: number },
): void {
  const { command } = order;
  if (command === null || beganAt <= command.deadlineAt) return;
  if (command.verb === 'cancel' && startedAt <= command.sentAt + commandLookupAfterMs) return;
  setIntentState(facts.batch, command.intentId, { state: 'done', evidence: 'order was looked up' });
  order.command = null;
}

type Proof = {
  readonly open: Report<readonly OrderReport[]>;
  readonly history: Report<readonly OrderReport[]>;
  readonly fills: OwnFills | null;
  readonly positions: Report<readonly PositionReport[]>;
};

type OwnFills = { readonly startedAt: number; readonly rows: readonly FillReport[] };

// Starts the full reading of the not-found proof (reliability 4.4).
function startProof({ exchange, tasks }: ActorContext, order: ActiveOrder): void {
  const { clientId } = order;
  const instruments = [order.instrument];
  const sinceAt = order.placement.sentAt - proofLookBackMs;
  tasks.start(partOf(clientId), async () => {
    const [open, history, fills, positions] = await Promise.all([
      exchange.openOrders(instruments),
      exchange.orderHistory(instruments, sinceAt),
      readFills(exchange, order, sinceAt),
      exchange.positions(instruments),
    ]);
    return (facts) => applyProof(facts, clientId, { open, history, fills, positions });
  });
}

// When the list of fills has several pages, it can have more fills than one transaction may store. Only the fills of
// the order are then returned, because the snapshots read all fills. A row that cannot be translated may be a fill of
// the order. When the list has such a row, or too many pages, or cannot be read, the function returns null.
async function readFills(
  exchange: Exchange,
  { clientId, instrument }: ActiveOrder,
  sinceAt: number,
): Promise<OwnFills | null> {
  const own: FillReport[] = [];
  let walk: LedgerWalk | null = null;
  let startedAt: number | null = null;
  for (let count = 0; count < proofPagesMax; count += 1) {
    const read: Report<LedgerPage<FillReport>> = await exchange.fillsAfter([instrument], {
      billId: null,
      sinceAt,
      walk,
    });
    if (!read.ok || read.value.unreadable.length > 0) return null;
    startedAt ??= read.startedAt;
    const { rows, next } = read.value;
    own.push(...rows.filter((fill) => fill.clientId === clientId));
    if (next === null) return { startedAt, rows: count === 0 ? rows : own };
    walk = next;
  }
  return null;
}

function applyProof(facts: FactContext, clientId: string, { open, history, fills, positions }: Proof): void {
  const order = facts.memory.orders.get(clientId);
  if (order?.kind !== 'active' || !open.ok || !history.ok || fills === null || !positions.ok) return;
  const { lookups, wasSeen } = order;
  const startedAt = Math.min(open.startedAt, history.startedAt, fills.startedAt, positions.startedAt);
  if (isOutdated(order, startedAt)) return;
  applyFills(facts, fills.rows);
  const shown = [...open.value, ...history.value].find((each) => each.clientId === clientId);
  if (shown !== undefined) return applyOrderReport(facts, shown);
  // An unreadable row without a client id may be this order.
  if (open.value.some((each) => each.unreadable !== undefined && each.clientId === '')) return;
  const bot = facts.memory.bots.get(order.slot.botId);
  const reading: FullReading = {
    isReadComplete: true,
    isInOpenOrders: false,
    isInHistory: false,
    hasFills: !wasSeen && fills.rows.some((fill) => fill.clientId === clientId),
    isPositionExplained:
      bot === undefined || sizeIn(positions.value, bot) === openSize(bot.state) || bot.outsideFills.length > 0,
  };
  if (!isProvenAbsent(lookups.notFoundAt, reading)) return;
  order.resends = 0;
  applyOrderFact(facts, order, 'absent');
  if (order.state !== 'never') return;
  // The intents stay open until the order is sent again or abandoned. After a restart, the open intents make the engine
  // look up the order and prove its absence again. Otherwise the strategy could place a different order with the same
  // id.
  for (const id of order.placement.intentIds)
    setIntentState(facts.batch, id, { state: 'unknown', evidence: 'proven absent' });
}

const lookupPrefix = 'lookup/';

function partOf(clientId: string): string {
  return `${lookupPrefix}${clientId}`;
}
