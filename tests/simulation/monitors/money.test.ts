// Tests that the checks of prices (I24) and of balances (I26) accept the results of the strategy, and report a wrong price, average or result.
import { add, decimal, formatDecimal, ticks, zero } from '@rondo/decimal';
import { averageEntry, encodeState, netRealised, openSize, type BotState, type StrategyEvent } from '@rondo/strategy';
import { botConfig, ethSwap, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createBalanceWatch } from './balance-watch.ts';
import { createExactPrices } from './exact-prices.ts';
import { openStage } from './stage.ts';

/** The configuration of the bot of the stage. */
const config = botConfig({ instrument: ethSwap });

type View = Parameters<ReturnType<typeof createExactPrices>['stored']>[2];

function viewOf(state: BotState, part: Partial<View> = {}): View {
  const average = averageEntry(state);
  const view = {
    phase: 'running',
    state: JSON.stringify(encodeState(state)),
    entryPrice: average === null ? null : formatDecimal(average),
    positionSize: String(openSize(state)),
    realisedPnl: formatDecimal(netRealised(state)),
    ...part,
  };
  return view as View; // The checks read only these fields.
}

/** Runs both checks after each event, and changes the last view. */
function found(
  driver: StrategyDriver,
  part: Partial<View> = {},
  spoil = (event: StrategyEvent): StrategyEvent => event,
) {
  const stage = openStage();
  const [prices, balances] = [createExactPrices(stage.context), createBalanceWatch(stage.context)];
  const events = driver.events.map(spoil);
  const view = viewOf(driver.state, part);
  prices.stored(stage.bot.botId, events, view);
  balances.stored(stage.bot.botId, events, view);
  return [...new Set(stage.violations.map(({ invariant }) => invariant))];
}

/** A round with a complete cycle of the last step. All other steps are open. */
function runningRound(): StrategyDriver {
  const driver = new StrategyDriver({ ...config, autoReentry: false }, 260_000n).start();
  for (let step = 1; step <= config.martinSteps; step += 1) driver.fill('entry', step);
  driver.fill('takeProfit', config.martinSteps);
  return driver;
}

function finishedRound(): StrategyDriver {
  const driver = runningRound();
  driver.dispatch({ kind: 'funding', amount: decimal('-0.123') });
  driver.fill('baseExit');
  return driver;
}

test('the prices and the result of a running and of a finished round violate nothing', () => {
  expect(found(runningRound())).toEqual([]);
  expect(openSize(finishedRound().state)).toBe(0n);
  expect(found(finishedRound())).toEqual([]);
});

test('I24 is violated when an exit was computed from another price than the price of the fill', () => {
  const oneTickMore = (event: StrategyEvent): StrategyEvent =>
    event.kind === 'fill' && event.slot.kind === 'entry' ? { ...event, price: ticks(event.price + 1n) } : event;
  expect(found(runningRound(), {}, oneTickMore)).toEqual(['I24']);
});

test('I24 is violated when the credit of a cycle is missing in the base exit', () => {
  const withoutProfit = (event: StrategyEvent): StrategyEvent =>
    event.kind === 'fill' && event.slot.kind === 'takeProfit' ? { ...event, price: ticks(event.price - 500n) } : event;
  expect(found(runningRound(), {}, withoutProfit)).toEqual(['I24']);
});

test('I24 is violated when the average entry price is not exact', () => {
  const average = averageEntry(runningRound().state) ?? zero;
  expect(found(runningRound(), { entryPrice: formatDecimal(add(average, decimal('0.000001'))) })).toEqual(['I24']);
});

test('I26 is violated when the result of a bot without a position is not the sum of its fills and fundings', () => {
  const { state } = finishedRound();
  expect(found(finishedRound(), { realisedPnl: `${formatDecimal(netRealised(state))}01` })).toEqual(['I26']);
});

test('I26 is violated when a bot has no position, although its fills leave lots open', () => {
  expect(found(runningRound(), { positionSize: '0' })).toEqual(['I26']);
});

test.each([
  ['is not the profit and the fee', '1', ['I26']],
  ['is the profit and the fee', '0.75', []],
])('the change of the balance by a bill %s', (_name, balanceChange, violations) => {
  const stage = openStage();
  const bill = {
    billId: '1',
    instrumentId: ethSwap.id,
    clientId: '',
    fillId: '1',
    kind: 'trade',
    botId: null,
  } as const;
  const amounts = { balanceChange: decimal(balanceChange), pnl: decimal('1'), fee: decimal('-0.25'), at: 0 };
  createBalanceWatch(stage.context).billed([{ ...bill, ...amounts }]);
  expect(stage.violations.map(({ invariant }) => invariant)).toEqual(violations);
});
