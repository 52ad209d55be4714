// Compares the indicators with the library `trading-signals`, on random bars and on recorded candles.
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isRecorded, recordedFolder } from '../../../tests/recordings.ts';
import { sampleOf } from '../../../tests/sample.ts';
import type { Bar } from '../src/bars.ts';
import { randomBars } from './random-bars.ts';
import { compareWithLibrary } from './reference.ts';

const tolerance = 1e-12;
const barCount = 600;
const longestWarmUp = 250;

test.each([2, 14, 50])(
  'RSI, ATR and Ichimoku of random bars with the length %i equal the library within 1e-12',
  (length) => {
    for (const [name, { largest, compared }] of Object.entries(
      compareWithLibrary(randomBars(length, barCount), length),
    )) {
      expect(largest, name).toBeLessThan(tolerance);
      expect(compared, name).toBeGreaterThan(barCount - longestWarmUp);
    }
  },
);

const recorded = [
  'binance-perp/BTCUSDT_1h.csv.gz',
  'binance-perp/BTCUSDT_30m.csv.gz',
  'binance-perp/ETHUSDT_1m_2025-01.csv.gz',
  ...['1h', '4h'].map((span) => `okx-swap/ETH-USDT-SWAP_mark_${span}.csv.gz`),
  ...['BTC', 'ETH'].flatMap((coin) =>
    ['15m', '1m_2025-03', '5m_2022'].map((span) => `okx-swap/${coin}-USDT-SWAP_${span}.csv.gz`),
  ),
];

test.each(sampleOf(recorded, 1))(
  'RSI, ATR and Ichimoku of the recorded candles in %s equal the library within 1e-12',
  (name) => {
    const file = path.join(recordedFolder, name);
    if (!isRecorded(file)) return;
    const bars = barsOf(gunzipSync(readFileSync(file)).toString('utf8'));
    for (const [line, { largest, compared }] of Object.entries(compareWithLibrary(bars, 14))) {
      expect(largest, line).toBeLessThan(tolerance);
      expect(compared, line).toBeGreaterThan(bars.length - longestWarmUp);
    }
  },
);

function barsOf(text: string): readonly Bar[] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => {
      const [openedAt = 0, , high = 0, low = 0, close = 0] = row.split(',').map(Number);
      return { openedAt, high, low, close };
    });
}
