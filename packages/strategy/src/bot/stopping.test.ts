import { decimal, formatDecimal, ticks, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver, ethSwap, noFee } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { averageEntry, netRealised, openSize, unrealised } from '../round/ledger.ts';
import { isStopLossWithinFees } from '../round/levels.ts';
import { phaseOf } from './phase.ts';
import type { BotConfig } from '../types.ts';

const p1 = 200_000n;

function opened(changes: Partial<BotConfig> = {}): StrategyDriver {
  const hand = new StrategyDriver(botConfig(changes), p1).start();
  hand.fill('entry', 1);
  return hand;
}

const slots = (hand: StrategyDriver): readonly string[] =>
  hand.desired().map((order) => `${order.slot.kind}${order.slot.step}`);

test('close position and bot: orders are cancelled, lots are closed, the bot completes', () => {
  const hand = opened();
  hand.fill('entry', 2);
  hand.dispatch({ kind: 'stop', closePosition: true });
  expect([phaseOf(hand.state), hand.desired()]).toEqual(['stopping', []]);
  expect(hand.dispatch({ kind: 'stop', closePosition: true })).toEqual([
    { kind: 'eventRefused', event: 'stop', why: 'not_now' },
  ]);
  hand.dispatch({ kind: 'ordersGone' });
  expect(hand.find('close')?.lots).toBe(6292n);
  hand.fill('close', 0, { lots: 92n });
  expect(hand.find('close')?.lots).toBe(6292n);
  hand.fill('close');
  expect(hand.state.completion).toBe('stopped_closed');
});

test('close bot only leaves the position, may be upgraded while running, never the reverse', () => {
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

test('a round that is closing when the user stops the bot counts as completed', () => {
  const hand = opened();
  hand.fill('entry', 4, { lots: 10n });
  hand.fill('baseExit');
  hand.dispatch({ kind: 'stop', closePosition: true });
  hand.finishClosing();
  expect([hand.state.roundsCompleted, hand.state.completion]).toEqual([1, 'stopped_closed']);
  const left = opened();
  left.fill('entry', 4, { lots: 10n });
  left.fill('baseExit');
  left.dispatch({ kind: 'stop', closePosition: false });
  left.dispatch({ kind: 'ordersGone' });
  expect([left.state.roundsCompleted, left.state.completion]).toEqual([1, 'stopped_left_open']);
});

test('a fill that arrives after the end belongs to the bot and is closed', () => {
  const hand = opened();
  const late = hand.find('entry', 2);
  if (late === undefined) throw new Error('step 2 rests');
  hand.dispatch({ kind: 'stop', closePosition: true });
  hand.finishClosing();
  expect(phaseOf(hand.state)).toBe('completed');
  const before = netRealised(hand.state);
  hand.fillOrder(late, { lots: 50n });
  expect(hand.find('close')).toMatchObject({ lots: 50n, type: 'market' });
  hand.fill('close', 0, { price: late.price ?? 0n, fee: noFee });
  expect(hand.desired()).toEqual([]);
  const fee = 50 * 197_340 * 0.00001 * 0.0002;
  expect(Number(formatDecimal(netRealised(hand.state)))).toBeCloseTo(Number(formatDecimal(before)) - fee, 10);
});

test('a fill of a finished round does not disturb the next one', () => {
  const hand = opened();
  const late = hand.find('entry', 2);
  if (late === undefined) throw new Error('step 2 rests');
  hand.fill('baseExit');
  hand.finishClosing();
  hand.dispatchPrice();
  hand.fill('entry', 1);
  hand.fillOrder(late, { lots: 50n });
  expect(slots(hand)).toEqual(['close0', 'baseExit0', 'entry2', 'entry3', 'entry4']);
  hand.fill('close');
  expect(slots(hand)).toEqual(['baseExit0', 'entry2', 'entry3', 'entry4']);
});

test('a close above the largest market order is sent in several orders', () => {
  const hand = opened({ instrument: { ...ethSwap, maxMarketSz: decimal('20'), maxLimitSz: decimal('1000') } });
  hand.dispatch({ kind: 'stop', closePosition: true });
  hand.dispatch({ kind: 'ordersGone' });
  expect(hand.find('close')).toMatchObject({ lots: 2000n, generation: 0 });
  hand.fill('close');
  expect(hand.find('close')).toMatchObject({ lots: 1125n, generation: 1 });
  hand.fill('close');
  expect(hand.state.completion).toBe('stopped_closed');
});

test('a stop loss order is at most the largest market order, and the rest is closed after it', () => {
  const stopLoss = { fractionOfBudget: ratio(1n, 10n), endsBot: true };
  const hand = opened({ stopLoss, instrument: { ...ethSwap, maxMarketSz: decimal('20') } });
  expect(hand.find('stopLoss')?.lots).toBe(2000n);
  hand.fill('stopLoss');
  hand.finishClosing();
  expect([hand.state.completion, openSize(hand.state)]).toEqual(['stop_loss', 0n]);
});

test('a stop loss rests on the exchange, changes with every fill and closes the whole position', () => {
  const stopLoss = { fractionOfBudget: ratio(1n, 10n), endsBot: false };
  const hand = opened({ stopLoss });
  const first = hand.find('stopLoss');
  expect(first).toMatchObject({ type: 'trigger', side: 'sell', lots: 3125n });
  hand.fill('entry', 2);
  expect((hand.find('stopLoss')?.price ?? 0n) > (first?.price ?? 0n)).toBe(true);
  hand.price = 190_000n;
  hand.fill('stopLoss', 0, { lots: 6000n });
  hand.finishClosing();
  expect(hand.facts).toContainEqual(expect.objectContaining({ kind: 'roundCompleted', reason: 'stop_loss' }));
  expect([hand.state.round?.round, hand.state.roundsCompleted]).toEqual([2, 0]);
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

test('a stop loss that the exchange refuses because the price has passed it closes the whole position at once', () => {
  const hand = opened({ stopLoss: { fractionOfBudget: ratio(1n, 10n), endsBot: true } });
  hand.fill('entry', 2);
  const stop = hand.find('stopLoss');
  if (stop === undefined) throw new Error('a stop loss is wanted');
  hand.end(stop, 'passed', '51280');
  expect(hand.desired()).toEqual([]);
  hand.price = 190_000n;
  hand.finishClosing();
  expect([hand.state.completion, openSize(hand.state)]).toEqual(['stop_loss', 0n]);
});

test('a stop loss that the entry fee of step 1 alone reaches is detected, because it would end every round as it opens', () => {
  // Step 1 is an eighth of 5 times the budget; 0.05 % of that is 0.03125 % of the budget.
  const within = (fraction_: bigint): boolean =>
    isStopLossWithinFees(botConfig({ stopLoss: { fractionOfBudget: ratio(fraction_, 10_000_000n), endsBot: false } }));
  expect([within(3_125n), within(3_126n), isStopLossWithinFees(botConfig())]).toEqual([true, false, false]);
});

test('the stop-loss level is the price at which the loss of the round is its share of the budget', () => {
  const hand = opened({ stopLoss: { fractionOfBudget: ratio(1n, 10n), endsBot: true } });
  hand.dispatch({ kind: 'funding', amount: decimal('-12.5') });
  const level = hand.find('stopLoss')?.price ?? ticks(0n);
  const lossAt = (price: bigint): number =>
    Number(formatDecimal(netRealised(hand.state))) + Number(formatDecimal(unrealised(hand.state, ticks(price))));
  expect(lossAt(level)).toBeLessThanOrEqual(-1000);
  expect(lossAt(level + 1n)).toBeGreaterThan(-1000);
});

test('a bot with a broken account link stops its entries and keeps its exits', () => {
  const hand = opened({ cyclicSteps: 2, stopLoss: { fractionOfBudget: ratio(1n, 2n), endsBot: false } });
  hand.fill('entry', 3);
  hand.dispatch({ kind: 'pause' });
  expect([phaseOf(hand.state), slots(hand)]).toEqual(['paused', ['takeProfit3', 'baseExit0', 'stopLoss0']]);
  hand.dispatch({ kind: 'resume' });
  expect(slots(hand)).toContain('entry4');
});

test('an exit fill that is reported after its round has ended reduces the lots that are open now', () => {
  const hand = opened();
  const exit = hand.find('baseExit');
  if (exit === undefined) throw new Error('the base exit rests');
  hand.fill('baseExit');
  hand.finishClosing();
  hand.dispatchPrice();
  hand.fill('entry', 1);
  const before = openSize(hand.state);
  hand.fillOrder(exit, { lots: 5n });
  expect(openSize(hand.state)).toBe(before - 5n);
  expect(hand.find('baseExit')?.lots).toBe(before - 5n);
});

test('the average entry is that of all open lots, and null when flat', () => {
  const hand = opened();
  hand.fill('entry', 2);
  expect(formatDecimal(averageEntry(hand.state) ?? noFee)).toBe('1986.611220597584');
  hand.fill('baseExit');
  hand.finishClosing();
  expect(averageEntry(hand.state)).toBeNull();
});
