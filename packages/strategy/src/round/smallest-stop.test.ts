// Tests of the smallest stop loss: fees of both sides, spread and the gap between mark and last price (strategy 5).
import { decimal, formatDecimal, ratio, type Decimal, type Ratio } from '@rondo/decimal';
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { refusedStopLoss } from './smallest-stop.ts';

const market = { last: decimal('2000'), bid: null, ask: null, markGap: null };
/** The stop loss is in hundred-thousandths of the budget. Step 1 has 0.625 of the budget as its notional. */
const refused = (stop: bigint, changes: { bid?: Decimal; ask?: Decimal; markGap?: Ratio } = {}): string | null => {
  const config = botConfig({ stopLoss: { fractionOfBudget: ratio(stop, 100_000n), endsBot: false } });
  const smallest = refusedStopLoss(config, { ...market, ...changes });
  return smallest === null ? null : formatDecimal(smallest);
};

test('a stop loss needs twice the taker fee of step 1 and a gap of 0.15 %', () => {
  // The smallest allowed stop loss is 0.625 * (0.05 % + 0.05 % + 0.15 %) = 0.15625 % of the budget.
  expect([refused(156n), refused(157n), refused(1n)]).toEqual(['0.2', null, '0.2']);
});

test('the spread increases the smallest allowed stop loss, and an unknown or crossed spread counts as zero', () => {
  // A spread of 0.1 % adds 0.0625 % of the budget.
  const spread = { bid: decimal('1999'), ask: decimal('2001') };
  expect([refused(218n, spread), refused(219n, spread)]).toEqual(['0.3', null]);
  expect(refused(157n, { bid: decimal('1999') })).toBeNull();
  expect(refused(157n, { bid: decimal('2001'), ask: decimal('1999') })).toBeNull();
});

test('a measured gap is used in place of 0.15 % when the measured gap is larger', () => {
  expect(refused(157n, { markGap: ratio(1n, 1_000n) })).toBeNull();
  // With a gap of 0.5 % the smallest allowed stop loss is 0.625 * (0.1 % + 0.5 %) = 0.375 % of the budget.
  expect([refused(374n, { markGap: ratio(5n, 1_000n) }), refused(375n, { markGap: ratio(5n, 1_000n) })]).toEqual([
    '0.4',
    null,
  ]);
});

test('a bot without a stop loss is not refused', () => {
  expect(refusedStopLoss(botConfig(), market)).toBeNull();
});
