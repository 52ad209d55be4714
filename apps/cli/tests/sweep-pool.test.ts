// Tests of sweeps on worker threads: the rows equal the rows of a sweep on one thread, the progress is reported, and the pool can be used after a cancellation.
import { runSweep } from '@rondo/backtest';
import { seededChance } from '@rondo/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOf } from '../../../tests/agreement/compare.ts';
import { madeUpSeries } from '../../../tests/agreement/series.ts';
import { openSweepPool, type SweepPool } from '../src/sweep/sweep-pool.ts';

const series = madeUpSeries(seededChance('sweep pool'), 10_000, 180_000);
const { candles, funding } = series;
const configs = casesOf(series, 0, 60).map((one) => one.config);
let pool: SweepPool;

beforeAll(async () => {
  pool = await openSweepPool(candles, { funding, workers: 2 });
});
afterAll(async () => {
  await pool.close();
});

test('two threads return the same rows as one thread, in the order of the configurations', async () => {
  const heard: number[] = [];
  const result = await pool.sweep(configs, { onProgress: (done) => heard.push(done) });
  expect(result).toEqual(runSweep(candles, configs, { funding }));
  expect(result.rows).toHaveLength(configs.length);
  expect(heard.every((done, place) => done >= 0 && done <= 1 && done >= (heard[place - 1] ?? 0))).toBe(true);
  expect(heard.at(-1)).toBe(1);
});

test('a cancelled sweep returns no rows, and the next sweep of the pool returns the rows of all its configurations', async () => {
  const stop = new AbortController();
  const cancelled = await pool.sweep(configs, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(cancelled).toEqual({ isCancelled: true, rows: [] });
  const few = configs.slice(0, 5);
  expect(await pool.sweep(few)).toEqual(runSweep(candles, few, { funding }));
});

test('a sweep without configurations returns no rows', async () => {
  expect(await pool.sweep([])).toEqual({ isCancelled: false, rows: [] });
});
