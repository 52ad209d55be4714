// Tests of orders that the exchange refuses: final refusals end the entries of a bot, and transient refusals do not.
import { botConfig, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { maxRejections } from '../limits.ts';
import { phaseOf } from './phase.ts';

const slots = (driver: StrategyDriver): readonly string[] =>
  driver.desired().map((order) => `${order.slot.kind}${order.slot.step}`);

function opened(): StrategyDriver {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1);
  return driver;
}

test('after repeated rejections of an order the bot places no more entries and keeps its exits', () => {
  const driver = opened();
  for (let count = 0; count < maxRejections; count += 1) {
    const entry = driver.find('entry', 3);
    if (entry === undefined) throw new Error('The entry of step 3 is not desired.');
    driver.end(entry, 'rejected', '51121');
  }
  expect([phaseOf(driver.state), driver.state.errorKey, slots(driver)]).toEqual([
    'error',
    'order_rejected',
    ['baseExit0'],
  ]);
  driver.fill('baseExit');
  driver.finishClosing();
  expect([phaseOf(driver.state), driver.state.round]).toEqual(['error', null]);
});

test('an order that the exchange refuses because of the current price or position is sent again, and only the first refusals are logged', () => {
  const driver = opened();
  const factCounts = Array.from({ length: 2 * maxRejections }, () => {
    const exit = driver.find('baseExit');
    if (exit === undefined) throw new Error('The base exit is not desired.');
    return driver.end(exit, 'deferred', '51006').length;
  });
  expect(factCounts).toEqual([1, 1, 1, 0, 0, 0]);
  expect([phaseOf(driver.state), driver.find('baseExit')?.generation]).toEqual(['running', 2 * maxRejections]);
});

test('a bot gets the error order_rejected after three rejections, and refusals because of the current price or position do not count', () => {
  const driver = opened();
  const endExit = (reason: 'rejected' | 'deferred', code: string): string => {
    const exit = driver.find('baseExit');
    if (exit === undefined) throw new Error('The base exit is not desired.');
    driver.end(exit, reason, code);
    return phaseOf(driver.state);
  };
  const deferred = Array.from({ length: maxRejections }, () => endExit('deferred', '51112'));
  const rejected = Array.from({ length: maxRejections }, () => endExit('rejected', '51004'));
  expect(deferred).toEqual(['running', 'running', 'running']);
  expect(rejected).toEqual(['running', 'running', 'error']);
});

// Before foldVersion 5 a transient refusal counted as a rejection, and such events have no mark.
test('a stored transient refusal without a mark counts as a rejection, as when it was stored', () => {
  const driver = opened();
  const endExit = (reason: 'rejected' | 'deferred'): string => {
    const exit = driver.find('baseExit');
    if (exit === undefined) throw new Error('The base exit is not desired.');
    const { slot, generation } = exit;
    driver.dispatch({ kind: 'orderClosed', slot, generation, reason });
    return phaseOf(driver.state);
  };
  expect([endExit('deferred'), endExit('deferred'), driver.state.round?.baseExit.rejections]).toEqual([
    'running',
    'running',
    2,
  ]);
  expect([endExit('rejected'), driver.state.errorKey]).toEqual(['error', 'order_rejected']);
});
