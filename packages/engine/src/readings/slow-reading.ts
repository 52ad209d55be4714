// Reads data that change rarely: the settings of the account, the permissions of its key, and its bills.
import type { ActorContext } from '../actor/context.ts';
import type { FactContext } from '../facts/batch.ts';
import { applyBills } from '../facts/ledger-facts.ts';
import { noteUnreadableRows } from '../facts/unreadable-rows.ts';
import { ledgerLagMs } from '../limits.ts';
import type { AccountReport, BillReport, LedgerPage, Log, Report } from '../ports/index.ts';
import { slowReadDueAt } from './cadence.ts';
import { unreadSince } from './snapshot.ts';

type SlowReports = {
  readonly account: Report<AccountReport>;
  readonly bills: Report<LedgerPage<BillReport>>;
};

/** Starts the slow reading when it is due. */
export function startSlowReading({ memory, clock, exchange, tasks, log }: ActorContext): void {
  if (tasks.isRunning('slow') || clock.now() < slowReadDueAt(memory)) return;
  memory.isSlowReadWanted = false;
  memory.slowTriedAt = clock.now();
  tasks.start('slow', async () => {
    const [account, bills] = await Promise.all([
      exchange.account(),
      exchange.billsAfter({
        billId: memory.billCursor,
        sinceAt: unreadSince(memory, memory.billsReadAt),
        walk: memory.billWalk,
        completeUntil: exchange.venueNow() - ledgerLagMs,
      }),
    ]);
    return (facts) => applySlowReports(log, facts, { account, bills });
  });
}

function applySlowReports(log: Log, facts: FactContext, { account, bills }: SlowReports): void {
  const { memory, batch } = facts;
  noteTradeRefusal(facts, account);
  if (account.ok) memory.account = { value: account.value, readAt: account.startedAt };
  if (bills.ok) {
    noteUnreadableRows(facts, { list: 'bill', rows: bills.value.unreadable, log });
    applyBillPage(facts, bills.value, bills.startedAt);
  }
  if (account.ok && bills.ok && bills.value.next === null) memory.slowReadAt = batch.now;
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
