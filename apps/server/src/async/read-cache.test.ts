// Tests the read cache: concurrent callers share one read, each result has a lifetime, the number of keys is bounded, and a failure is not cached.
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createReadCache } from './read-cache.ts';

interface Result {
  readonly key: string;
  readonly count: number;
  readonly ok: boolean;
}

function setUp(options: { readonly maxAgeMs: number | ((value: Result) => number); readonly maxKeys: number }) {
  const clock = createVirtualClock(1_000_000);
  const reads: string[] = [];
  const outcome = { ok: true };
  const cached = createReadCache<Result>({
    clock,
    ...options,
    isCacheable: ({ ok }) => ok,
    async read(key) {
      reads.push(key);
      const result = { key, count: reads.length, ok: outcome.ok };
      await Promise.resolve();
      return result;
    },
  });
  return { clock, reads, outcome, cached };
}

test('concurrent callers with one key share one read', async () => {
  const { cached, reads } = setUp({ maxAgeMs: 1_000, maxKeys: 10 });
  const results = await Promise.all([cached('a'), cached('a'), cached('a'), cached('b')]);
  expect(reads).toEqual(['a', 'b']);
  expect(results.map(({ count }) => count)).toEqual([1, 1, 1, 2]);
});

test('a result is read again when its lifetime has ended', async () => {
  const { cached, clock, reads } = setUp({ maxAgeMs: ({ count }) => (count === 1 ? 1_000 : 5_000), maxKeys: 10 });
  await cached('a');
  await clock.runUntil(1_000_900);
  await cached('a');
  expect(reads).toHaveLength(1);
  await clock.runUntil(1_001_100);
  await cached('a');
  await clock.runUntil(1_005_000);
  await cached('a');
  expect(reads).toHaveLength(2);
});

test('the callers get the result of a failed read, and this result is not cached', async () => {
  const { cached, reads, outcome } = setUp({ maxAgeMs: 1_000, maxKeys: 10 });
  outcome.ok = false;
  expect((await Promise.all([cached('a'), cached('a')])).map(({ ok }) => ok)).toEqual([false, false]);
  outcome.ok = true;
  expect((await cached('a')).ok).toBe(true);
  expect(reads).toEqual(['a', 'a']);
});

test('the number of keys is bounded even while reads are running', async () => {
  const { cached, reads } = setUp({ maxAgeMs: 1_000, maxKeys: 1 });
  const results = await Promise.all([cached('a'), cached('b')]);
  expect(results.map(({ key }) => key)).toEqual(['a', 'b']);
  await cached('b');
  await cached('a');
  expect(reads).toEqual(['a', 'b', 'a']);
});

test('when the read throws, the caller gets the error and the next call reads again', async () => {
  let attempts = 0;
  const cached = createReadCache<Result>({
    clock: createVirtualClock(1_000_000),
    maxAgeMs: 1_000,
    maxKeys: 1,
    async read(key) {
      attempts += 1;
      if (attempts === 1) throw new Error('unreachable');
      return { key, count: attempts, ok: true };
    },
  });
  await expect(cached('a')).rejects.toThrow('unreachable');
  expect((await cached('a')).count).toBe(2);
});
