import { decimal, lots, ticks, ratio } from '@rondo/decimal';
import { botConfig, StrategyDriver, ethSwap, noFee } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { openSize } from './ledger.ts';
import { emptyLot, openLots } from './lot.ts';
import type { BotConfig, Fact, StepState } from '../types.ts';

const p1 = 200_000n;

function opened(changes: Partial<BotConfig> = {}): StrategyDriver {
  const hand = new StrategyDriver(botConfig(changes), p1).start();
  hand.fill('entry', 1);
  return hand;
}

/** A bot in its second round, with 10 lots that filled after the first round had ended. */
function openedWithLateLot(changes: Partial<BotConfig> = {}): StrategyDriver {
  const hand = opened(changes);
  hand.fill('baseExit');
  hand.finishClosing().dispatchPrice();
  hand.fill('entry', 1);
  hand.dispatchFill('entry', { step: 4 });
  return hand;
}

function stepOf(hand: StrategyDriver, step: number): StepState {
  const found = hand.state.round?.steps[step - 1];
  if (found === undefined) throw new Error(`no step ${step}`);
  return found;
}

/** The open lots: late lots first, then the lots of each step. */
function openOf(hand: StrategyDriver): readonly bigint[] {
  return [hand.state.stray, ...(hand.state.round?.steps ?? []).map((step) => step.lot)].map(openLots);
}

const kinds = (facts: readonly Fact[]): readonly string[] => facts.map((fact) => fact.kind);
const closeBy = (hand: StrategyDriver, ...sizes: readonly bigint[]): readonly Fact[] =>
  hand.dispatch({
    kind: 'externalClose',
    fills: sizes.map((size) => ({ price: ticks(p1), lots: lots(size), fee: noFee })),
  });

test('an entry tells what filled, and whether its step is whole', () => {
  const hand = new StrategyDriver(botConfig(), p1).start();
  const told = { kind: 'stepFilled', round: 1, price: p1, fee: noFee };
  expect(hand.dispatchFill('entry', { step: 1, lots: 3_000n })).toEqual([
    { ...told, step: 1, lots: 3_000n, isComplete: false },
  ]);
  expect(hand.dispatchFill('entry', { step: 1, lots: 125n })).toContainEqual({
    ...told,
    step: 1,
    lots: 125n,
    isComplete: true,
  });
  expect(hand.dispatchFill('entry', { step: 3, lots: 6_418n })).toEqual([
    { ...told, step: 3, lots: 6_418n, isComplete: false },
  ]);
  expect(hand.dispatchFill('entry', { step: 3, lots: 1n })).toEqual([{ ...told, step: 3, lots: 1n, isComplete: true }]);
});

test('only the first step plans the ladder, and only once', () => {
  const early = new StrategyDriver(botConfig(), p1).start();
  early.dispatchFill('entry', { step: 2, lots: 4_000n });
  expect(early.state.round?.plan).toBeNull();
  const hand = opened();
  const plan = hand.state.round?.plan;
  hand.dispatchFill('entry', { step: 1, lots: 4_000n, price: 150_000n });
  expect(hand.state.round?.plan).toBe(plan);
});

test('a deeper fill is whole when the ladder had to be given up', () => {
  const instrument = { ...ethSwap, tiers: [{ maxSz: decimal('258'), mmr: decimal('0.004') }] };
  const hand = new StrategyDriver(botConfig({ instrument }), p1).start();
  // After a fill one percent lower every deeper step is larger, and the last one exceeds the tier.
  const facts = hand.dispatchFill('entry', { step: 1, lots: 3_125n, price: 198_000n });
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'planRefused' }));
  expect(hand.dispatchFill('entry', { step: 2 })).toMatchObject([{ kind: 'stepFilled', isComplete: true }]);
});

test('a fill of a step that the ladder does not have is told as that and nothing else', () => {
  expect(opened().dispatchFill('entry', { step: 99 })).toEqual([{ kind: 'error', key: 'unknown_step' }]);
  const hand = opened();
  expect(kinds(hand.dispatchFill('takeProfit', { step: 99 }))).toEqual(['exitFilled']);
  expect([openSize(hand.state), hand.state.cyclesCompleted]).toEqual([3_115n, 0]);
});

test('a cycle is complete when its lot is gone, not before', () => {
  const hand = opened();
  hand.fill('entry', 4);
  const whole = hand.find('takeProfit', 4);
  hand.fill('takeProfit', 4, { lots: 13_000n });
  // The order stays the same: 13,000 of its lots are filled.
  expect(hand.find('takeProfit', 4)).toEqual(whole);
  expect(stepOf(hand, 4)).toMatchObject({ cycles: 0, exit: { generation: 0, filled: 13_000n } });
  expect(hand.find('entry', 4)).toBeUndefined();
  hand.fill('takeProfit', 4);
  expect(stepOf(hand, 4)).toMatchObject({ cycles: 1, lot: emptyLot, exit: { generation: 1, filled: 0n } });
});

test('an exit of a step that holds nothing closes what is open and is no cycle', () => {
  const hand = opened();
  expect(kinds(hand.dispatchFill('takeProfit', { step: 4, fee: decimal('1') }))).toEqual(['exitFilled']);
  expect(hand.state.cyclesCompleted).toBe(0);
  expect(openOf(hand)).toEqual([0n, 3_115n, 0n, 0n, 0n]);
  // The fee belongs to the lot that was closed, so the next cycle of the step does not pay it.
  expect(stepOf(hand, 4).lot).toEqual(emptyLot);
});

test('an exit in parts tells every part', () => {
  const hand = opened();
  const told = { kind: 'exitFilled', round: 1, slotKind: 'baseExit', step: 0, price: p1, lots: 10n, fee: noFee };
  expect(hand.dispatchFill('baseExit')).toEqual([told]);
  hand.fill('baseExit');
  expect(hand.state.round?.closing).toMatchObject({ reason: 'take_profit' });
});

test('what an exit closes comes first from its own lots, then from late ones, then from the others', () => {
  const base = openedWithLateLot();
  base.fill('entry', 4, { lots: 20n });
  base.dispatchFill('baseExit', { round: 2, lots: 3_000n });
  expect(openOf(base).slice(0, 2)).toEqual([10n, openOf(openedWithLateLot())[1]! - 3_000n]);
  const late = openedWithLateLot();
  late.dispatchFill('takeProfit', { round: 1, step: 4, lots: 4n });
  expect(openOf(late).slice(0, 2)).toEqual([6n, openOf(openedWithLateLot())[1]]);
});

test('an order counts what it filled; a newer one begins again, and an older one takes nothing back', () => {
  const hand = opened();
  hand.dispatchFill('entry', { step: 4, lots: 5n });
  hand.dispatchFill('entry', { step: 4, lots: 7n });
  expect(stepOf(hand, 4)).toMatchObject({ entry: { generation: 0, filled: 12n }, exit: { filled: 0n } });
  hand.dispatchFill('entry', { step: 4, generation: 2, lots: 3n });
  expect(stepOf(hand, 4).entry).toMatchObject({ generation: 2, filled: 3n });
  hand.dispatchFill('entry', { step: 4, generation: 1, lots: 9n });
  expect(stepOf(hand, 4)).toMatchObject({ entry: { generation: 2, filled: 3n }, lot: { entered: 24n } });
});

test('a stop loss that fills in part is counted, told, and closes the steps before what came late', () => {
  const stopLoss = { fractionOfBudget: ratio(1n, 20n), endsBot: false };
  const hand = openedWithLateLot({ stopLoss });
  const [, before = 0n] = openOf(hand);
  expect(kinds(hand.dispatchFill('stopLoss', { round: 2, lots: 100n }))).toEqual(['exitFilled']);
  expect(openOf(hand).slice(0, 2)).toEqual([10n, before - 100n]);
  expect(hand.state.round).toMatchObject({ stopLoss: { filled: 100n }, closing: { reason: 'stop_loss' } });
});

/** Applies a fill of the closing order that is open now. */
const close = (hand: StrategyDriver, size: bigint): readonly Fact[] =>
  hand.dispatchFill('close', { round: 0, generation: hand.state.close.generation, lots: size });

test('a closing at market takes late lots alone, and after their steps when the round closes too', () => {
  const hand = openedWithLateLot();
  const [, before = 0n] = openOf(hand);
  const { generation } = hand.state.close;
  expect(close(hand, 4n)).toEqual([
    { kind: 'exitFilled', round: 0, slotKind: 'close', step: 0, price: p1, lots: 4n, fee: noFee },
  ]);
  expect([openOf(hand).slice(0, 2), hand.state.close]).toMatchObject([[6n, before], { generation, filled: 4n }]);
  close(hand, 6n);
  expect(openOf(hand).slice(0, 2)).toEqual([0n, before]);
  expect(hand.state.close).toMatchObject({ generation: generation + 1, filled: 0n });
  const closing = openedWithLateLot();
  closing.fill('entry', 4, { lots: 30n });
  closing.fill('baseExit');
  close(closing, 8n);
  expect([openOf(closing)[0], openOf(closing)[4]]).toEqual([10n, 22n]);
});

test('a closing order that may not hold everything goes on until it is full, then another follows', () => {
  const hand = openedWithLateLot({ instrument: { ...ethSwap, maxMarketSz: decimal('0.06') } });
  const { generation } = hand.state.close;
  close(hand, 5n);
  expect(hand.state.close).toMatchObject({ generation, filled: 5n });
  close(hand, 1n);
  expect(hand.state.close).toMatchObject({ generation: generation + 1, filled: 0n });
});

test('a late fill is told as one, with what its closing breaks', () => {
  const hand = opened();
  hand.fill('baseExit');
  hand.finishClosing().dispatchPrice();
  hand.fill('entry', 1);
  expect(hand.dispatchFill('entry', { step: 4 })).toEqual([{ kind: 'lateFill', round: 1, lots: 10n }]);
  expect(hand.dispatchFill('takeProfit', { step: 4, lots: 9_999n })).toEqual([
    { kind: 'lateFill', round: 1, lots: 9_999n },
    { kind: 'error', key: 'position_mismatch' },
  ]);
});

test('a hand closes the steps before late lots, and more than there is stops the bot', () => {
  const hand = openedWithLateLot();
  const [, before = 0n] = openOf(hand);
  closeBy(hand, 100n);
  expect(openOf(hand).slice(0, 2)).toEqual([10n, before - 100n]);
  const mismatch = { kind: 'error', key: 'position_mismatch' } as const;
  expect(closeBy(opened(), 4_000n, 1n).slice(0, 2)).toEqual([mismatch, mismatch]);
});
