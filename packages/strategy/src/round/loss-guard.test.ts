// Tests of the loss guard: waits after a stop loss, the lock and its release (strategy 8.3).
import { decimal, percent, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { phaseOf } from '../bot/phase.ts';
import { guardLockOf, isWaitOver } from '../holds/holds.ts';
import type { BotConfig, BotState, ClosingReason, Fact, GuardLock, LossGuard } from '../types.ts';
import { countRound, guardFact, type GuardVerdict } from './loss-guard.ts';

const minute = 60_000;
const rules: LossGuard = { firstWaitMinutes: 1, maxWaitMinutes: 5, stopsPerHour: 4, dayLossPercent: percent('20') };
/** The state of a bot with an allocation of 10,000 USDT. The loss guard allows a loss of less than 2,000 USDT a day. */
const state: BotState = new StrategyDriver(botConfig({ lossGuard: rules }), 1n).state;

type End = readonly [minutes: number, reason: ClosingReason, net: string];

function after(...ends: readonly End[]): GuardVerdict {
  let guarded = state;
  let verdict: GuardVerdict | null = null;
  for (const [minutes, reason, net] of ends) {
    verdict = countRound(guarded, rules, { at: minutes * minute, reason, net: decimal(net) });
    guarded = { ...guarded, guard: verdict.guard };
  }
  if (verdict === null) throw new Error('No round was counted.');
  return verdict;
}

const lockOf = ({ hold }: GuardVerdict): GuardLock | null => guardLockOf({ holds: hold === null ? [] : [hold] });

test('the wait doubles with each stop loss in a row up to the longest wait, and returns to the shortest wait after a completed base exit', () => {
  const waits = [1, 2, 3, 4].map((count) => {
    const ends = Array.from({ length: count }, (_, index): End => [index * 10, 'stop_loss', '-1']);
    return (after(...ends).hold?.until ?? 0) / minute - (count - 1) * 10;
  });
  expect(waits).toEqual([1, 2, 4, 5]);
  const { guard, hold } = after(
    [0, 'stop_loss', '-1'],
    [10, 'stop_loss', '-1'],
    [20, 'take_profit', '1'],
    [30, 'stop_loss', '-1'],
  );
  expect([guard.stopsInRow, hold?.until]).toEqual([1, 31 * minute]);
});

test('a round that is ended by a stop command leaves the number of stop losses in a row unchanged', () => {
  const { guard, hold } = after([0, 'stop_loss', '-1'], [10, 'leave', '-1'], [20, 'stop_loss', '-1']);
  expect([guard.stopsInRow, hold?.until]).toEqual([2, 22 * minute]);
});

test('a completed base exit causes no wait', () => {
  const verdict = after([0, 'take_profit', '5']);
  expect([verdict.hold, guardFact(verdict, rules)]).toEqual([null, null]);
});

test('more than the allowed stop losses within 60 minutes lock the bot, and an older stop loss does not count', () => {
  const stops = (times: readonly number[]): GuardVerdict => after(...times.map((at): End => [at, 'stop_loss', '-1']));
  expect(lockOf(stops([0, 10, 20, 59]))).toBeNull();
  const locked = stops([0, 10, 20, 30, 59]);
  expect(locked.hold).toEqual({ by: 'guard', level: 'rounds', reason: 'stops', until: null });
  expect(guardFact(locked, rules)).toEqual({ kind: 'guardLocked', lock: 'stops', stops: 5, net: decimal('-5') });
  const late = stops([0, 10, 20, 30, 60]);
  expect([lockOf(late), late.guard.stops.length]).toEqual([null, 4]);
});

test('the bot is locked when its loss of a day reaches the largest allowed loss, even when the last round had a profit', () => {
  expect(lockOf(after([0, 'stop_loss', '-1999']))).toBeNull();
  expect(lockOf(after([0, 'stop_loss', '-2000']))).toBe('loss');
  const won = after([0, 'stop_loss', '-1999'], [2, 'stop_loss', '-2'], [10, 'take_profit', '0.5']);
  expect(lockOf(won)).toBe('loss');
  expect(guardFact(won, rules)).toMatchObject({ lock: 'loss', net: decimal('-2000.5') });
});

test('the result of a day contains the rounds of the last 24 hours, and the rounds of one minute are one entry', () => {
  const day = 24 * 60;
  expect(lockOf(after([0, 'stop_loss', '-1500'], [day - 1, 'stop_loss', '-600']))).toBe('loss');
  const verdict = after([0.5, 'stop_loss', '-1500'], [day, 'stop_loss', '-600'], [day + 0.9, 'take_profit', '4']);
  expect(lockOf(verdict)).toBeNull();
  expect(verdict.guard.results).toEqual([{ at: day * minute, net: decimal('-596') }]);
});

/** Returns a driver whose bot has had one stop loss. The round ended at the instant `at`. */
function stoppedOut(
  changes: Partial<BotConfig> = {},
  at = 0,
): { readonly driver: StrategyDriver; readonly facts: readonly Fact[] } {
  const stopLoss = { fractionOfBudget: ratio(1n, 100n), endsBot: false };
  const driver = new StrategyDriver(botConfig({ stopLoss, lossGuard: rules, ...changes }), 200_000n).start();
  return { driver, facts: stopOut(driver, at) };
}

function stopOut(driver: StrategyDriver, at: number): readonly Fact[] {
  driver.fill('entry', 1);
  driver.price = 199_000n;
  driver.fill('stopLoss');
  const facts = driver.dispatch({ kind: 'ordersGone', at });
  driver.price = 200_000n;
  return facts;
}

test('after a stop loss the bot waits, desires no order, and opens the next round when the wait is over', () => {
  const { driver, facts } = stoppedOut({}, 5 * minute);
  expect(facts.map((fact) => fact.kind)).toEqual(['roundCompleted', 'roundDelayed']);
  expect([phaseOf(driver.state), driver.desired()]).toEqual(['waiting_after_stop', []]);
  expect(driver.dispatch({ kind: 'waitOver', at: 6 * minute - 1 })).toEqual([]);
  expect(isWaitOver(driver.state, 6 * minute - 1)).toBe(false);
  expect(driver.state.round).toBeNull();
  driver.dispatch({ kind: 'waitOver', at: 6 * minute });
  expect([phaseOf(driver.state), driver.state.roundsOpened]).toEqual(['opening', 2]);
  driver.dispatchPrice();
  expect(driver.find('entry', 1)).toBeDefined();
});

test('the next round opens immediately when the bot has no loss guard, and when the event has no instant', () => {
  const stopLoss = { fractionOfBudget: ratio(1n, 100n), endsBot: false };
  const plain = new StrategyDriver(botConfig({ stopLoss }), 200_000n).start();
  expect(stopOut(plain, 0).map((fact) => fact.kind)).toEqual(['roundCompleted']);
  const old = new StrategyDriver(botConfig({ stopLoss, lossGuard: rules }), 200_000n).start();
  old.fill('entry', 1);
  old.price = 199_000n;
  old.fill('stopLoss');
  old.dispatch({ kind: 'ordersGone' });
  expect([phaseOf(old.state), old.state.roundsOpened, old.state.guard]).toEqual(['opening', 2, undefined]);
});

test('when the owner stops a waiting bot, the bot is completed, and the event `waitOver` opens no round', () => {
  const { driver } = stoppedOut();
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.dispatch({ kind: 'waitOver', at: 60 * minute });
  expect([phaseOf(driver.state), driver.state.roundsOpened]).toEqual(['completed', 1]);
});

test('a waiting signal bot ignores a signal, and waits for a signal when the wait is over', () => {
  const { driver } = stoppedOut();
  const signals = { ...driver.state, config: { ...driver.state.config, waitsForSignal: true } };
  driver.state = signals;
  driver.dispatch({ kind: 'signal', stepDistance: null });
  expect(phaseOf(driver.state)).toBe('waiting_after_stop');
  driver.dispatch({ kind: 'waitOver', at: minute });
  expect(phaseOf(driver.state)).toBe('waiting_for_signal');
});

test('a locked bot opens no round until its owner releases it, and the release sets all counts to zero', () => {
  const { driver, facts } = stoppedOut({ lossGuard: { ...rules, stopsPerHour: 0 } });
  expect(facts.at(-1)).toMatchObject({ kind: 'guardLocked', lock: 'stops', stops: 1 });
  driver.dispatch({ kind: 'waitOver', at: 100 * minute });
  expect([phaseOf(driver.state), driver.state.roundsOpened]).toEqual(['locked', 1]);
  expect(driver.dispatch({ kind: 'releaseGuard', at: 7 })).toEqual([{ kind: 'guardReleased' }]);
  expect(driver.dispatch({ kind: 'releaseGuard', at: 8 })).toMatchObject([{ kind: 'eventRefused' }]);
  expect(driver.state.guard).toEqual({ stops: [], stopsInRow: 0, results: [] });
  expect(driver.state.holds).toEqual([{ by: 'guard', level: 'rounds', reason: 'released', until: 7 }]);
  driver.dispatch({ kind: 'waitOver', at: 7 });
  expect([phaseOf(driver.state), driver.state.roundsOpened]).toEqual(['opening', 2]);
});

test('the owner may release the loss guard of a bot that another owner holds, and the next round opens after the other hold is released', () => {
  const { driver } = stoppedOut({ lossGuard: { ...rules, stopsPerHour: 0 } });
  driver.dispatch({ kind: 'hold', by: 'grant', level: 'entries', reason: 'approval', until: null });
  expect(phaseOf(driver.state)).toBe('paused');
  driver.dispatch({ kind: 'releaseGuard', at: 7 });
  driver.dispatch({ kind: 'waitOver', at: 7 });
  expect([phaseOf(driver.state), driver.state.round]).toEqual(['paused', null]);
  driver.dispatch({ kind: 'release', by: 'grant' });
  expect([phaseOf(driver.state), driver.state.round?.round]).toEqual(['opening', 2]);
});
