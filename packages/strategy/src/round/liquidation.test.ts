import { decimal, fraction } from '@rondo/decimal';
import { botConfig, ethSwap } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { estimateLiquidation, maintenanceRate } from './liquidation.ts';

const base = { equity: fraction(2000n), openLots: 10_000n, costTickLots: fraction(10_000n * 200_000n) };

test('a long is liquidated at the price (K - E) / (Q (1 - m)), where its equity equals its maintenance margin', () => {
  // The input has the size Q = 10 ETH, the cost K = 20,000, the equity E = 2,000 and the maintenance rate m = 0.0045.
  // The price is (20,000 - 2,000) / (10 * 0.9955) = 1808.1366..., in ticks.
  expect(estimateLiquidation({ config: botConfig(), ...base })).toEqual(fraction(18_000n * 100_000n, 9_955n));
});

test('a short is liquidated at the price (E + K) / (Q (1 + m))', () => {
  expect(estimateLiquidation({ config: botConfig({ direction: 'short' }), ...base })).toEqual(
    fraction(22_000n * 100_000n, 10_045n),
  );
});

test('a long whose equity covers its cost and a bot without open lots have no liquidation price', () => {
  expect(estimateLiquidation({ config: botConfig(), ...base, equity: fraction(20_000n) })).toBeNull();
  expect(estimateLiquidation({ config: botConfig(), ...base, openLots: 0n })).toBeNull();
});

test('the maintenance rate is the rate of the tier that contains the size', () => {
  const tiers = [
    { maxSz: decimal('10'), mmr: decimal('0.004') },
    { maxSz: decimal('20'), mmr: decimal('0.01') },
    { maxSz: decimal('50'), mmr: decimal('0.02') },
  ];
  const rules = { ...ethSwap, tiers };
  expect(maintenanceRate(rules, 1000n)).toEqual(decimal('0.004'));
  expect(maintenanceRate(rules, 1001n)).toEqual(decimal('0.01'));
  expect(maintenanceRate(rules, 5000n)).toEqual(decimal('0.02'));
  expect(maintenanceRate(rules, 9000n)).toEqual(decimal('0.02'));
  expect(() => maintenanceRate({ ...rules, tiers: [] }, 1n)).toThrow(
    'The instrument ETH-USDT-SWAP has no position tier.',
  );
});
