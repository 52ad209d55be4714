// Tests the loss of an open round that the reservation of a bot covers (strategy 2, rule 7).
import { compareDecimals, formatDecimal, ticks } from '@rondo/decimal';
import { botConfig, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { coveredLoss, netRealised, unrealised } from './round/ledger.ts';

const p1 = 200_000n;

function opened(): StrategyDriver {
  const driver = new StrategyDriver(botConfig(), p1).start();
  driver.fill('entry', 1);
  return driver;
}

const at = (driver: StrategyDriver, price: bigint): string => formatDecimal(coveredLoss(driver.state, ticks(price)));

test('the covered loss is the unrealised loss and the fees of the open round', () => {
  const { state } = opened();
  const price = ticks(190_000n);
  const lost = Number(formatDecimal(netRealised(state))) + Number(formatDecimal(unrealised(state, price)));
  expect(lost).toBeLessThan(-10);
  expect(Number(formatDecimal(coveredLoss(state, price)))).toBeCloseTo(-lost, 8);
});

test('a round with a profit has no covered loss, and a bot without a round has none', () => {
  expect(at(opened(), 220_000n)).toBe('0');
  const waiting = new StrategyDriver(botConfig(), p1);
  expect(waiting.state.round).toBeNull();
  expect(at(waiting, 100_000n)).toBe('0');
});

test('the covered loss is at most the reservation', () => {
  const driver = opened();
  for (const step of [2, 3, 4]) driver.fill('entry', step);
  const covered = coveredLoss(driver.state, ticks(1n));
  expect(compareDecimals(covered, driver.state.reservation)).toBe(0);
});

test('the losses of ended rounds are not covered, because the reservation of the next round is whole', () => {
  const driver = opened();
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.finishClosing();
  expect(driver.state.round).toBeNull();
  expect(Number(formatDecimal(netRealised(driver.state)))).toBeLessThan(0);
  expect(at(driver, 100_000n)).toBe('0');
});
