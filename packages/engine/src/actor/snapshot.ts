// Reading the account: positions, open orders, new fills, balance; more slowly bills, permissions and leverage. A failed part is unavailable, never empty.
import { compareDecimals } from '@rondo/decimal';
import { noteIntent, type FactContext } from '../facts/batch.ts';
import { laterCursor, ownerOf } from '../facts/attribution.ts';
import { beginFacts, commit, type ActorContext } from './context.ts';
import { applyBills, applyFills, applyOrderReport } from '../facts/facts.ts';
import {
  firstReadBackMs,
  ledgerSettleMs,
  leverageRetryMs,
  slowReadEveryMs,
  snapshotEveryMs,
  snapshotGapMs,
  snapshotJitterMs,
} from '../limits.ts';
import { hasAnyPosition, instrumentsOf, tracksOf, type AccountMemory, type Bot } from '../memory/account-memory.ts';
import { isOpen } from '../orders/order-state.ts';
import type { FillReport, OrderReport } from '../ports/index.ts';

/** True when it is time to read the account, or something asked for it and the last reading is not too young. */
export function isSnapshotDue({ memory, clock }: ActorContext): boolean {
  const now = clock.now();
  if (now >= memory.snapshotDueAt) return true;
  return memory.isSnapshotWanted && (memory.snapshot === null || now >= memory.snapshot.startedAt + snapshotGapMs);
}

/** Reads the account and applies what it shows in one transaction. */
export async function readSnapshot(context: ActorContext): Promise<void> {
  const { memory, clock, exchange } = context;
  const now = clock.now();
  memory.isSnapshotWanted = false;
  memory.snapshotDueAt = now + snapshotEveryMs + Math.floor(context.chance.next() * snapshotJitterMs);
  const isSlow = now >= memory.slowReadDueAt;
  if (isSlow) await readSlowParts(context);
  const instruments = instrumentsOf(memory);
  const settledAt = exchange.venueNow() - ledgerSettleMs;
  const [fills, open, positions, balance] = await Promise.all([
    exchange.fillsAfter(instruments, { billId: memory.fillCursor, sinceAt: unreadSince(memory, memory.fillsReadAt) }),
    exchange.openOrders(instruments),
    exchange.positions(instruments),
    exchange.balance(),
  ]);
  const facts = beginFacts(context);
  if (fills.ok) {
    applyReadFills(facts, fills.value, settledAt);
    memory.fillsReadAt = fills.startedAt;
  }
  if (balance.ok) memory.balance = { value: balance.value, readAt: balance.startedAt };
  if (open.ok) applyListing(context, facts, { orders: open.value, startedAt: open.startedAt });
  if (open.ok && positions.ok && fills.ok) {
    const startedAt = Math.min(open.startedAt, positions.startedAt, fills.startedAt);
    if (memory.snapshot === null || startedAt > memory.snapshot.startedAt)
      memory.snapshot = { startedAt, positions: positions.value, openOrders: open.value };
    countDifferences(context);
  }
  await commit(context, facts);
  context.changed([]);
}

// How far back what is unread may lie: to the last reading, or in a new life to the beginning of the oldest bot.
function unreadSince(memory: AccountMemory, readAt: number): number {
  const beginnings = [...memory.bots.values()].map((bot) => bot.row.createdAt);
  return (readAt > 0 ? readAt : Math.min(memory.firstReadAt, ...beginnings)) - firstReadBackMs;
}

// The cursor stays before the youngest: one that is listed late has a smaller id than those that are listed already.
function applyReadFills(facts: FactContext, fills: readonly FillReport[], settledAt: number): void {
  applyFills(facts, fills);
  const settled = fills.filter((fill) => fill.at <= settledAt);
  const cursor = settled.reduce(
    (latest, { billId }) => laterCursor(facts.venue, latest, billId),
    facts.memory.fillCursor,
  );
  if (cursor === facts.memory.fillCursor) return;
  facts.memory.fillCursor = cursor;
  facts.batch.fillCursor = cursor;
}

function applyListing(
  context: ActorContext,
  facts: FactContext,
  listing: { readonly orders: readonly OrderReport[]; readonly startedAt: number },
): void {
  for (const order of listing.orders) {
    const track = facts.memory.tracks.get(order.clientId);
    // A listing older than what is known of the order says nothing about it.
    if (track !== undefined && listing.startedAt > track.factAt) applyOrderReport(facts, order);
    if (track === undefined) reportStranger(context, facts, order);
  }
}

// An order with a valid id of ours and no intent: another writer, or a restored backup. It is never adopted silently.
function reportStranger(context: ActorContext, facts: FactContext, order: OrderReport): void {
  const owner = ownerOf(facts.memory, order.clientId, context.keyedHash);
  if (owner.kind === 'foreign') return;
  context.log.write('error', 'order.withoutIntent', { accountId: facts.memory.accountId, clientId: order.clientId });
}

function countDifferences({ memory }: ActorContext): void {
  for (const bot of memory.bots.values()) {
    if (bot.difference !== null) bot.difference = { ...bot.difference, snapshots: bot.difference.snapshots + 1 };
  }
}

async function readSlowParts(context: ActorContext): Promise<void> {
  const { memory, exchange, clock } = context;
  const settledAt = exchange.venueNow() - ledgerSettleMs;
  const [account, bills] = await Promise.all([
    exchange.account(),
    exchange.billsAfter({ billId: memory.billCursor, sinceAt: unreadSince(memory, memory.billsReadAt) }),
  ]);
  if (account.ok) memory.account = { value: account.value, readAt: account.startedAt };
  if (bills.ok) {
    const facts = beginFacts(context);
    applyBills(facts, bills.value, settledAt);
    memory.billCursor = facts.batch.billCursor ?? memory.billCursor;
    await commit(context, facts);
    memory.billsReadAt = bills.startedAt;
  }
  if (account.ok && bills.ok) memory.slowReadDueAt = clock.now() + slowReadEveryMs;
}

/** Reads the leverage of each bot's instrument and sets it where a bot is about to open a round: only when flat and without orders (decision 7). */
export async function prepareLeverage(context: ActorContext): Promise<void> {
  for (const bot of context.memory.bots.values()) {
    if (bot.state.status === 'active' && isLeverageDue(context, bot)) await readLeverage(context, bot);
  }
}

// What holds is confirmed slowly; what differs or is unknown is looked at again soon.
function isLeverageDue({ clock }: ActorContext, bot: Bot): boolean {
  if (bot.leverage === null) return true;
  const isAsPlanned = compareDecimals(bot.leverage.value, bot.config.leverage) === 0;
  return clock.now() >= bot.leverage.readAt + (isAsPlanned ? slowReadEveryMs : leverageRetryMs);
}

async function readLeverage(context: ActorContext, bot: Bot): Promise<void> {
  const { memory, exchange, clock } = context;
  const { instrument, leverage } = bot.config;
  const read = await exchange.leverage(instrument.id);
  if (!read.ok) return;
  bot.leverage = { value: read.value, readAt: clock.now() };
  const hasOrders = tracksOf(memory, bot.row.botId).some((track) => isOpen(track.state));
  if (compareDecimals(read.value, leverage) === 0 || hasOrders || hasAnyPosition(memory, instrument.id) !== false)
    return;
  const outcome = await exchange.setLeverage(instrument.id, leverage);
  // Anything but accepted: only reading it back says what holds.
  bot.leverage = outcome.kind === 'accepted' ? { value: leverage, readAt: clock.now() } : null;
}

/** Closes the amend and cancel intents of a crash whose order is not among the open ones. */
export function closeLooseIntents(facts: FactContext, intentIds: readonly string[]): void {
  for (const id of intentIds) noteIntent(facts.batch, id, { state: 'done', evidence: 'order had ended' });
}
