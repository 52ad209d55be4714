// Tests of the lease renewal: one statement renews all leases of a node, a lost lease is reported, and a failed
// statement is repeated.
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { leaseRenewMs, leaseRenewRetryMs } from '../limits.ts';
import type { HeldLease } from '../ports/index.ts';
import { createLeaseRenewal } from './lease-renewal.ts';

function openWorld(renew: (leases: readonly HeldLease[]) => Promise<ReadonlySet<string>>) {
  const clock = createVirtualClock();
  const statements: (readonly string[])[] = [];
  const renewal = createLeaseRenewal({
    clock,
    log: createTestLog().log,
    journal: {
      renew(leases) {
        statements.push(leases.map(({ accountId }) => accountId));
        return renew(leases);
      },
    },
  });
  const events: string[] = [];
  const add = (accountId: string): (() => void) =>
    renewal.add(
      { accountId, epoch: 1n },
      { onRenewed: () => events.push(`${accountId} renewed`), onLost: () => events.push(`${accountId} lost`) },
    );
  return { clock, statements, events, add };
}

const allOf = async (leases: readonly HeldLease[]): Promise<ReadonlySet<string>> =>
  new Set(leases.map(({ accountId }) => accountId));

test('the leases of 500 accounts are renewed in one statement every five seconds', async () => {
  const { clock, statements, events, add } = openWorld(allOf);
  for (let account = 0; account < 500; account += 1) add(String(account));
  await clock.pass(3 * leaseRenewMs);
  expect(statements.map((accounts) => accounts.length)).toEqual([500, 500, 500]);
  expect(events).toHaveLength(1_500);
});

test('a lease that another node holds is reported as lost once, and the other lease is renewed', async () => {
  const { clock, statements, events, add } = openWorld(async () => new Set(['a']));
  add('a');
  add('b');
  await clock.pass(2 * leaseRenewMs);
  expect(events).toEqual(['a renewed', 'b lost', 'a renewed']);
  expect(statements).toEqual([['a', 'b'], ['a']]);
});

test('after a failed statement no lease is reported as lost, and the statement is repeated after a second', async () => {
  let failures = 1;
  const { clock, events, add } = openWorld((leases) => {
    failures -= 1;
    return failures < 0 ? allOf(leases) : Promise.reject(new Error('The database is down.'));
  });
  add('a');
  await clock.pass(leaseRenewMs);
  expect(events).toEqual([]);
  await clock.pass(leaseRenewRetryMs);
  expect(events).toEqual(['a renewed']);
});

test('no statement runs after the last lease was removed', async () => {
  const { clock, statements, add } = openWorld(allOf);
  const remove = add('a');
  await clock.pass(leaseRenewMs);
  remove();
  await clock.pass(4 * leaseRenewMs);
  expect(statements).toHaveLength(1);
  add('b');
  await clock.pass(leaseRenewMs);
  expect(statements).toHaveLength(2);
});

test('the next statement runs `leaseRenewMs` after the start of a slow statement', async () => {
  const { clock, statements, add } = openWorld(async (leases) => {
    await new Promise<void>((resolve) => void clock.after(1_000, resolve));
    return allOf(leases);
  });
  add('a');
  await clock.pass(2 * leaseRenewMs);
  expect(statements).toHaveLength(2);
});

test('a lease that is added later does not delay the statement for the earlier leases', async () => {
  const { clock, statements, add } = openWorld(allOf);
  add('a');
  await clock.pass(leaseRenewMs - 1);
  add('b');
  await clock.pass(1);
  expect(statements).toEqual([['a', 'b']]);
});

test('a lease that is removed during a statement gets no event, and the other lease is renewed after `leaseRenewMs`', async () => {
  const removals: (() => void)[] = [];
  const { clock, statements, events, add } = openWorld(async (leases) => {
    for (const remove of removals) remove();
    return allOf(leases);
  });
  removals.push(add('a'));
  add('b');
  await clock.pass(2 * leaseRenewMs);
  expect(events).toEqual(['b renewed', 'b renewed']);
  expect(statements).toEqual([['a', 'b'], ['b']]);
});

test('a lease that is added after all leases were lost is renewed `leaseRenewMs` after it was added', async () => {
  const { clock, statements, events, add } = openWorld(async () => new Set());
  add('a');
  await clock.pass(leaseRenewMs + 1_000);
  add('b');
  await clock.pass(leaseRenewMs - 1);
  expect([statements.length, events]).toEqual([1, ['a lost']]);
  await clock.pass(1);
  expect(statements).toHaveLength(2);
});
