// Tests of the rate budget. Requests use only a share of a rate limit, urgent requests are sent first, and the wait of
// a request is limited.
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createRateBudget, type Priority } from './rate-budget.ts';

test('in every window of two seconds at most 80 % of the rate limit is used', async () => {
  const clock = createVirtualClock();
  const budget = createRateBudget(clock);
  const grantedAt: number[] = [];
  for (let index = 0; index < 60; index += 1) {
    void budget
      .take({ key: 'reads', limit: 10, priority: 'read' }, 60_000)
      .then((granted) => granted && grantedAt.push(clock.now()));
  }
  await clock.pass(0);
  expect(grantedAt).toHaveLength(8);
  await clock.pass(20_000);
  expect(grantedAt).toHaveLength(60);
  const inWindow = grantedAt.map((at) => grantedAt.filter((other) => other >= at && other < at + 2_000).length);
  expect(Math.max(...inWindow)).toBe(8);
});

test('closes and exits are sent before waiting entries, and entries do not use the whole budget', async () => {
  const clock = createVirtualClock();
  const budget = createRateBudget(clock);
  const order: Priority[] = [];
  const take = (priority: Priority): void =>
    void budget.take({ key: 'orders', limit: 60, priority }, 60_000).then((granted) => granted && order.push(priority));
  for (let index = 0; index < 48; index += 1) take('entry');
  await clock.pass(0);
  const burst = order.length;
  expect(burst).toBeLessThan(48);
  take('close');
  take('exit');
  await clock.pass(0);
  expect(order.slice(burst)).toEqual(['close', 'exit']);
});

test('any number of reads for screens leaves half of a bucket to the reads of bots, which never wait for them', async () => {
  const clock = createVirtualClock();
  const budget = createRateBudget(clock);
  const grantedAt: Record<'read' | 'screen', number[]> = { read: [], screen: [] };
  const take = (priority: 'read' | 'screen'): void => {
    const use = { key: 'markPrice', limit: 10, priority };
    void budget.take(use, 10_000).then((granted) => granted && grantedAt[priority].push(clock.now()));
  };
  const startedAt = clock.now();
  for (let step = 0; step < 40; step += 1) {
    for (let index = 0; index < 10; index += 1) take('screen');
    if (step % 5 === 0) for (let index = 0; index < 2; index += 1) take('read');
    await clock.pass(250);
  }
  const asked = Array.from({ length: 8 }, (_, index) => startedAt + 1_250 * index);
  expect(grantedAt.read).toEqual(asked.flatMap((at) => [at, at]));
  const inWindow = grantedAt.screen.map((at) => grantedAt.screen.filter((other) => other >= at && other < at + 2_000));
  expect(Math.max(...inWindow.map((times) => times.length))).toBe(4);
});

test('a request is refused when its longest wait has passed or the queue is full', async () => {
  const clock = createVirtualClock();
  const budget = createRateBudget(clock);
  const grants: boolean[] = [];
  const use = { key: 'slow', limit: 1, priority: 'read' } as const;
  for (let index = 0; index < 260; index += 1) void budget.take(use, 3_000).then((granted) => grants.push(granted));
  await clock.pass(0);
  expect(grants.filter((granted) => granted)).toHaveLength(1);
  expect(grants.filter((granted) => !granted).length).toBeGreaterThanOrEqual(59);
  await clock.pass(3_001);
  expect(grants).toHaveLength(260);
});

test('after a penalty no request is sent for one window', async () => {
  const clock = createVirtualClock();
  const budget = createRateBudget(clock);
  const use = { key: 'reads', limit: 10, priority: 'read' } as const;
  expect(await budget.take(use, 1_000)).toBe(true);
  budget.penalise('reads');
  let granted = false;
  void budget.take(use, 10_000).then((response) => (granted = response));
  await clock.pass(1_900);
  expect(granted).toBe(false);
  await clock.pass(600);
  expect(granted).toBe(true);
});

test('while 500 accounts are read, every reading is sent within 8 s, and commands are sent immediately', async () => {
  const clock = createVirtualClock();
  const budget = createRateBudget(clock);
  const waits: Record<Priority, number[]> = { close: [], exit: [], entry: [], read: [], screen: [] };
  let refusals = 0;
  const take = (priority: Priority): void => {
    const from = clock.now();
    const use = { key: 'address', limit: 1_000, priority, isAddress: true };
    void budget
      .take(use, 10_000)
      .then((granted) => void (granted ? waits[priority].push(clock.now() - from) : (refusals += 1)));
  };
  for (let index = 0; index < 2_500; index += 1) take('read');
  for (const priority of ['close', 'exit', 'entry'] as const)
    for (let index = 0; index < 20; index += 1) take(priority);
  await clock.pass(10_000);
  expect(refusals).toBe(0);
  expect(waits.read).toHaveLength(2_500);
  expect(Math.max(...waits.read)).toBeLessThanOrEqual(8_000);
  for (const priority of ['close', 'exit', 'entry'] as const) expect(Math.max(...waits[priority])).toBe(0);
});
