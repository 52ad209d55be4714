// Tests of holds: levels, owners, ends, and the next round after the last hold (strategy 8.6).
import { decimal, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { BotConfig, StrategyEvent } from '../types.ts';
import { holdOwners, type HoldLevel, type OutsideHoldOwner } from './hold.ts';
import { firstHoldEnd, holdLevelOf, isWaitOver } from './holds.ts';
import { needsPrice, phaseOf } from '../bot/phase.ts';

function hold(level: HoldLevel, by: OutsideHoldOwner = 'user', until: number | null = null): StrategyEvent {
  return { kind: 'hold', by, level, reason: 'test', until };
}

function opened(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = new StrategyDriver(botConfig({ cyclicSteps: 2, ...changes }), 200_000n).start();
  driver.fill('entry', 1);
  return driver;
}

const slots = (driver: StrategyDriver): readonly string[] =>
  driver.desired().map((order) => `${order.slot.kind}${order.slot.step}`);

const stopLoss = { fractionOfBudget: ratio(1n, 2n), endsBot: false };

test('a hold of the level `rounds` keeps the running ladder, and after the end of the round no new round opens', () => {
  const driver = opened({ stopLoss });
  expect(driver.dispatch(hold('rounds'))).toEqual([
    { kind: 'held', by: 'user', level: 'rounds', reason: 'test', until: null },
  ]);
  expect([phaseOf(driver.state), slots(driver)]).toEqual([
    'running',
    ['baseExit0', 'stopLoss0', 'entry2', 'entry3', 'entry4'],
  ]);
  driver.fill('entry', 3);
  expect(slots(driver)).toContain('takeProfit3');
  driver.fill('baseExit');
  driver.finishClosing();
  expect([phaseOf(driver.state), driver.state.round, driver.desired()]).toEqual(['paused', null, []]);
});

test('a hold of the level `entries` also cancels the unfilled entries, and the exits and the stop stay', () => {
  const driver = opened({ stopLoss });
  driver.fill('entry', 3);
  driver.dispatch(hold('entries'));
  expect([phaseOf(driver.state), slots(driver)]).toEqual(['paused', ['takeProfit3', 'baseExit0', 'stopLoss0']]);
  driver.fill('takeProfit', 3);
  expect(slots(driver)).toEqual(['baseExit0', 'stopLoss0']);
  driver.fill('stopLoss');
  driver.finishClosing();
  expect([phaseOf(driver.state), driver.state.round]).toEqual(['paused', null]);
});

test('the strongest hold counts, and each owner releases only its own hold', () => {
  const driver = opened();
  driver.dispatch(hold('rounds', 'user'));
  driver.dispatch(hold('entries', 'grant'));
  driver.dispatch(hold('entries', 'key'));
  expect(driver.dispatch({ kind: 'release', by: 'panic' })).toEqual([]);
  expect(driver.dispatch({ kind: 'release', by: 'grant' })).toEqual([{ kind: 'released', by: 'grant' }]);
  expect([holdLevelOf(driver.state), driver.state.holds.map(({ by }) => by)]).toEqual(['entries', ['user', 'key']]);
  driver.dispatch({ kind: 'release', by: 'key' });
  expect([holdLevelOf(driver.state), slots(driver)]).toEqual(['rounds', ['baseExit0', 'entry2', 'entry3', 'entry4']]);
  driver.dispatch({ kind: 'release', by: 'user' });
  expect([holdLevelOf(driver.state), phaseOf(driver.state)]).toEqual([null, 'running']);
});

test('a second hold of one owner replaces the first hold, and an equal hold changes nothing', () => {
  const driver = opened();
  driver.dispatch(hold('entries', 'maintenance', 5_000));
  const before = driver.state;
  expect(driver.dispatch(hold('entries', 'maintenance', 5_000))).toEqual([]);
  expect(driver.state).toBe(before);
  for (const changed of [
    hold('rounds', 'maintenance', 5_000),
    hold('rounds', 'maintenance', 6_000),
    { kind: 'hold', by: 'maintenance', level: 'rounds', reason: 'other', until: 6_000 } as const,
  ])
    expect(driver.dispatch(changed)).toHaveLength(1);
  expect(driver.state.holds).toEqual([{ by: 'maintenance', level: 'rounds', reason: 'other', until: 6_000 }]);
});

test('the event `waitOver` ends the holds whose end has come, and the other holds stay', () => {
  const driver = opened();
  driver.dispatch(hold('entries', 'maintenance', 5_000));
  driver.dispatch(hold('entries', 'user', 9_000));
  driver.dispatch(hold('rounds', 'panic'));
  expect([firstHoldEnd(driver.state), isWaitOver(driver.state, 4_999), isWaitOver(driver.state, 5_000)]).toEqual([
    5_000,
    false,
    true,
  ]);
  expect(driver.dispatch({ kind: 'waitOver', at: 4_999 })).toEqual([]);
  expect(driver.dispatch({ kind: 'waitOver', at: 5_000 })).toEqual([{ kind: 'released', by: 'maintenance' }]);
  driver.dispatch({ kind: 'waitOver', at: 20_000 });
  expect([driver.state.holds.map(({ by }) => by), firstHoldEnd(driver.state)]).toEqual([['panic'], null]);
});

test('after the release of the last hold the next round opens with the available margin that was dispatched before', () => {
  const driver = opened();
  driver.dispatch(hold('rounds', 'user'));
  driver.dispatch(hold('entries', 'grant'));
  driver.fill('baseExit');
  driver.finishClosing();
  driver.dispatch({ kind: 'availableMargin', amount: decimal('-9000') });
  driver.dispatch({ kind: 'release', by: 'grant' });
  expect(driver.state.round).toBeNull();
  driver.dispatch({ kind: 'release', by: 'user' });
  expect([driver.state.round?.round, driver.state.round?.budget, needsPrice(driver.state)]).toEqual([
    2,
    decimal('1000'),
    true,
  ]);
});

test('the end of the last hold opens the next round', () => {
  const driver = opened();
  driver.dispatch(hold('rounds', 'maintenance', 5_000));
  driver.fill('baseExit');
  driver.finishClosing();
  expect(driver.dispatch({ kind: 'waitOver', at: 5_000 })).toEqual([{ kind: 'released', by: 'maintenance' }]);
  expect([phaseOf(driver.state), driver.state.roundsOpened]).toEqual(['opening', 2]);
});

test.each(['rounds', 'entries'] as const)(
  'a bot with a hold of the level %s does not open its first round, and a round without a fill waits for the release and a new price',
  (level) => {
    const idle = new StrategyDriver(botConfig(), 200_000n);
    idle.dispatch(hold(level));
    expect(phaseOf(idle.state)).toBe('paused');
    idle.start();
    expect([phaseOf(idle.state), idle.state.round, needsPrice(idle.state)]).toEqual(['paused', null, false]);
    const sized = new StrategyDriver(botConfig(), 200_000n).start();
    sized.dispatch(hold(level));
    expect([phaseOf(sized.state), needsPrice(sized.state), slots(sized)]).toEqual(['paused', false, []]);
    sized.price = 100_000n;
    sized.dispatch({ kind: 'release', by: 'user' });
    sized.dispatchPrice();
    expect(sized.find('entry', 1)).toMatchObject({ price: 100_250n });
  },
);

test('a hold of the level `rounds` lets a partly filled opening order continue', () => {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1, { lots: 100n });
  driver.dispatch(hold('rounds'));
  expect([phaseOf(driver.state), slots(driver)]).toEqual(['opening', ['entry1']]);
});

test('a held signal bot ignores a signal, and waits for a signal after the release', () => {
  const driver = new StrategyDriver(botConfig({ waitsForSignal: true }), 200_000n);
  driver.dispatch({ kind: 'start' });
  driver.dispatch(hold('rounds'));
  driver.dispatch({ kind: 'signal', stepDistance: null });
  expect([phaseOf(driver.state), driver.state.round]).toEqual(['paused', null]);
  expect(driver.dispatch({ kind: 'release', by: 'user' })).toEqual([
    { kind: 'released', by: 'user' },
    { kind: 'waitingForSignal', round: 1 },
  ]);
  driver.dispatch({ kind: 'signal', stepDistance: null });
  expect(driver.state.round?.round).toBe(1);
});

test('a bot in error and a stopping bot accept holds and releases, and neither opens a round', () => {
  for (const stop of [false, true]) {
    const driver = opened();
    if (stop) driver.dispatch({ kind: 'stop', closePosition: true });
    else driver.dispatch({ kind: 'externalClose', fills: [{ price: 200_000n, lots: 1n, fee: decimal('0') } as never] });
    driver.dispatch(hold('entries', 'key'));
    expect(driver.state.holds).toHaveLength(1);
    driver.dispatch({ kind: 'release', by: 'key' });
    expect([driver.state.holds, driver.state.roundsOpened]).toEqual([[], 1]);
  }
});

test('an ended bot refuses holds and releases, and no hold of an ended bot ends', () => {
  const driver = opened();
  driver.dispatch(hold('rounds', 'user', 5_000));
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.finishClosing();
  expect(phaseOf(driver.state)).toBe('completed');
  expect(driver.dispatch(hold('entries'))).toMatchObject([{ kind: 'eventRefused', event: 'hold' }]);
  expect(driver.dispatch({ kind: 'release', by: 'user' })).toMatchObject([{ kind: 'eventRefused', event: 'release' }]);
  expect(isWaitOver(driver.state, 5_000)).toBe(false);
  expect(isWaitOver({ ...driver.state, status: 'liquidated' }, 5_000)).toBe(false);
  expect(driver.dispatch({ kind: 'waitOver', at: 5_000 })).toEqual([]);
});

test('a recovered bot whose round has ended opens the next round only after the release of its hold', () => {
  const driver = opened();
  driver.dispatch({ kind: 'externalClose', fills: [{ price: 200_000n, lots: 1n, fee: decimal('0') } as never] });
  driver.fill('baseExit');
  driver.finishClosing();
  driver.dispatch(hold('rounds'));
  driver.dispatch({ kind: 'recover', as: 'continue' });
  expect([phaseOf(driver.state), driver.state.round]).toEqual(['paused', null]);
  driver.dispatch({ kind: 'release', by: 'user' });
  expect(driver.state.round?.round).toBe(2);
});

test('the owners of holds are the six owners of decision 47', () => {
  expect(holdOwners).toEqual(['user', 'grant', 'key', 'guard', 'maintenance', 'panic']);
});
