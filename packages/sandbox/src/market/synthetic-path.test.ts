// Tests of the seeded market: equal seeds give equal markets, different seeds give different markets, and the market agrees with its history.
import { expect, test } from 'vitest';
import { instruments } from './instruments.ts';
import { createSyntheticPath } from './synthetic-path.ts';
import { openHarness } from '../../tests/_harness.ts';

const candles = (harness: ReturnType<typeof openHarness>, query: string): readonly string[][] =>
  // A candle row is an array of strings.
  harness.core.request({
    method: 'GET',
    path: '/api/v5/market/history-candles',
    query: `instId=BTC-USDT-SWAP&${query}`,
  }).json.data as readonly string[][];

test('equal seeds give equal markets, and another seed gives another market', () => {
  const first = candles(openHarness({ seed: 1 }), 'limit=50');
  expect(candles(openHarness({ seed: 1 }), 'limit=50')).toEqual(first);
  expect(candles(openHarness({ seed: 2 }), 'limit=50')).not.toEqual(first);
});

test('the history has candles of four years and no older candle', () => {
  const harness = openHarness();
  const from = harness.clock.now() - 1_461 * 86_400_000;
  expect(candles(harness, `bar=15m&limit=3&after=${from + 3_600_000}`)).toHaveLength(3);
  expect(candles(harness, `bar=15m&limit=3&after=${from - 900_000}`)).toEqual([]);
});

test('the opening levels of the days before 2023-08 differ from each other', () => {
  for (const instrument of instruments.values()) {
    const path = createSyntheticPath('x', instrument);
    const opens = [0, 1, 2, 3].map((month) => path.priceAt(Date.UTC(2022, 11 + month, 1)));
    expect(new Set(opens).size).toBe(4);
  }
});

test('one-minute candles have no gap, and each candle opens within two percent of the previous close', () => {
  const harness = openHarness();
  const rows = candles(harness, 'limit=300');
  for (const [index, row] of rows.entries()) {
    const older = rows[index + 1];
    if (!older) continue;
    expect(Number(row[0]) - Number(older[0])).toBe(60_000);
    expect(Math.abs(Number(row[1]) - Number(older[4]))).toBeLessThan(Number(row[1]) * 0.02);
    expect(Number(row[2])).toBeGreaterThanOrEqual(Math.max(Number(row[1]), Number(row[4])));
  }
});

test('the live market continues its history, and the candles show the prices of the market', () => {
  const harness = openHarness({ speed: 1 });
  const seen: number[] = [];
  for (let second = 0; second < 90; second += 1) {
    harness.clock.pass(1_000);
    harness.core.step();
    seen.push(Number(harness.get('/api/v5/market/ticker?instId=BTC-USDT-SWAP')[0]?.['last']));
  }
  const rows = candles(harness, 'limit=3');
  const high = Math.max(...rows.map((row) => Number(row[2])));
  const low = Math.min(...rows.map((row) => Number(row[3])));
  expect(Math.max(...seen)).toBeLessThanOrEqual(high);
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(low);
  expect(Number(rows[0]?.[4])).toBe(seen.at(-1));
});

test('the volume of the last 24 hours of a ticker is the sum of the volumes of its candles, in contracts and in the base coin', () => {
  const harness = openHarness({ speed: 1 });
  const hourMs = 3_600_000;
  harness.clock.pass(hourMs - (harness.clock.now() % hourMs));
  const now = harness.clock.now();
  const sumOf = (query: string, column: number): number =>
    candles(harness, query).reduce((sum, row) => sum + Number(row[column]), 0);
  const [ticker] = harness.get('/api/v5/market/ticker?instId=BTC-USDT-SWAP');
  // Each row is rounded to two digits.
  expect(sumOf(`bar=1H&after=${now}&limit=24`, 5)).toBeCloseTo(Number(ticker?.['vol24h']), 0);
  expect(sumOf(`bar=1H&after=${now}&limit=24`, 6)).toBeCloseTo(Number(ticker?.['volCcy24h']), 0);
  expect(Number(ticker?.['volCcy24h'])).toBeCloseTo(Number(ticker?.['vol24h']) * 0.01, 0);
  expect(sumOf(`bar=1m&after=${now}&limit=60`, 5)).toBeCloseTo(sumOf(`bar=1H&after=${now}&limit=1`, 5), 0);
});

test('the volumes of minutes and of hours differ from each other, by at most a half of their mean', () => {
  for (const instrument of instruments.values()) {
    const path = createSyntheticPath('x', instrument);
    const start = Date.UTC(2025, 5, 1);
    for (const [widthMs, least] of [
      [60_000, 0.1],
      [3_600_000, 0.05],
    ] as const) {
      const volumes = Array.from({ length: 200 }, (_, index) =>
        path.volumeBetween(start + index * widthMs, start + (index + 1) * widthMs),
      );
      const mean = volumes.reduce((sum, volume) => sum + volume, 0) / volumes.length;
      expect(Math.min(...volumes) / mean).toBeGreaterThan(0.4);
      expect(Math.max(...volumes) / Math.min(...volumes)).toBeGreaterThan(1 + least);
    }
  }
});

test('the price range of every listed market on one day is between 0.4 % and 60 %', () => {
  for (const instrument of instruments.values()) {
    const path = createSyntheticPath('x', instrument);
    const start = Date.UTC(2025, 5, 1);
    const prices = Array.from({ length: 1_440 }, (_, minute) => path.priceAt(start + minute * 60_000));
    const range = Math.max(...prices) / Math.min(...prices) - 1;
    expect(range).toBeGreaterThan(0.004);
    expect(range).toBeLessThan(0.6);
  }
});
