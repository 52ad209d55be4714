// Tests of the steps of the base exit during a round.
import { decimal } from '@rondo/decimal';
import { botConfig, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { baseExitPrice } from '../round/levels.ts';
import type { FillEvent } from '../types.ts';
import { exitHistory } from './exit-history.ts';

function opened(): StrategyDriver {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1);
  return driver;
}

const fillsOf = ({ events }: StrategyDriver): FillEvent[] => events.filter((event) => event.kind === 'fill');

function presentExit({ state }: StrategyDriver): bigint | null {
  return state.round === null ? null : baseExitPrice(state.round, state.config);
}

test('the history of the base exit has one step for each entry and each cycle that moved the exit, and ends with the present exit', () => {
  const driver = opened();
  const prices = [presentExit(driver)];
  driver.fill('entry', 2);
  prices.push(presentExit(driver));
  driver.fill('entry', 3);
  prices.push(presentExit(driver));
  driver.fill('entry', 4, { lots: 100n });
  driver.fill('entry', 4);
  const [cycle] = driver.fill('takeProfit', 4).filter(({ kind }) => kind === 'cycleCompleted');
  prices.push(presentExit(driver));
  const history = exitHistory(driver.state, fillsOf(driver));
  expect(history.map(({ price }) => price)).toEqual(prices);
  expect(history.map((each) => each.cycle?.step ?? null)).toEqual([null, null, null, 4]);
  expect(history.at(-1)?.cycle).toEqual({ step: 4, count: 1, net: cycle?.kind === 'cycleCompleted' && cycle.netPnl });
  const instants = history.map(({ at }) => at);
  expect(instants).toEqual(instants.toSorted((a, b) => a - b));
});

test('the history has only the present exit when the fills do not lead to it', () => {
  const driver = opened();
  driver.fill('entry', 2);
  const fills = fillsOf(driver);
  const changed = fills.map((fill, index) =>
    index === 0 ? { ...fill, lots: fill.lots, price: 250_000n as never } : fill,
  );
  expect(exitHistory(driver.state, changed)).toEqual([
    { at: fills.at(-1)?.at, price: presentExit(driver), cycle: null },
  ]);
});

test('fills of another round do not belong to the history, and a bot without a round has no history', () => {
  const driver = opened();
  const fills = fillsOf(driver);
  const older = fills.map((fill) => ({ ...fill, slot: { ...fill.slot, round: 0 }, fee: decimal('1') }));
  expect(exitHistory(driver.state, [...older, ...fills])).toEqual(exitHistory(driver.state, fills));
  expect(exitHistory({ ...driver.state, round: null }, fills)).toEqual([]);
  expect(exitHistory(driver.state, older)).toEqual([]);
});
