// Reading what changes rarely: the settings of the account, its permissions, and its bills.
import type { ActorContext } from '../actor/context.ts';
import type { FactContext } from '../facts/batch.ts';
import { applyBills } from '../facts/ledger-facts.ts';
import { ledgerLagMs } from '../limits.ts';
import type { AccountReport, BillReport, Report } from '../ports/index.ts';
import { slowReadDueAt } from './cadence.ts';
import { unreadSince } from './snapshot.ts';

type SlowReports = {
  readonly account: Report<AccountReport>;
  readonly bills: Report<readonly BillReport[]>;
  readonly completeUntil: number; // exchange time up to which the bills are complete
};

/** Starts the slow reading when it is due. */
export function startSlowReading({ memory, clock, exchange, tasks }: ActorContext): void {
  if (tasks.isRunning('slow') || clock.now() < slowReadDueAt(memory)) return;
  memory.isSlowReadWanted = false;
  memory.slowTriedAt = clock.now();
  tasks.start('slow', async () => {
    const completeUntil = exchange.venueNow() - ledgerLagMs;
    const [account, bills] = await Promise.all([
      exchange.account(),
      exchange.billsAfter({ billId: memory.billCursor, sinceAt: unreadSince(memory, memory.billsReadAt) }),
    ]);
    return (facts) => applySlowReports(facts, { account, bills, completeUntil });
  });
}

function applySlowReports(facts: FactContext, { account, bills, completeUntil }: SlowReports): void {
  const { memory, batch } = facts;
  if (account.ok) memory.account = { value: account.value, readAt: account.startedAt };
  if (bills.ok) {
    applyBills(facts, bills.value, completeUntil);
    memory.billCursor = batch.billCursor ?? memory.billCursor;
    memory.billsReadAt = bills.startedAt;
  }
  if (account.ok && bills.ok) memory.slowReadAt = batch.now;
}
