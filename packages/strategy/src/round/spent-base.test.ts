// Tests of the end of a round whose base exit has filled in part, when the rest is too small for an order (strategy 3.8).
import { decimal } from '@rondo/decimal';
import { botConfig, ethSwap, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { DesiredOrder, OrderRules } from '../types.ts';

const first: OrderRules = { tickSz: decimal('0.01'), lotSz: decimal('0.01'), minSz: decimal('0.01') };
const larger: OrderRules = { ...first, lotSz: decimal('0.1'), minSz: decimal('0.1') };

function mustFindExit(driver: StrategyDriver): DesiredOrder {
  const exit = driver.find('baseExit');
  if (exit === undefined) throw new Error('The bot has no base exit.');
  return exit;
}

/** Returns a driver whose base exit has closed 3,120 of 3,125 lots. The exchange has then cancelled the order. */
function withCancelledExit(): StrategyDriver {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1);
  const exit = mustFindExit(driver);
  driver.fillOrder(exit, { lots: 3_120n });
  driver.end(exit, 'cancelled');
  return driver;
}

test('the round ends when new rules arrive after the end of the order of the base exit and no order can close the rest', () => {
  const driver = withCancelledExit();
  expect(driver.find('baseExit')).toMatchObject({ generation: 1, lots: 5n });
  driver.dispatch({ kind: 'rules', rules: larger, units: first });
  expect(driver.state.round?.closing).toMatchObject({ reason: 'take_profit' });
  driver.dispatch({ kind: 'ordersGone' });
  expect(driver.state).toMatchObject({
    roundsCompleted: 1,
    round: { round: 2 },
    lateLot: { entered: 5n, cost: 1_000_000n },
  });
});

test('the round ends when the exchange refuses the second order of the base exit after new rules', () => {
  const driver = withCancelledExit();
  const second = driver.find('baseExit');
  driver.dispatch({ kind: 'rules', rules: larger, units: first });
  if (second !== undefined) driver.end(second, 'rejected', '51121');
  expect(driver.state.round?.closing).toMatchObject({ reason: 'take_profit' });
  expect(driver.state.status).toBe('active');
});

test('the round ends when the order of the base exit ends and its rest is below the minimum size of the first rules', () => {
  const driver = new StrategyDriver(botConfig({ instrument: { ...ethSwap, minSz: decimal('0.1') } }), 200_000n).start();
  driver.fill('entry', 1);
  const exit = mustFindExit(driver);
  driver.fillOrder(exit, { lots: 3_115n });
  driver.end(exit, 'cancelled');
  expect(driver.state.round?.closing).toBeNull();
  const second = mustFindExit(driver);
  expect(second).toMatchObject({ generation: 1, lots: 10n });
  driver.fillOrder(second, { lots: 4n });
  expect(driver.find('baseExit')).toMatchObject({ generation: 1, lots: 10n });
  driver.end(second, 'cancelled');
  expect(driver.state.round?.closing).toMatchObject({ reason: 'take_profit' });
});

test('the round ends with the fill of the base exit when the rest is too small for an order', () => {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1);
  driver.dispatch({ kind: 'rules', rules: larger, units: first });
  const exit = mustFindExit(driver);
  expect(exit.lots).toBe(3_120n);
  driver.fillOrder(exit, { lots: 3_119n });
  expect(driver.state.round?.closing).toBeNull();
  driver.fillOrder(exit, { lots: 1n });
  expect(driver.state.round?.closing).toMatchObject({ reason: 'take_profit' });
});

test('a base that no exit has closed keeps its round when no order can close it', () => {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1);
  const exit = mustFindExit(driver);
  driver.dispatch({ kind: 'rules', rules: { ...first, minSz: decimal('40') }, units: first });
  driver.end(exit, 'cancelled');
  expect(driver.state.round?.closing).toBeNull();
  expect(driver.facts).toContainEqual({ kind: 'dustDeclared', lots: 3_125n });
  // Step 3 adds 6,419 lots, so the base has 9,544 lots.
  driver.fill('entry', 3);
  expect(driver.find('baseExit')?.lots).toBe(9_544n);
});
