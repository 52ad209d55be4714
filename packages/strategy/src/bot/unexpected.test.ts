// Tests of events that the exchange or the user causes at unexpected times. The bot books each fill, and its state stays consistent.
import { decimal, formatDecimal, lots, ticks, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver, noFee } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { currentStep, feesPaid, fundingReceived, openSize } from '../round/ledger.ts';
import { maxRejections } from '../limits.ts';
import { liquidationPrice } from '../round/liquidation.ts';
import type { BotConfig } from '../types.ts';

const p1 = 200_000n;

function opened(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = new StrategyDriver(botConfig(changes), p1).start();
  driver.fill('entry', 1);
  return driver;
}

test('a fill of a step that the ladder does not contain puts the bot into the error unknown_step', () => {
  const driver = opened();
  driver.dispatchFill('entry', { step: 99 });
  expect(driver.state).toMatchObject({ status: 'error', errorKey: 'unknown_step' });
});

test('an exit fill that names a single base step closes the lot of the step and does not count as a cycle', () => {
  const driver = opened();
  const open = openSize(driver.state);
  const facts = driver.dispatchFill('takeProfit', { step: 1, lots: open });
  expect(facts.map((fact) => fact.kind)).toEqual(['exitFilled']);
  expect([openSize(driver.state), driver.state.cyclesCompleted]).toEqual([0n, 0]);
});

test('the bot books a fill of an older generation and a fill of a newer generation of an order', () => {
  const driver = opened({ cyclicSteps: 2 });
  driver.fill('entry', 3);
  driver.fill('takeProfit', 3);
  const before = driver.find('entry', 3);
  expect(before?.generation).toBe(1);
  driver.dispatchFill('entry', { step: 3, generation: 0 });
  expect(driver.find('takeProfit', 3)?.lots).toBe(10n);
  driver.dispatchFill('entry', { step: 4, generation: 2, lots: 7n });
  expect(driver.find('entry', 4)).toMatchObject({ generation: 2 });
});

test('the bot books a fill of step 1 that arrives after the end of its order, and a fill of step 2 that arrives before the plan', () => {
  const lost = new StrategyDriver(botConfig(), p1).start();
  const order = lost.find('entry', 1);
  if (order === undefined) throw new Error('The opening order is not desired.');
  lost.end(order, 'never');
  lost.dispatchFill('entry', { step: 1 });
  expect([openSize(lost.state), lost.state.round?.plan === null]).toEqual([10n, false]);
  const early = new StrategyDriver(botConfig(), p1).start();
  early.dispatchFill('entry', { step: 2 });
  expect([openSize(early.state), early.state.round?.plan]).toEqual([10n, null]);
});

test('the end of an order of step 2 changes nothing while the round has no plan', () => {
  const driver = new StrategyDriver(botConfig(), p1).start();
  const before = driver.state;
  driver.dispatch({ kind: 'orderClosed', slot: { kind: 'entry', round: 1, step: 2 }, generation: 0, reason: 'filled' });
  expect(driver.state).toBe(before);
});

test('when the exchange rejects an opening order or an entry without a code, the fact about the rejection has the code null', () => {
  const opening = new StrategyDriver(botConfig(), p1).start();
  const first = opening.find('entry', 1);
  const driver = opened();
  const deeper = driver.find('entry', 2);
  if (first === undefined || deeper === undefined)
    throw new Error('The opening order or the entry of step 2 is not desired.');
  expect(opening.end(first, 'rejected')[0]).toMatchObject({ kind: 'orderRejected', code: null });
  expect(driver.end(deeper, 'rejected')).toMatchObject([{ kind: 'orderRejected', code: null }]);
  expect(maxRejections).toBeGreaterThan(1);
  expect(driver.state.status).toBe('active');
});

test('when the user closes the position while a round is ending, the round keeps the reason of its end', () => {
  const driver = opened();
  driver.fill('entry', 4, { lots: 100n });
  driver.fill('baseExit');
  expect(driver.state.round?.closing?.reason).toBe('take_profit');
  driver.dispatch({ kind: 'externalClose', fills: [{ price: ticks(p1), lots: lots(100n), fee: noFee }] });
  expect(driver.state.round?.closing?.reason).toBe('take_profit');
});

test.each([
  [true, 'stopped_closed'],
  [false, 'stopped_left_open'],
] as const)(
  'a stopped bot stays completed when a late lot is missing at the exchange (closePosition: %s)',
  (closes, ends) => {
    const driver = opened();
    driver.dispatch({ kind: 'stop', closePosition: closes });
    driver.finishClosing();
    expect(driver.state.completion).toBe(ends);
    driver.dispatchFill('entry', { step: 2 });
    driver.dispatch({ kind: 'flatConfirmed' });
    expect(driver.state).toMatchObject({ completion: ends, errorKey: 'position_missing' });
    expect(openSize(driver.state)).toBe(0n);
  },
);

test('the totals of the bot include the fees and the funding of the running round', () => {
  const driver = opened();
  driver.dispatch({ kind: 'funding', amount: decimal('-1.5') });
  expect(formatDecimal(feesPaid(driver.state))).toBe('3.125');
  expect(formatDecimal(fundingReceived(driver.state))).toBe('-1.5');
});

test('a bot that has not started has the current step 0 and no liquidation price', () => {
  const driver = new StrategyDriver(botConfig(), p1);
  expect([currentStep(driver.state), liquidationPrice(driver.state)]).toEqual([0, null]);
});

test('the bot desires no stop-loss order when only a price of zero or below would reach the stop loss', () => {
  const stopLoss = { fractionOfBudget: ratio(1n), endsBot: true };
  const driver = opened({ leverage: decimal('1'), stopLoss });
  expect(driver.find('stopLoss')).toBeUndefined();
  const near = { ...stopLoss, fractionOfBudget: ratio(1n, 20n) };
  expect(opened({ stopLoss: near }).find('stopLoss')?.price).toBeGreaterThan(0n);
});
