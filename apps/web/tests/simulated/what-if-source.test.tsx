// Tests of what the what-if strip tells about its candles.
import { expect, test } from 'vitest';
import type { CandleCoverage } from '@rondo/contract';
import { WhatIfSource } from '../../src/features/what-if/candles/what-if-source.tsx';
import { show } from '../support/show.tsx';

const dayMs = 86_400_000;
const barMs = 900_000;
const month = (place: number, tickSize: string): CandleCoverage['months'][number] => ({
  month: `2024-0${place + 1}`,
  source: 'live',
  candles: (200 * dayMs) / barMs,
  missing: 0,
  from: place * 200 * dayMs,
  to: (place + 1) * 200 * dayMs - barMs,
  tick_size: tickSize,
  bytes: 9,
  hash: String(place),
});
const coverage: CandleCoverage = {
  instId: 'BTC-USDT-SWAP',
  bar: '15m',
  is_simulated: false,
  state: 'whole',
  months: [month(0, '0.1'), month(1, '0.01')],
  at: 400 * dayMs + 3 * 3_600_000,
};
const result = { candles: 38_400, fromAt: 0, toAt: 400 * dayMs };

test('the strip tells that the tick size has changed and how old the newest candle is', async () => {
  const { container } = await show(<WhatIfSource coverage={coverage} result={result} />);
  expect(container.textContent).toContain('The tick size changed within these candles: 0.1 \u2192 0.01.');
  expect(container.textContent).toContain('The newest candle closed 3 h 0 min ago.');
  expect(container.textContent).not.toMatch(/missing|shorter/);
});

test('recent candles with one tick size have neither sentence', async () => {
  const same = { ...coverage, months: [month(0, '0.1'), month(1, '0.1')], at: 400 * dayMs };
  const { container } = await show(<WhatIfSource coverage={same} result={result} />);
  expect(container.textContent).not.toMatch(/tick size|newest candle/);
});
