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

test('the fact of an entry fill has the filled size and whether the step is complete', () => {
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

test('only a fill of step 1 plans the ladder, and only once', () => {
  const early = new StrategyDriver(botConfig(), p1).start();
  early.dispatchFill('entry', { step: 2, lots: 4_000n });
  expect(early.state.round?.plan).toBeNull();
  const hand = opened();
  const plan = hand.state.round?.plan;
  hand.dispatchFill('entry', { step: 1, lots: 4_000n, price: 150_000n });
  expect(hand.state.round?.plan).toBe(plan);
});

test('without a plan a fill of a deeper step counts as a complete step', () => {
  const instrument = { ...ethSwap, tiers: [{ maxSz: decimal('258'), mmr: decimal('0.004') }] };
  const hand = new StrategyDriver(botConfig({ instrument }), p1).start();
  // After a fill one percent lower every deeper step is larger, and the last one exceeds the tier.
  const facts = hand.dispatchFill('entry', { step: 1, lots: 3_125n, price: 198_000n });
  expect(facts).toContainEqual(expect.objectContaining({ kind: 'planRefused' }));
  expect(hand.dispatchFill('entry', { step: 2 })).toMatchObject([{ kind: 'stepFilled', isComplete: true }]);
});

test('an entry fill of an unknown step has only the error unknown_step, and an exit fill of one only exitFilled', () => {
  expect(opened().dispatchFill('entry', { step: 99 })).toEqual([{ kind: 'error', key: 'unknown_step' }]);
  const hand = opened();
  expect(kinds(hand.dispatchFill('takeProfit', { step: 99 }))).toEqual(['exitFilled']);
  expect([openSize(hand.state), hand.state.cyclesCompleted]).toEqual([3_115n, 0]);
});

test('a cycle is complete only when its whole lot is closed', () => {
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

test('an exit fill of a step without a lot closes another open lot and is not counted as a cycle', () => {
  const hand = opened();
  expect(kinds(hand.dispatchFill('takeProfit', { step: 4, fee: decimal('1') }))).toEqual(['exitFilled']);
  expect(hand.state.cyclesCompleted).toBe(0);
  expect(openOf(hand)).toEqual([0n, 3_115n, 0n, 0n, 0n]);
  // The fee belongs to the lot that was closed, so the next cycle of the step does not pay it.
  expect(stepOf(hand, 4).lot).toEqual(emptyLot);
});

test('each partial fill of an exit has its own fact', () => {
  const hand = opened();
  const told = { kind: 'exitFilled', round: 1, slotKind: 'baseExit', step: 0, price: p1, lots: 10n, fee: noFee };
  expect(hand.dispatchFill('baseExit')).toEqual([told]);
  hand.fill('baseExit');
  expect(hand.state.round?.closing).toMatchObject({ reason: 'take_profit' });
});

test('an exit fill closes the lots of its own steps first, then late lots, then the other lots', () => {
  const base = openedWithLateLot();
  base.fill('entry', 4, { lots: 20n });
  base.dispatchFill('baseExit', { round: 2, lots: 3_000n });
  expect(openOf(base).slice(0, 2)).toEqual([10n, openOf(openedWithLateLot())[1]! - 3_000n]);
  const late = openedWithLateLot();
  late.dispatchFill('takeProfit', { round: 1, step: 4, lots: 4n });
  expect(openOf(late).slice(0, 2)).toEqual([6n, openOf(openedWithLateLot())[1]]);
});

test('an order counts its filled size; a newer generation starts at zero, and a fill of an older one does not change it', () => {
  const hand = opened();
  hand.dispatchFill('entry', { step: 4, lots: 5n });
  hand.dispatchFill('entry', { step: 4, lots: 7n });
  expect(stepOf(hand, 4)).toMatchObject({ entry: { generation: 0, filled: 12n }, exit: { filled: 0n } });
  hand.dispatchFill('entry', { step: 4, generation: 2, lots: 3n });
  expect(stepOf(hand, 4).entry).toMatchObject({ generation: 2, filled: 3n });
  hand.dispatchFill('entry', { step: 4, generation: 1, lots: 9n });
  expect(stepOf(hand, 4)).toMatchObject({ entry: { generation: 2, filled: 3n }, lot: { entered: 24n } });
});

test('a partial fill of the stop loss is counted and reported, and closes the steps before late lots', () => {
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

test('a market close closes only late lots while the round runs, and the steps before late lots when the round closes', () => {
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

test('a closing order below the open size is filled completely, then another closing order follows', () => {
  const hand = openedWithLateLot({ instrument: { ...ethSwap, maxMarketSz: decimal('0.06') } });
  const { generation } = hand.state.close;
  close(hand, 5n);
  expect(hand.state.close).toMatchObject({ generation, filled: 5n });
  close(hand, 1n);
  expect(hand.state.close).toMatchObject({ generation: generation + 1, filled: 0n });
});

test('each fill after the end of its round is reported as late, and closing more than the open size adds position_mismatch', () => {
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

test('a close by the user takes the steps before late lots, and a close above the open size is the error position_mismatch', () => {
  const hand = openedWithLateLot();
  const [, before = 0n] = openOf(hand);
  closeBy(hand, 100n);
  expect(openOf(hand).slice(0, 2)).toEqual([10n, before - 100n]);
  const mismatch = { kind: 'error', key: 'position_mismatch' } as const;
  expect(closeBy(opened(), 4_000n, 1n).slice(0, 2)).toEqual([mismatch, mismatch]);
});
