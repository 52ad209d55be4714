// Tests of bots whose ticks and lots become smaller in every phase, and of the new largest sizes of orders (strategy 3.8).
import { decimal, ratio, ticks } from '@rondo/decimal';
import { botConfig, noFee, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { netRealised } from '../round/ledger.ts';
import { timesIn } from '../units.ts';
import type { OrderRules, Units } from '../types.ts';

const first: OrderRules = { tickSz: decimal('0.01'), lotSz: decimal('0.01'), minSz: decimal('0.01') };
const halves: Units = { tickSz: decimal('0.005'), lotSz: decimal('0.005') };

function change(driver: StrategyDriver, rules: Partial<OrderRules>, units: Units = first): void {
  driver.dispatch({ kind: 'rules', rules: { ...first, ...rules }, units });
}

/** Returns kind, step, size in lots and price in ticks of every desired order. */
function ordersOf(driver: StrategyDriver): readonly unknown[] {
  return driver.desired().map(({ slot, lots, price }) => [slot.kind, slot.step, lots, price]);
}

test('timesIn throws RangeError when the large step is not a multiple of the small step', () => {
  expect(timesIn(decimal('0.3'), decimal('0.1'))).toBe(3n);
  expect(() => timesIn(decimal('0.1'), decimal('0.03'))).toThrow(RangeError);
});

test.each([
  ['market', { maxMarketSz: decimal('60.05'), maxLimitSz: decimal('100') }],
  ['limit', { maxMarketSz: decimal('100'), maxLimitSz: decimal('60.05') }],
])(
  'a closing order has at most the new largest size in whole size steps when the largest size of %s orders is smaller',
  (_, bounds) => {
    const driver = new StrategyDriver(botConfig(), 200_000n).start();
    driver.fill('entry', 1);
    driver.fill('entry', 4);
    change(driver, { lotSz: decimal('0.1'), minSz: decimal('0.1'), ...bounds });
    driver.dispatch({ kind: 'stop', closePosition: true });
    driver.dispatch({ kind: 'ordersGone' });
    // 3,125 + 13,012 lots are open. 60.05 contracts are 6,005 lots, and the size step is 10 lots.
    const sizes = [1, 2, 3].map(() => {
      const size = driver.find('close')?.lots;
      driver.fill('close');
      return size;
    });
    expect(sizes).toEqual([6_000n, 6_000n, 4_130n]);
    driver.dispatch({ kind: 'ordersGone' });
    expect(driver.state).toMatchObject({ completion: 'stopped_closed', lateLot: { entered: 7n, exited: 0n } });
    expect(driver.facts).toContainEqual({ kind: 'dustDeclared', lots: 7n });
  },
);

test('the largest sizes of the old rules end when the new rules have no largest sizes', () => {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1);
  change(driver, { maxMarketSz: decimal('10'), maxLimitSz: decimal('10') });
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.dispatch({ kind: 'ordersGone' });
  expect(driver.find('close')?.lots).toBe(1_000n);
  change(driver, {});
  expect(driver.find('close')?.lots).toBe(3_125n);
});

test.each([
  { direction: 'long', exit: 402_000n, stepPrices: [394_680n, 389_430n, 384_250n], sizes: [6_334n, 12_838n, 26_024n] },
  { direction: 'short', exit: 398_000n, stepPrices: [405_320n, 410_712n, 416_174n], sizes: [6_166n, 12_172n, 24_028n] },
] as const)(
  'the first step of a $direction that has filled in part keeps its order in smaller units, and its ladder is planned in smaller units',
  ({ direction, exit, stepPrices, sizes }) => {
    const driver = new StrategyDriver(botConfig({ direction }), 200_000n).start();
    driver.fill('entry', 1, { lots: 1_000n });
    change(driver, {}, halves);
    // The price cap of step 1 is 0.25 % from 2000.00: half of the target of 0.5 %.
    const cap = direction === 'long' ? 401_000n : 399_000n;
    expect(ordersOf(driver)).toEqual([['entry', 1, 6_250n, cap]]);
    driver.fill('entry', 1, { lots: 4_250n, price: 400_000n });
    // These figures are the worked example of strategy 2 in ticks of 0.005 and lots of 0.005.
    expect(ordersOf(driver)).toEqual([
      ['baseExit', 0, 6_250n, exit],
      ...stepPrices.map((price, index) => ['entry', index + 2, sizes[index], price]),
    ]);
  },
);

test('the first step that has filled in part keeps its order after a larger size step, and its end plans the ladder', () => {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1, { lots: 1_000n });
  change(driver, { lotSz: decimal('0.1'), minSz: decimal('0.1') });
  const [opening] = driver.desired();
  expect(opening).toMatchObject({ slot: { kind: 'entry', step: 1 }, lots: 3_125n, price: 200_500n });
  if (opening !== undefined) driver.end(opening, 'cancelled');
  expect(ordersOf(driver)).toEqual([
    ['baseExit', 0, 1_000n, 201_000n],
    ['entry', 2, 3_160n, 197_340n],
    ['entry', 3, 6_410n, 194_715n],
    ['entry', 4, 13_010n, 192_125n],
  ]);
});

test('a round that waits for its first price is sized in smaller units', () => {
  const driver = new StrategyDriver(botConfig(), 200_000n);
  driver.dispatch({ kind: 'start' });
  change(driver, {}, halves);
  expect(driver.desired()).toEqual([]);
  driver.dispatch({ kind: 'price', price: ticks(400_000n) });
  expect(ordersOf(driver)).toEqual([['entry', 1, 6_250n, 401_000n]]);
});

test.each([
  { direction: 'long', exit: 201_000n },
  { direction: 'short', exit: 199_000n },
] as const)(
  'the late lot of a $direction without a round is closed in smaller units, and its gain stays',
  ({ direction, exit }) => {
    const driver = new StrategyDriver(botConfig({ direction, waitsForSignal: true }), 200_000n);
    driver.dispatch({ kind: 'start' });
    driver.dispatchFill('entry', { step: 2, lots: 10n });
    driver.fill('close', 0, { lots: 4n, price: exit, fee: noFee });
    change(driver, {}, halves);
    expect(driver.state).toMatchObject({
      round: null,
      lateLot: { entered: 20n, cost: 8_000_000n, exited: 8n, proceeds: exit * 16n },
      close: { filled: 8n },
    });
    expect(driver.find('close')?.lots).toBe(20n);
    driver.fill('close', 0, { lots: 12n, price: exit * 2n, fee: noFee });
    expect(driver.find('close')).toBeUndefined();
    // 10 lots are 0.01 ETH, and each ETH gains 10 USDT.
    expect(netRealised(driver.state)).toEqual(decimal('0.1'));
  },
);

test.each([
  { direction: 'long', stop: 336_200n },
  { direction: 'short', stop: 463_800n },
] as const)('the stop loss of a $direction is at the same price in smaller units', ({ direction, stop }) => {
  const stopLoss = { fractionOfBudget: ratio(1n, 10n), endsBot: true };
  const driver = new StrategyDriver(botConfig({ direction, stopLoss }), 200_000n).start();
  driver.fill('entry', 1);
  change(driver, {}, halves);
  // The stop of a long is the example of strategy 5: (6250 - (1000 - 3.125)) / 3.125 = 1681.00. The stop of a short is 2319.00.
  expect(driver.find('stopLoss')).toMatchObject({ lots: 6_250n, price: stop });
});
