// Tests of the price band. An exit whose limit price crosses the last price by more than the band allows is sent at the
// edge of the band. All other orders are unchanged.
import { lots, ticks } from '@rondo/decimal';
import type { DesiredOrder } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { priceMaxAgeMs, venuePriceMaxAgeMs } from '../limits.ts';
import type { TickerReport } from '../ports/index.ts';
import { withinBand } from './price-band.ts';

const now = 1_000_000;
const ticker: TickerReport = {
  instrumentId: 'ETH-USDT-SWAP',
  last: ticks(200_001n),
  bid: null,
  ask: null,
  at: now,
  receivedAt: now,
};

const band = { farthestPerMille: 10n, edgePerMille: 5n };

type Changes = Partial<DesiredOrder> & { readonly at?: number; readonly venueNow?: number | null };

function priceOf(
  side: 'buy' | 'sell',
  price: bigint,
  { at = now, venueNow = now, ...changes }: Changes = {},
): bigint | null {
  const slot = { kind: 'baseExit', round: 1, step: 0 } as const;
  const order = {
    slot,
    generation: 0,
    side,
    type: 'limit',
    price: ticks(price),
    lots: lots(1n),
    reduces: true,
  } as const;
  return withinBand({ ...order, ...changes }, { band, ticker, now: at, venueNow }).price;
}

test('an exit whose limit price crosses the last price by more than the band allows is sent half a percent beyond the last price, rounded towards the last price', () => {
  expect(priceOf('sell', 180_000n)).toBe(199_001n);
  expect(priceOf('buy', 220_000n)).toBe(201_001n);
});

test('a resting exit, an exit inside the band, an entry and a trigger order keep their price, and an exit also keeps its price while the last price is too old', () => {
  expect(priceOf('sell', 210_000n)).toBe(210_000n);
  expect(priceOf('buy', 190_000n)).toBe(190_000n);
  expect(priceOf('sell', 198_001n)).toBe(198_001n);
  expect(priceOf('buy', 202_001n)).toBe(202_001n);
  expect(priceOf('buy', 220_000n, { reduces: false })).toBe(220_000n);
  expect(priceOf('sell', 180_000n, { type: 'trigger' })).toBe(180_000n);
  expect(priceOf('sell', 180_000n, { at: now + priceMaxAgeMs + 1 })).toBe(180_000n);
  expect(priceOf('sell', 180_000n, { venueNow: now + venuePriceMaxAgeMs + 1 })).toBe(180_000n);
  expect(priceOf('sell', 180_000n, { venueNow: null })).toBe(180_000n);
});

test('withinBand changes no order when the venue has no price band', () => {
  const order = { slot: { kind: 'baseExit', round: 1, step: 0 }, generation: 0, side: 'sell', type: 'limit' } as const;
  const far = { ...order, price: ticks(1n), lots: lots(1n), reduces: true };
  expect(withinBand(far, { band: null, ticker, now, venueNow: now })).toBe(far);
});
