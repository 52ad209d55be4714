// Reads the account: positions, open orders, new fills and the balance. A failed request never counts as an empty list.
import type { ActorContext } from '../actor/context.ts';
import { streamNeeds } from '../actor/stream-needs.ts';
import type { FactContext } from '../facts/batch.ts';
import { laterCursor } from '../facts/attribution.ts';
import { applyFills, remember } from '../facts/ledger-facts.ts';
import { noteUnreadableRows } from '../facts/unreadable-rows.ts';
import { applyOrderReport } from '../facts/order-facts.ts';
import {
  firstReadBackMs,
  keptReportMaxAgeMs,
  ledgerLagMs,
  pushedBalanceMaxAgeMs,
  snapshotFlatEveryMs,
} from '../limits.ts';
import { instrumentsOf, type AccountMemory, type SnapshotReports } from '../memory/account-memory.ts';
import type { FillReport, LedgerPage, OrderReport, PositionReport, Report } from '../ports/index.ts';
import { isSnapshotDue } from './cadence.ts';
import { noteOrphans, type ListedOrders } from './orphans.ts';

type KeptReports = Partial<Omit<SnapshotReports, 'balance'>>;

/** Starts a snapshot when it is due. */
export function startSnapshot(context: ActorContext): void {
  const { memory, clock, chance, tasks } = context;
  if (tasks.isRunning('snapshot') || !isSnapshotDue(memory, clock.now())) return;
  const kept = keptReports(memory, clock.now());
  memory.isSnapshotWanted = false;
  memory.snapshotTriedAt = clock.now();
  memory.unansweredSince ??= clock.now();
  memory.readingPhase = chance.next();
  tasks.start('snapshot', async () => {
    const reports = await readReports(context, kept);
    return (facts) => applySnapshot(context, facts, reports);
  });
}

// The stream pushes the balance after each change and every few seconds, so a pushed balance is not read. A bot that waits for
// margin, or that may compute a budget, needs a balance that was read after its latest facts.
function isBalanceDue({ balance, bots, isConnected }: AccountMemory, now: number): boolean {
  if (balance === null || !isConnected || now - balance.readAt > pushedBalanceMaxAgeMs) return true;
  return [...bots.values()].some(
    ({ state, blocks }) => blocks.size > 0 || state.round === null || state.round.closing !== null,
  );
}

// A bot, a record or a frozen bot may have trigger orders. Another listing of trigger orders only finds orders of ours without
// an intent, so it is read as rarely as a snapshot of an account without positions.
function isTriggerListingDue(memory: AccountMemory, now: number): boolean {
  const { isConnected, frozen, orphans, orders, triggersReadAt } = memory;
  if (!isConnected || frozen.size > 0 || orphans.size > 0 || streamNeeds(memory).triggers) return true;
  for (const { type } of orders.values()) if (type === 'trigger') return true;
  return now >= triggersReadAt + snapshotFlatEveryMs;
}

// When only a part of the latest snapshot failed, the next one reads only this part. A report that began before a fact, or before the
// reason for which another snapshot was requested, is read again.
function keptReports(memory: AccountMemory, now: number): KeptReports {
  const { partialReports, isSnapshotWanted, bots } = memory;
  if (partialReports === null || isSnapshotWanted) return {};
  const oldest = Math.max(now - keptReportMaxAgeMs, ...[...bots.values()].map(({ lastFactAt }) => lastFactAt + 1));
  const { fills, open, hasTriggers, positions } = partialReports;
  return {
    ...(isKept(fills, oldest) && fills.value.next === null ? { fills } : {}),
    ...(isKept(open, oldest) && (hasTriggers || !isTriggerListingDue(memory, now)) ? { open, hasTriggers } : {}),
    ...(isKept(positions, oldest) ? { positions } : {}),
  };
}

function isKept<Value>(report: Report<Value>, oldest: number): report is Extract<Report<Value>, { readonly ok: true }> {
  return report.ok && report.startedAt >= oldest;
}

async function readReports({ memory, exchange, clock }: ActorContext, kept: KeptReports): Promise<SnapshotReports> {
  const instruments = instrumentsOf(memory);
  const hasTriggers = kept.hasTriggers ?? isTriggerListingDue(memory, clock.now());
  const [fills, open, positions, balance] = await Promise.all([
    kept.fills ??
      exchange.fillsAfter(instruments, {
        billId: memory.fillCursor,
        sinceAt: unreadSince(memory, memory.fillsReadAt),
        walk: memory.fillWalk,
        completeUntil: exchange.venueNow() - ledgerLagMs,
      }),
    kept.open ?? exchange.openOrders(instruments, hasTriggers ? undefined : 'withoutTriggers'),
    kept.positions ?? exchange.positions(instruments),
    isBalanceDue(memory, clock.now()) ? exchange.balance() : null,
  ]);
  if (hasTriggers && open.ok) memory.triggersReadAt = open.startedAt;
  return { fills, open, hasTriggers, positions, balance };
}

/** Applies the reports of a snapshot that succeeded. */
function applySnapshot(context: ActorContext, facts: FactContext, reports: SnapshotReports): void {
  const { memory } = facts;
  const { fills, open, positions, balance } = reports;
  const hasResponse = fills.ok || open.ok || positions.ok || balance?.ok === true;
  memory.darkSnapshots = hasResponse ? 0 : memory.darkSnapshots + 1;
  const isComplete = fills.ok && open.ok && positions.ok;
  const isPartial = hasResponse && !isComplete;
  memory.partialSnapshots = isPartial ? memory.partialSnapshots + 1 : 0;
  memory.partialReports = isPartial ? reports : null;
  if (fills.ok) {
    noteUnreadableRows(facts, { list: 'fill', rows: fills.value.unreadable, log: context.log });
    applyFillPage(facts, fills.value, fills.startedAt);
  }
  // A push may have reported a later balance during the reading.
  if (balance?.ok === true && (memory.balance === null || memory.balance.readAt <= balance.startedAt))
    memory.balance = { value: balance.value, readAt: balance.startedAt };
  if (open.ok) applyListing(context, facts, { orders: open.value, startedAt: open.startedAt });
  if (open.ok && positions.ok && fills.ok) memory.unansweredSince = null;
  if (open.ok && positions.ok && fills.ok && fills.value.next === null) {
    const startedAt = Math.min(open.startedAt, positions.startedAt, fills.startedAt);
    memory.snapshotTriedAt = Math.min(memory.snapshotTriedAt ?? startedAt, startedAt);
    memory.snapshot = { startedAt, positions: positions.value, openOrders: open.value };
    for (const position of positions.value) noteUnreadablePosition(context, position);
    memory.positions = {
      value: positions.value.filter(({ unreadable }) => unreadable === undefined),
      readAt: startedAt,
    };
    memory.pushedAt.clear();
    countDifferences(memory);
  }
  context.changed([]);
}

/**
 * Returns the time since which a fill or bill may be unread, in epoch ms. The time is `firstReadBackMs` before the last
 * reading. When the actor has not read yet, the time is `firstReadBackMs` before the creation of the oldest bot.
 */
export function unreadSince(memory: AccountMemory, readAt: number): number {
  const beginnings = [...memory.bots.values()].map((bot) => bot.row.createdAt);
  return (readAt > 0 ? readAt : Math.min(memory.firstReadAt, ...beginnings)) - firstReadBackMs;
}

// The cursor does not move to the newest fills, because the exchange may list an older fill later (`ledgerLagMs`). A
// page is stored in one transaction with its cursor, and the next page is read immediately.
function applyFillPage(facts: FactContext, page: LedgerPage<FillReport>, startedAt: number): void {
  const { memory, batch } = facts;
  applyFills(facts, page.rows);
  memory.fillWalk = page.next;
  if (page.next === null) {
    memory.fillsReadAt = startedAt;
    memory.mayMissFills = !memory.isConnected;
  } else {
    memory.snapshotTriedAt = null;
  }
  const cursor = page.cursor === null ? memory.fillCursor : laterCursor(facts.venue, memory.fillCursor, page.cursor);
  if (cursor === memory.fillCursor) return;
  memory.fillCursor = cursor;
  // The fills of a bot without a readable market are not read, so the stored cursor stays before them.
  if ([...memory.frozen.values()].every(({ market }) => market !== null)) batch.fillCursor = cursor;
}

function applyListing(context: ActorContext, facts: FactContext, listing: ListedOrders): void {
  for (const listed of listing.orders) {
    noteUnreadableOrder(context, facts, listed);
    const order = facts.memory.orders.get(listed.clientId);
    // A listing from before the latest fact about the order can contain an earlier state of the order.
    if (order !== undefined && listing.startedAt > order.factAt) applyOrderReport(facts, listed);
  }
  noteOrphans(context, facts, listing);
}

// The order keeps its last known state, and its bot sends no entry while the row is unreadable.
function noteUnreadableOrder({ log }: ActorContext, { memory }: FactContext, listed: OrderReport): void {
  const { clientId, instrumentId, unreadable: cause } = listed;
  const order = memory.orders.get(clientId);
  const known = `order:${clientId}:${cause}`;
  if (cause === undefined || order === undefined || memory.unreadableKeys.has(known)) return;
  remember(memory.unreadableKeys, known);
  log.write('error', 'order.unreadable', { accountId: memory.accountId, clientId, instrumentId, cause });
}

// The bot on the instrument keeps its exits, sends no entry, and believes no change from outside while the row is unreadable.
function noteUnreadablePosition({ log, memory }: ActorContext, position: PositionReport): void {
  const { instrumentId, unreadable: cause } = position;
  const known = `position:${instrumentId}:${cause}`;
  if (cause === undefined || memory.unreadableKeys.has(known)) return;
  remember(memory.unreadableKeys, known);
  log.write('error', 'position.unreadable', { accountId: memory.accountId, instrumentId, cause });
}

function countDifferences(memory: AccountMemory): void {
  for (const bot of memory.bots.values()) {
    if (bot.difference !== null) bot.difference = { ...bot.difference, snapshots: bot.difference.snapshots + 1 };
  }
}
