// Tests of exits, stops, dust and the end of a round when orders have a larger size step or minimum size (strategy 3.8).
import { decimal, ratio } from '@rondo/decimal';
import { botConfig, ethSwap, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { minLots, orderableLots } from '../ladder/ladder.ts';
import { dustOf } from './desired.ts';
import { netRealised } from './ledger.ts';
import type { BotConfig, DesiredOrder, OrderRules } from '../types.ts';

const first: OrderRules = { tickSz: decimal('0.01'), lotSz: decimal('0.01'), minSz: decimal('0.01') };
const tenLots = { lotSz: decimal('0.1'), minSz: decimal('0.1') };

function change(driver: StrategyDriver, rules: Partial<OrderRules>): void {
  driver.dispatch({ kind: 'rules', rules: { ...first, ...rules }, units: first });
}

/** Returns a driver whose step 1 has filled with 3,125 lots at 2000.00. */
function withFirstStep(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = new StrategyDriver(botConfig(changes), 200_000n).start();
  driver.fill('entry', 1);
  return driver;
}

/** Returns kind and size in lots of every exit. */
function exitsOf(driver: StrategyDriver): readonly unknown[] {
  return driver
    .desired()
    .filter(({ reduces }) => reduces)
    .map(({ slot, lots }) => [slot.kind, lots]);
}

function mustFind(driver: StrategyDriver, kind: DesiredOrder['slot']['kind']): DesiredOrder {
  const order = driver.find(kind);
  if (order === undefined) throw new Error(`The bot has no desired order ${kind}.`);
  return order;
}

test.each([
  { minSz: '0.01', smallest: 10n },
  { minSz: '0.1', smallest: 10n },
  { minSz: '0.11', smallest: 20n },
  { minSz: '0.2', smallest: 20n },
])(
  'the smallest order is $smallest lots when the minimum size is $minSz and the size step is 0.1',
  ({ minSz, smallest }) => {
    const rules = { ...ethSwap, minSz: decimal(minSz), orderLotSz: decimal('0.1') };
    expect(minLots(rules)).toBe(smallest);
    expect(orderableLots(smallest - 1n, rules)).toBe(0n);
    expect(orderableLots(smallest, rules)).toBe(smallest);
    expect(orderableLots(smallest + 9n, rules)).toBe(smallest);
  },
);

test('the smallest order is the minimum size when the size step of orders is one lot', () => {
  const rules = { ...ethSwap, minSz: decimal('0.07') };
  expect(minLots(rules)).toBe(7n);
  expect([6n, 7n, 8n].map((size) => orderableLots(size, rules))).toEqual([0n, 7n, 8n]);
});

test('a bot that leaves its position to the user has no dust', () => {
  const driver = withFirstStep();
  change(driver, { minSz: decimal('40') });
  expect(dustOf(driver.state)).toBe(3_125n);
  driver.dispatch({ kind: 'stop', closePosition: false });
  expect(dustOf(driver.state)).toBe(0n);
});

test('the late lot of a liquidated bot is dust until an order can close it', () => {
  const driver = new StrategyDriver(botConfig({ waitsForSignal: true }), 200_000n);
  driver.dispatch({ kind: 'start' });
  driver.dispatch({ kind: 'liquidated', fills: [] });
  change(driver, { minSz: decimal('0.2') });
  expect(driver.dispatchFill('entry', { step: 2, lots: 10n }).at(-1)).toEqual({ kind: 'dustDeclared', lots: 10n });
  expect([dustOf(driver.state), driver.find('close')]).toEqual([10n, undefined]);
  change(driver, { minSz: decimal('0.1') });
  expect([dustOf(driver.state), driver.find('close')?.lots]).toEqual([0n, 10n]);
});

test('a late lot of an opening round is dust until an order of its own can close it', () => {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.dispatchFill('entry', { step: 2, lots: 7n, round: 0 });
  change(driver, tenLots);
  expect([dustOf(driver.state), driver.find('close')]).toEqual([7n, undefined]);
  change(driver, { minSz: decimal('0.07') });
  expect([dustOf(driver.state), driver.find('close')?.lots]).toEqual([0n, 7n]);
});

test('a late lot of a running round that has an order of its own does not join the base exit', () => {
  const driver = withFirstStep();
  driver.fill('entry', 4);
  driver.dispatchFill('entry', { step: 2, lots: 30n, round: 0 });
  change(driver, tenLots);
  // 13,012 lots of step 4 become 13,010. The rest of 2 joins 3,125 lots of the base, and 3,127 become 3,120.
  expect(exitsOf(driver)).toEqual([
    ['close', 30n],
    ['takeProfit', 13_010n],
    ['baseExit', 3_120n],
  ]);
  expect(dustOf(driver.state)).toBe(7n);
});

test('the rest of a late lot that its own order cannot close joins the base exit', () => {
  const driver = withFirstStep();
  driver.fill('entry', 4);
  driver.dispatchFill('entry', { step: 2, lots: 35n, round: 0 });
  change(driver, tenLots);
  // 3,125 lots of the base, a rest of 2 lots of step 4 and a rest of 5 late lots are 3,132 lots.
  expect(exitsOf(driver)).toEqual([
    ['close', 30n],
    ['takeProfit', 13_010n],
    ['baseExit', 3_130n],
  ]);
  expect(dustOf(driver.state)).toBe(2n);
});

test('the rest of a late lot that its own order cannot close is dust of an opening round', () => {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.dispatchFill('entry', { step: 2, lots: 35n, round: 0 });
  change(driver, tenLots);
  expect([dustOf(driver.state), driver.find('close')?.lots]).toEqual([5n, 30n]);
});

test('a closing round declares the lots that its market order cannot close as dust', () => {
  const driver = withFirstStep();
  change(driver, tenLots);
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.dispatch({ kind: 'ordersGone' });
  expect([dustOf(driver.state), driver.find('close')?.lots]).toEqual([5n, 3_120n]);
});

test('the round ends when the base exit has closed the base, although the base exit also contains a late lot', () => {
  const driver = withFirstStep();
  driver.fill('entry', 4);
  driver.dispatchFill('entry', { step: 2, lots: 5n, round: 0 });
  change(driver, tenLots);
  // 3,125 lots of the base, a rest of 2 lots of step 4 and 5 late lots are 3,132 lots.
  expect(exitsOf(driver)).toEqual([
    ['takeProfit', 13_010n],
    ['baseExit', 3_130n],
  ]);
  driver.fill('baseExit', 0, { lots: 3_125n });
  expect(driver.state.round?.closing).toMatchObject({ reason: 'take_profit' });
  driver.dispatch({ kind: 'ordersGone' });
  // 13,012 lots of step 4 and 5 late lots are open.
  expect(exitsOf(driver)).toEqual([['close', 13_010n]]);
});

test('the round ends when the order of the base exit ends and the rest of the base is too small for an order', () => {
  const driver = withFirstStep();
  const exit = mustFind(driver, 'baseExit');
  driver.fillOrder(exit, { lots: 3_120n });
  change(driver, tenLots);
  expect(exitsOf(driver)).toEqual([]);
  driver.end(exit, 'cancelled');
  driver.dispatch({ kind: 'ordersGone' });
  expect(driver.state).toMatchObject({
    roundsCompleted: 1,
    round: { round: 2 },
    lateLot: { entered: 5n, cost: 1_000_000n, exited: 0n },
  });
  // 3.12 ETH gain 10 USDT each. The fees are 3.125 for the entry and 3.12 * 2010 * 0.0002 = 1.25424 for the exit.
  expect(netRealised(driver.state)).toEqual(decimal('26.82076'));
});

test.each([
  { direction: 'long', stop: 168_090n },
  { direction: 'short', stop: 231_900n },
] as const)(
  'the stop loss of a $direction has whole size steps, is rounded to the new price step, and rests only at the minimum size or above',
  ({ direction, stop }) => {
    const driver = withFirstStep({ direction, stopLoss: { fractionOfBudget: ratio(1n, 10n), endsBot: true } });
    // 1681.00 is 5603.33 price steps of 0.3, and 2319.00 is 7730 price steps.
    change(driver, { tickSz: decimal('0.3'), ...tenLots });
    expect(driver.find('stopLoss')).toMatchObject({ lots: 3_120n, price: stop });
    change(driver, { minSz: decimal('31.26') });
    expect(driver.find('stopLoss')).toBeUndefined();
    change(driver, { minSz: decimal('31.25') });
    expect(driver.find('stopLoss')?.lots).toBe(3_125n);
  },
);
