// Reads the account: positions, open orders, new fills and the balance often; bills, permissions and leverage rarely. A
// failed reading means that its data are unknown and never that they are empty.
import { compareDecimals } from '@rondo/decimal';
import { setIntentState, type FactContext } from '../facts/batch.ts';
import { laterCursor, ownerOf } from '../facts/attribution.ts';
import { beginFacts, commit, type ActorContext } from './context.ts';
import { applyBills, applyFills } from '../facts/ledger-facts.ts';
import { applyOrderReport } from '../facts/order-facts.ts';
import {
  firstReadBackMs,
  ledgerLagMs,
  leverageRetryMs,
  slowReadEveryMs,
  snapshotEveryMs,
  snapshotGapMs,
  snapshotJitterMs,
} from '../limits.ts';
import { hasAnyPosition, instrumentsOf, ordersOf, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { isOpen } from '../orders/order-state.ts';
import type { FillReport, OrderReport } from '../ports/index.ts';

/**
 * Returns true when the interval between snapshots has passed. When a snapshot was requested, returns true after the
 * shortest gap has passed.
 */
export function isSnapshotDue({ memory, clock }: ActorContext): boolean {
  const now = clock.now();
  if (now >= memory.snapshotDueAt) return true;
  return memory.isSnapshotWanted && (memory.snapshot === null || now >= memory.snapshot.startedAt + snapshotGapMs);
}

/** Reads the account and applies the reports in one transaction. Less frequent readings are applied in a transaction of their own. */
export async function readSnapshot(context: ActorContext): Promise<void> {
  const { memory, clock, exchange } = context;
  const now = clock.now();
  memory.isSnapshotWanted = false;
  memory.snapshotDueAt = now + snapshotEveryMs + Math.floor(context.chance.next() * snapshotJitterMs);
  const isSlow = now >= memory.slowReadDueAt;
  if (isSlow) await readAccountAndBills(context);
  const instruments = instrumentsOf(memory);
  const completeUntil = exchange.venueNow() - ledgerLagMs;
  const [fills, open, positions, balance] = await Promise.all([
    exchange.fillsAfter(instruments, { billId: memory.fillCursor, sinceAt: unreadSince(memory, memory.fillsReadAt) }),
    exchange.openOrders(instruments),
    exchange.positions(instruments),
    exchange.balance(),
  ]);
  const facts = beginFacts(context);
  if (fills.ok) {
    applyReadFills(facts, fills.value, completeUntil);
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

// Returns the time since which data may be unread: `firstReadBackMs` before the last reading. When nothing was read
// yet, this is `firstReadBackMs` before the creation of the oldest bot.
function unreadSince(memory: AccountMemory, readAt: number): number {
  const beginnings = [...memory.bots.values()].map((bot) => bot.row.createdAt);
  return (readAt > 0 ? readAt : Math.min(memory.firstReadAt, ...beginnings)) - firstReadBackMs;
}

// The cursor stays before the newest fills. The exchange may list a fill late, and this fill can be older than fills
// that are already listed.
function applyReadFills(facts: FactContext, fills: readonly FillReport[], completeUntil: number): void {
  applyFills(facts, fills);
  const complete = fills.filter((fill) => fill.at <= completeUntil);
  const cursor = complete.reduce(
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
  for (const listed of listing.orders) {
    const order = facts.memory.orders.get(listed.clientId);
    // A listing that is older than the latest fact about an order proves nothing about the order.
    if (order !== undefined && listing.startedAt > order.factAt) applyOrderReport(facts, listed);
    if (order === undefined) reportOrphan(context, facts, listed);
  }
}

// An orphan order has a valid client id of ours and no intent. Another program sent the order, or the journal was
// restored from a backup. The actor logs an orphan order and never adopts it.
function reportOrphan(context: ActorContext, facts: FactContext, order: OrderReport): void {
  const owner = ownerOf(facts.memory, order.clientId, context.keyedHash);
  if (owner.kind === 'foreign') return;
  context.log.write('error', 'order.withoutIntent', { accountId: facts.memory.accountId, clientId: order.clientId });
}

function countDifferences({ memory }: ActorContext): void {
  for (const bot of memory.bots.values()) {
    if (bot.difference !== null) bot.difference = { ...bot.difference, snapshots: bot.difference.snapshots + 1 };
  }
}

async function readAccountAndBills(context: ActorContext): Promise<void> {
  const { memory, exchange, clock } = context;
  const completeUntil = exchange.venueNow() - ledgerLagMs;
  const [account, bills] = await Promise.all([
    exchange.account(),
    exchange.billsAfter({ billId: memory.billCursor, sinceAt: unreadSince(memory, memory.billsReadAt) }),
  ]);
  if (account.ok) memory.account = { value: account.value, readAt: account.startedAt };
  if (bills.ok) {
    const facts = beginFacts(context);
    applyBills(facts, bills.value, completeUntil);
    memory.billCursor = facts.batch.billCursor ?? memory.billCursor;
    await commit(context, facts);
    memory.billsReadAt = bills.startedAt;
  }
  if (account.ok && bills.ok) memory.slowReadDueAt = clock.now() + slowReadEveryMs;
}

/**
 * Reads the leverage of the instrument of each bot. Sets the leverage when it differs and the instrument has neither a
 * position nor open orders (decision 7).
 */
export async function prepareLeverage(context: ActorContext): Promise<void> {
  for (const bot of context.memory.bots.values()) {
    if (bot.state.status === 'active' && isLeverageDue(context, bot)) await readLeverage(context, bot);
  }
}

// An unknown leverage is read in the next pass. A leverage that differs from the configuration is read again after
// `leverageRetryMs`, and a correct leverage after `slowReadEveryMs`.
function isLeverageDue({ clock }: ActorContext, bot: BotMemory): boolean {
  if (bot.leverage === null) return true;
  const isAsPlanned = compareDecimals(bot.leverage.value, bot.config.leverage) === 0;
  return clock.now() >= bot.leverage.readAt + (isAsPlanned ? slowReadEveryMs : leverageRetryMs);
}

async function readLeverage(context: ActorContext, bot: BotMemory): Promise<void> {
  const { memory, exchange, clock } = context;
  const { instrument, leverage } = bot.config;
  const read = await exchange.leverage(instrument.id);
  if (!read.ok) return;
  bot.leverage = { value: read.value, readAt: clock.now() };
  const hasOrders = ordersOf(memory, bot.row.botId).some((order) => isOpen(order.state));
  if (compareDecimals(read.value, leverage) === 0 || hasOrders || hasAnyPosition(memory, instrument.id) !== false)
    return;
  const outcome = await exchange.setLeverage(instrument.id, leverage);
  // After any other outcome, only a new reading shows which leverage is set.
  bot.leverage = outcome.kind === 'accepted' ? { value: leverage, readAt: clock.now() } : null;
}

/** Closes the amend and cancel intents that were open before a restart and whose order has ended. */
export function closeStaleIntents(facts: FactContext, intentIds: readonly string[]): void {
  for (const id of intentIds) setIntentState(facts.batch, id, { state: 'done', evidence: 'order had ended' });
}
