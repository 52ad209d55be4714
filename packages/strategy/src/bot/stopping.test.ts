import { decimal, formatDecimal, ticks, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver, ethSwap, noFee } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { averageEntry, netRealised, openSize, unrealised } from '../round/ledger.ts';
import { phaseOf } from './phase.ts';
import type { BotConfig } from '../types.ts';

const p1 = 200_000n;

function opened(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = new StrategyDriver(botConfig(changes), p1).start();
  driver.fill('entry', 1);
  return driver;
}

const slots = (driver: StrategyDriver): readonly string[] =>
  driver.desired().map((order) => `${order.slot.kind}${order.slot.step}`);

test('a stop command that closes the position cancels the orders, closes the lots and completes the bot', () => {
  const driver = opened();
  driver.fill('entry', 2);
  driver.dispatch({ kind: 'stop', closePosition: true });
  expect([phaseOf(driver.state), driver.desired()]).toEqual(['stopping', []]);
  expect(driver.dispatch({ kind: 'stop', closePosition: true })).toEqual([
    { kind: 'eventRefused', event: 'stop', why: 'not_now' },
  ]);
  driver.dispatch({ kind: 'ordersGone' });
  expect(driver.find('close')?.lots).toBe(6292n);
  driver.fill('close', 0, { lots: 92n });
  expect(driver.find('close')?.lots).toBe(6292n);
  driver.fill('close');
  expect(driver.state.completion).toBe('stopped_closed');
});

test('a stop command that keeps the position can be replaced by a stop command that closes the position, and a stop command that closes the position cannot be replaced', () => {
  const left = opened();
  left.dispatch({ kind: 'stop', closePosition: false });
  left.dispatch({ kind: 'ordersGone' });
  expect([left.state.completion, left.desired()]).toEqual(['stopped_left_open', []]);
  const upgraded = opened();
  upgraded.dispatch({ kind: 'stop', closePosition: false });
  upgraded.dispatch({ kind: 'stop', closePosition: true });
  expect(upgraded.dispatch({ kind: 'stop', closePosition: false })).toContainEqual(
    expect.objectContaining({ kind: 'eventRefused' }),
  );
  upgraded.finishClosing();
  expect(upgraded.state.completion).toBe('stopped_closed');
});

test('when the user stops a bot whose round is already closing, the round counts as completed', () => {
  const driver = opened();
  driver.fill('entry', 4, { lots: 10n });
  driver.fill('baseExit');
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.finishClosing();
  expect([driver.state.roundsCompleted, driver.state.completion]).toEqual([1, 'stopped_closed']);
  const left = opened();
  left.fill('entry', 4, { lots: 10n });
  left.fill('baseExit');
  left.dispatch({ kind: 'stop', closePosition: false });
  left.dispatch({ kind: 'ordersGone' });
  expect([left.state.roundsCompleted, left.state.completion]).toEqual([1, 'stopped_left_open']);
});

test('when a fill arrives after the end of the bot, the bot books the fill and closes its lots', () => {
  const driver = opened();
  const late = driver.find('entry', 2);
  if (late === undefined) throw new Error('The entry of step 2 is not desired.');
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.finishClosing();
  expect(phaseOf(driver.state)).toBe('completed');
  const before = netRealised(driver.state);
  driver.fillOrder(late, { lots: 50n });
  expect(driver.find('close')).toMatchObject({ lots: 50n, type: 'market' });
  driver.fill('close', 0, { price: late.price ?? 0n, fee: noFee });
  expect(driver.desired()).toEqual([]);
  const fee = 50 * 197_340 * 0.00001 * 0.0002;
  expect(Number(formatDecimal(netRealised(driver.state)))).toBeCloseTo(Number(formatDecimal(before)) - fee, 10);
});

test('a late fill of a finished round adds a closing order and does not change the orders of the next round', () => {
  const driver = opened();
  const late = driver.find('entry', 2);
  if (late === undefined) throw new Error('The entry of step 2 is not desired.');
  driver.fill('baseExit');
  driver.finishClosing();
  driver.dispatchPrice();
  driver.fill('entry', 1);
  driver.fillOrder(late, { lots: 50n });
  expect(slots(driver)).toEqual(['close0', 'baseExit0', 'entry2', 'entry3', 'entry4']);
  driver.fill('close');
  expect(slots(driver)).toEqual(['baseExit0', 'entry2', 'entry3', 'entry4']);
});

test('when the size to close exceeds the largest market order, the bot sends several closing orders', () => {
  const driver = opened({ instrument: { ...ethSwap, maxMarketSz: decimal('20'), maxLimitSz: decimal('1000') } });
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.dispatch({ kind: 'ordersGone' });
  expect(driver.find('close')).toMatchObject({ lots: 2000n, generation: 0 });
  driver.fill('close');
  expect(driver.find('close')).toMatchObject({ lots: 1125n, generation: 1 });
  driver.fill('close');
  expect(driver.state.completion).toBe('stopped_closed');
});

test('a stop-loss order has at most the largest market size, and the round closes the remaining lots after the stop-loss order', () => {
  const stopLoss = { fractionOfBudget: ratio(1n, 10n), endsBot: true };
  const driver = opened({ stopLoss, instrument: { ...ethSwap, maxMarketSz: decimal('20') } });
  expect(driver.find('stopLoss')?.lots).toBe(2000n);
  driver.fill('stopLoss');
  driver.finishClosing();
  expect([driver.state.completion, openSize(driver.state)]).toEqual(['stop_loss', 0n]);
});

test('a stop-loss order rests on the exchange, changes with every fill and closes the whole position', () => {
  const stopLoss = { fractionOfBudget: ratio(1n, 10n), endsBot: false };
  const driver = opened({ stopLoss });
  const first = driver.find('stopLoss');
  expect(first).toMatchObject({ type: 'trigger', side: 'sell', lots: 3125n });
  driver.fill('entry', 2);
  expect((driver.find('stopLoss')?.price ?? 0n) > (first?.price ?? 0n)).toBe(true);
  driver.price = 190_000n;
  driver.fill('stopLoss', 0, { lots: 6000n });
  driver.finishClosing();
  expect(driver.facts).toContainEqual(expect.objectContaining({ kind: 'roundCompleted', reason: 'stop_loss' }));
  expect([driver.state.round?.round, driver.state.roundsCompleted]).toEqual([2, 0]);
  for (const [changes, reason] of [
    [{ stopLoss: { ...stopLoss, endsBot: true } }, 'stop_loss'],
    [{ stopLoss, autoReentry: false }, 'last_round'],
  ] as const) {
    const ended = opened(changes);
    ended.fill('stopLoss');
    ended.finishClosing();
    expect(ended.state.completion).toBe(reason);
  }
});

test('when the exchange refuses a stop loss because the price has passed its level, the bot closes the whole position', () => {
  const driver = opened({ stopLoss: { fractionOfBudget: ratio(1n, 10n), endsBot: true } });
  driver.fill('entry', 2);
  const stop = driver.find('stopLoss');
  if (stop === undefined) throw new Error('The stop loss is not desired.');
  driver.end(stop, 'passed', '51280');
  expect(driver.desired()).toEqual([]);
  driver.price = 190_000n;
  driver.finishClosing();
  expect([driver.state.completion, openSize(driver.state)]).toEqual(['stop_loss', 0n]);
});

test('the stop-loss level is the price at which the loss of the round equals the configured part of the budget', () => {
  const driver = opened({ stopLoss: { fractionOfBudget: ratio(1n, 10n), endsBot: true } });
  driver.dispatch({ kind: 'funding', amount: decimal('-12.5') });
  const level = driver.find('stopLoss')?.price ?? ticks(0n);
  const lossAt = (price: bigint): number =>
    Number(formatDecimal(netRealised(driver.state))) + Number(formatDecimal(unrealised(driver.state, ticks(price))));
  expect(lossAt(level)).toBeLessThanOrEqual(-1000);
  expect(lossAt(level + 1n)).toBeGreaterThan(-1000);
});

test('a bot with a hold of the level `entries` desires no entries and keeps its exits, and desires its entries after the release', () => {
  const driver = opened({ cyclicSteps: 2, stopLoss: { fractionOfBudget: ratio(1n, 2n), endsBot: false } });
  driver.fill('entry', 3);
  driver.dispatch({ kind: 'hold', by: 'grant', level: 'entries', reason: 'approval', until: null });
  expect([phaseOf(driver.state), slots(driver)]).toEqual(['paused', ['takeProfit3', 'baseExit0', 'stopLoss0']]);
  driver.dispatch({ kind: 'release', by: 'grant' });
  expect(slots(driver)).toContain('entry4');
});

test('an exit fill that is reported after the end of its round reduces the open lots of the current round', () => {
  const driver = opened();
  const exit = driver.find('baseExit');
  if (exit === undefined) throw new Error('The base exit is not desired.');
  driver.fill('baseExit');
  driver.finishClosing();
  driver.dispatchPrice();
  driver.fill('entry', 1);
  const before = openSize(driver.state);
  driver.fillOrder(exit, { lots: 5n });
  expect(openSize(driver.state)).toBe(before - 5n);
  expect(driver.find('baseExit')?.lots).toBe(before - 5n);
});

test('the average entry is the average price of all open lots, and is null when no lot is open', () => {
  const driver = opened();
  driver.fill('entry', 2);
  expect(formatDecimal(averageEntry(driver.state) ?? noFee)).toBe('1986.611220597584');
  driver.fill('baseExit');
  driver.finishClosing();
  expect(averageEntry(driver.state)).toBeNull();
});
