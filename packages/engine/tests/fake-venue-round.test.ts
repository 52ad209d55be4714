// Tests that the engine can run whole rounds on a second venue. This venue has other ids and other account levels, and
// a later cursor has a smaller number.
import { fakeVenueCodes } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { parseClientOrderId } from '../src/index.ts';
import { keyedHash } from './builders.ts';
import { openWorld, stop } from './fake-world.ts';

test('a bot on the fake venue opens a round, places its ladder, takes profit and stops', async () => {
  const { memory, exchange, begin, run, lines, steps } = openWorld();
  const engine = begin('first');
  await run(15_000);
  expect(steps().toSorted()).toEqual(['baseExit0', 'entry2', 'entry3']);
  expect(exchange.position()).toBeGreaterThan(0n);
  exchange.setPrice(202_000n);
  await run(15_000);
  expect(lines()).toContain('roundCompleted');
  expect(lines().filter((line) => line === 'roundOpened')).toHaveLength(2);
  expect(await engine.dispatch(stop)).toBe('done');
  await run(90_000);
  expect([exchange.position(), exchange.resting()]).toEqual([0n, []]);
  expect(memory.contents.views.get('bot')).toMatchObject({ status: 'completed', endReason: 'stopped_closed' });
  expect(memory.contents.fills.size).toBe(exchange.fills.length);
  await engine.stop();
});

test('the stored cursor is the latest cursor by `compareCursor` of the venue, and after a restart the engine reads the fills after this cursor', async () => {
  const { memory, exchange, begin, run } = openWorld();
  const first = begin('first');
  await run(15_000);
  exchange.setPrice(198_000n);
  await run(15_000);
  exchange.setPrice(196_000n);
  await run(120_000);
  const latest = fakeVenueCodes.cursorOf(exchange.fills.length - 1);
  expect(exchange.fills.length).toBeGreaterThan(2);
  expect((await memory.connect('reader').load('a', { foldVersion: 1, events: 1, keys: 1 })).fillCursor).toBe(latest);
  await first.stop();
  const reads = exchange.cursors.length;
  const second = begin('second');
  await run(10_000);
  expect(exchange.cursors.slice(reads).length).toBeGreaterThan(0);
  expect(new Set(exchange.cursors.slice(reads))).toEqual(new Set([latest]));
  await second.stop();
});

test('an entry that the venue reports as cancelled by its user is not placed again', async () => {
  const { exchange, begin, run, lines, steps } = openWorld();
  const engine = begin('first');
  await run(15_000);
  const deepest = exchange.resting().find((id) => parseClientOrderId(id, keyedHash)?.step === 3) ?? '';
  exchange.cancelByUser(deepest);
  await run(20_000);
  expect(lines()).toContain('orderCancelledOutside');
  expect(steps().toSorted()).toEqual(['baseExit0', 'entry2']);
  await engine.stop();
});

test('on an account with an unsupported level no round opens', async () => {
  const { exchange, begin, run } = openWorld();
  exchange.setAccount({ level: 'basic' });
  const engine = begin('first');
  await run(30_000);
  expect([exchange.fills, exchange.resting()]).toEqual([[], []]);
  await engine.stop();
});
