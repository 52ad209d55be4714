// Reads data that change rarely: the settings of the account, the permissions of its key, and its bills.
import type { ActorContext } from '../actor/context.ts';
import type { FactContext } from '../facts/batch.ts';
import { applyBills } from '../facts/ledger-facts.ts';
import { noteUnreadableRows } from '../facts/unreadable-rows.ts';
import { accountMaxAgeMs, billsEveryMs, ledgerLagMs } from '../limits.ts';
import { instrumentsOf, type AccountMemory } from '../memory/account-memory.ts';
import type { AccountReport, BillReport, LedgerPage, Log, Report, Venue } from '../ports/index.ts';
import { slowReadDueAt } from './cadence.ts';
import { unreadSince } from './snapshot.ts';

type SlowReports = {
  readonly account: Report<AccountReport>;
  readonly bills: Report<LedgerPage<BillReport>> | null; // Null when the bills were not read.
};

/** Starts the slow reading when it is due. */
export function startSlowReading(context: ActorContext): void {
  const { memory, clock, exchange, tasks, log } = context;
  if (tasks.isRunning('slow') || clock.now() < slowReadDueAt(memory)) return;
  const areBillsDue = memory.isSlowReadWanted || isBillExpected(memory, { now: clock.now(), venue: exchange.venue });
  memory.isSlowReadWanted = false;
  memory.slowTriedAt = clock.now();
  const readBills = () =>
    exchange.billsAfter(instrumentsOf(memory), {
      billId: memory.billCursor,
      sinceAt: unreadSince(memory, memory.billsReadAt),
      walk: memory.billWalk,
      completeUntil: exchange.venueNow() - ledgerLagMs,
    });
  tasks.start('slow', async () => {
    const [account, bills] = await Promise.all([exchange.account(), areBillsDue ? readBills() : null]);
    if (account.ok && bills === null && isVerified(context, account.value)) {
      memory.account = { value: account.value, readAt: account.startedAt };
      memory.slowReadAt = clock.now();
      return null;
    }
    return (facts) => applySlowReports(log, facts, { account, bills });
  });
}

// Returns true when the settings are as before, and no entry waits for them.
function isVerified({ memory, clock }: ActorContext, read: AccountReport): boolean {
  const { account, isTradeRefused, isSlowReadWanted } = memory;
  if (account === null || clock.now() - account.readAt > accountMaxAgeMs || isTradeRefused || isSlowReadWanted)
    return false;
  return JSON.stringify(read) === JSON.stringify(account.value);
}

// A bill follows each fill and each funding. Other bills, such as transfers, change no bot and are read every `billsEveryMs`. The list is read once more
// after `ledgerLagMs`, because the exchange may list a bill late.
function isBillExpected(
  { isConnected, billWalk, billsReadAt, bots }: AccountMemory,
  { now, venue }: { readonly now: number; readonly venue: Venue },
): boolean {
  if (!isConnected || billWalk !== null || now - billsReadAt >= billsEveryMs) return true;
  const fundingBillAt = (venue.lastFundingAt(now) ?? 0) + venue.fundingBillWithinMs;
  const expected = [...bots.values()].map(({ lastFactAt }) => lastFactAt);
  return [...expected, fundingBillAt].some((at) => at + ledgerLagMs >= billsReadAt);
}

function applySlowReports(log: Log, facts: FactContext, { account, bills }: SlowReports): void {
  const { memory, batch } = facts;
  noteTradeRefusal(facts, account);
  if (account.ok) memory.account = { value: account.value, readAt: account.startedAt };
  if (bills?.ok === true) {
    noteUnreadableRows(facts, { list: 'bill', rows: bills.value.unreadable, log });
    applyBillPage(facts, bills.value, bills.startedAt);
  }
  const areBillsComplete = bills === null || (bills.ok && bills.value.next === null);
  if (account.ok && areBillsComplete) memory.slowReadAt = batch.now;
}

// Orders that the exchange refused because of the key wait for up to `backoffPatientMs`. When the key may trade again, the waits end, so that
// the exits of open positions are placed. The counts of the refusals stay.
function noteTradeRefusal({ memory, venue, batch }: FactContext, account: Report<AccountReport>): void {
  if (!account.ok) {
    memory.isTradeRefused ||= account.reason === 'key';
    return;
  }
  const isRefused = venue.accountRefusal(account.value) !== null;
  if (memory.isTradeRefused && !isRefused)
    for (const { backoffs } of memory.bots.values())
      for (const [name, { until, count }] of backoffs) backoffs.set(name, { until: Math.min(until, batch.now), count });
  memory.isTradeRefused = isRefused;
}

// A page is stored in one transaction with its cursor, and the next page is read immediately.
function applyBillPage(facts: FactContext, page: LedgerPage<BillReport>, startedAt: number): void {
  const { memory, batch } = facts;
  applyBills(facts, page);
  memory.billWalk = page.next;
  memory.billCursor = batch.billCursor ?? memory.billCursor;
  if (page.next === null) memory.billsReadAt = startedAt;
  else memory.slowTriedAt = null;
}
