// Tests of the list of the next moves: every resting order with its net result and the bot after its fill.
import { formatDecimal, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { baseExitPrice } from '../round/levels.ts';
import { liquidationPrice } from '../round/liquidation.ts';
import type { BotConfig } from '../types.ts';
import { nextMoves, type NextMove } from './next-moves.ts';

function opened(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = new StrategyDriver(botConfig(changes), 200_000n).start();
  driver.fill('entry', 1);
  return driver;
}

const none = (): boolean => false;

function moveOf(driver: StrategyDriver, kind: NextMove['kind'], step = 0): NextMove {
  const found = nextMoves(driver.state, none).find((move) => move.kind === kind && move.step === step);
  if (found === undefined) throw new Error(`The bot has no resting order ${kind} of step ${step}.`);
  return found;
}

test('every resting order is in the list with its unfilled size, and an opening order is not in the list', () => {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  expect(nextMoves(driver.state, none)).toEqual([]);
  driver.fill('entry', 1);
  driver.fill('entry', 2, { lots: 100n });
  const moves = nextMoves(driver.state, none);
  expect(moves.map(({ kind, step }) => [kind, step])).toEqual([
    ['baseExit', 0],
    ['entry', 2],
    ['entry', 3],
    ['entry', 4],
  ]);
  const entry = driver.find('entry', 2);
  expect(moveOf(driver, 'entry', 2).lots).toBe((entry?.lots ?? 0n) - 100n);
});

test('a bot without a position has no exit in its list, before the first fill and after the end of a round', () => {
  const driver = opened({ autoReentry: false });
  const exit = driver.find('baseExit', 0);
  if (exit === undefined) throw new Error('The round has no base exit.');
  expect(nextMoves(driver.state, none).map(({ kind }) => kind)).toContain('baseExit');
  driver.fill('baseExit', 0);
  expect(nextMoves(driver.state, none)).toEqual([]);
});

test('the take-profit of a cyclic step has the net result of its cycle and the base exit after the cycle', () => {
  const driver = opened();
  for (const step of [2, 3, 4]) driver.fill('entry', step);
  const move = moveOf(driver, 'takeProfit', 4);
  expect(move.price).toBe(driver.find('takeProfit', 4)?.price);
  const facts = driver.fill('takeProfit', 4);
  const cycle = facts.find((fact) => fact.kind === 'cycleCompleted');
  expect(move.net).toEqual(cycle?.netPnl);
  const { round } = driver.state;
  if (round === null) throw new Error('The bot has no round.');
  expect(move.exitAfter).toBe(baseExitPrice(round, driver.state.config));
  expect(move.liquidationAfter).toBe(liquidationPrice(driver.state));
});

test('the base exit and the stop loss have the net result of the round, and no exit follows them', () => {
  const driver = opened({ stopLoss: { fractionOfBudget: ratio(1n, 20n), endsBot: true } });
  driver.fill('entry', 2);
  const [exit, stop] = [moveOf(driver, 'baseExit'), moveOf(driver, 'stopLoss')];
  expect([exit.exitAfter, exit.liquidationAfter, stop.exitAfter]).toEqual([null, null, null]);
  // A stop loss at 5 % of 10,000 USDT loses 500 USDT and the fee of its market order.
  expect(stop.net === null ? 0 : Number(formatDecimal(stop.net))).toBeLessThan(-500);
  driver.fill('baseExit');
  driver.finishClosing();
  const end = driver.facts.find((fact) => fact.kind === 'roundCompleted');
  expect(exit.net).toEqual(end?.netPnl);
});

test('the net result of the base exit contains the lots of cyclic steps, which the round closes at the market', () => {
  const driver = opened();
  for (const step of [2, 3, 4]) driver.fill('entry', step);
  const exit = moveOf(driver, 'baseExit');
  driver.price = exit.price;
  driver.fill('baseExit');
  driver.finishClosing();
  const end = driver.facts.find((fact) => fact.kind === 'roundCompleted');
  expect(exit.net).toEqual(end?.netPnl);
});

test('an entry has the exit and the liquidation price after it and all entries before it have filled', () => {
  const driver = opened();
  const moves = [2, 3, 4].map((step) => moveOf(driver, 'entry', step));
  for (const move of moves) {
    driver.fill('entry', move.step);
    // Steps 2 and 3 are base steps and move the base exit. Step 4 is a cyclic step and has its own take-profit.
    const exit = move.step === 4 ? driver.find('takeProfit', 4) : driver.find('baseExit');
    expect([move.net, move.exitAfter, move.liquidationAfter]).toEqual([
      null,
      exit?.price,
      liquidationPrice(driver.state),
    ]);
  }
});

test('a slot that gets no order again is not in the list, and the entries below it fill without its lots', () => {
  const driver = opened();
  const all = nextMoves(driver.state, none);
  const moves = nextMoves(driver.state, ({ kind, round, step }) => kind === 'entry' && round === 1 && step === 2);
  expect(moves.map(({ kind, step }) => [kind, step])).toEqual([
    ['baseExit', 0],
    ['entry', 3],
    ['entry', 4],
  ]);
  driver.fill('entry', 3);
  const third = moves.find(({ step }) => step === 3);
  expect(third?.liquidationAfter).toBe(liquidationPrice(driver.state));
  expect(third?.liquidationAfter).not.toBe(all.find(({ step }) => step === 3)?.liquidationAfter);
});
