// Tests of the figures of a running bot: absent values, unknown values and exact amounts.
import { expect, test } from 'vitest';
import type { BotWire, InstrumentWire, NextMoveWire } from '@rondo/contract';
import { closeEstimate } from '../stop/close-estimate.ts';
import { deepestStepOf, figuresOf, percentBetween } from './bot-figures.ts';

// The instrument has only the fields that the tested functions read.
const instrument = { instId: 'ETH-USDT-SWAP', ctVal: '0.1', tickSz: '0.01', taker_fee: '0.0005' } as InstrumentWire;
const row = (step: number, liquidation: string | null) => ({
  step,
  price: String(3500 - step * 50),
  amount: String(step * 1000),
  size: '3',
  type: 'limit',
  cyclic: step === 3,
  liquidation_price: liquidation,
  expected_pnl: '1',
});
const bot = (change: Partial<BotWire>): BotWire =>
  ({
    leverage: 10,
    current_step: 1,
    filled_steps: [1],
    skipped_steps: [],
    next_moves: [],
    mark_price: '3400',
    entry_price: '3450',
    position_size: '7.47',
    liquidation_price: '655.58',
    take_profit_price: '3467',
    unrealised_pnl: '-24.33',
    entry: { data: [row(1, null), row(2, '655.58'), row(3, '2700')] },
    ...change,
  }) as BotWire;

test('when the mark price is unknown, the distances are null, and the liquidation price of the full position is still returned', () => {
  const figures = figuresOf(bot({ mark_price: null }), instrument);
  expect(figures.liquidationDistance).toBeNull();
  expect(figures.deepest).toEqual({ price: '2700', distance: null });
  expect(figures.marginInUse).toBeNull();
});

test('`deepest` is null when the full position cannot be liquidated', () => {
  expect(
    figuresOf(bot({ entry: { ...bot({}).entry, data: [row(1, null)] } as BotWire['entry'] }), instrument).deepest,
  ).toBeNull();
});

test('the size and the margin in use are exact', () => {
  const figures = figuresOf(bot({}), instrument);
  expect(figures.baseSize).toBe('0.747');
  expect(figures.marginInUse).toBe('253.98');
});

test('the step after the filled steps has the state `next`, and all later steps have the state `resting`', () => {
  expect(figuresOf(bot({}), instrument).rungs.map((rung) => rung.state)).toEqual(['filled', 'next', 'resting']);
});

const move = (step: number, liquidation: string): NextMoveWire => ({
  kind: 'entry',
  step,
  side: 'buy',
  price: '3300',
  size: '3',
  net_pnl: null,
  exit_after: null,
  liquidation_after: liquidation,
});

type Steps = { readonly states: readonly string[]; readonly deepest: number };

const cases: readonly (readonly [string, Partial<BotWire>, Steps])[] = [
  [
    'a skipped step is not the next one',
    { skipped_steps: [2], next_moves: [move(3, '2500')] },
    { states: ['filled', 'skipped', 'next'], deepest: 1 },
  ],
  [
    'a step below a skipped step can be filled',
    { current_step: 2, filled_steps: [1, 3], skipped_steps: [2] },
    { states: ['filled', 'skipped', 'filled'], deepest: 3 },
  ],
  [
    'the filled part of a skipped order counts as filled',
    { current_step: 2, filled_steps: [1, 2], skipped_steps: [2] },
    { states: ['filled', 'filled', 'next'], deepest: 2 },
  ],
  [
    'a closed step above an open one is the next one',
    { filled_steps: [2] },
    { states: ['next', 'filled', 'resting'], deepest: 2 },
  ],
  [
    'without an open lot the first step is the next one',
    { filled_steps: [] },
    { states: ['next', 'resting', 'resting'], deepest: 0 },
  ],
];

test.each(cases)('%s', (_name, change, { states, deepest }) => {
  expect(figuresOf(bot(change), instrument).rungs.map((rung) => rung.state)).toEqual(states);
  expect(deepestStepOf(bot(change))).toBe(deepest);
});

test('without `filled_steps`, which an older server does not send, the first steps are filled', () => {
  const { filled_steps: _, ...older } = bot({ current_step: 2 });
  expect(figuresOf(older, instrument).rungs.map((rung) => rung.state)).toEqual(['filled', 'filled', 'next']);
  expect(deepestStepOf(older)).toBe(2);
});

test('after a skipped step the liquidation prices follow from the open lots and the resting orders', () => {
  const waiting = figuresOf(bot({ skipped_steps: [2], next_moves: [move(3, '2500')] }), instrument);
  expect(waiting.rungs.map((rung) => rung.liquidation)).toEqual(['655.58', null, '2500']);
  expect([waiting.fillable, waiting.deepest?.price]).toEqual([2, '2500']);
  const filled = figuresOf(bot({ filled_steps: [1, 3], skipped_steps: [2], liquidation_price: '2480' }), instrument);
  expect([filled.fillable, filled.deepest?.price]).toEqual([2, '2480']);
  // A hold has cancelled the entries, so no resting order has a liquidation price, and the one of the plan is shown.
  const held = figuresOf(bot({ skipped_steps: [2] }), instrument);
  expect([held.fillable, held.deepest?.price]).toEqual([2, '2700']);
});

test('after a skipped step the worst case contains the rest of a step that has filled in part, and a step above a filled one', () => {
  const partly: Partial<BotWire> = { filled_steps: [1, 3], skipped_steps: [2], liquidation_price: '2480' };
  const rest = figuresOf(bot({ ...partly, next_moves: [move(3, '2600')] }), instrument);
  expect([rest.rungs.at(-1)?.liquidation, rest.deepest?.price]).toEqual(['2600', '2600']);
  const data = [...bot({}).entry.data, { ...row(4, '2800'), type: 'limit' as const }];
  const above: Partial<BotWire> = { ...partly, filled_steps: [1, 4], entry: { ...bot({}).entry, data } };
  expect(figuresOf(bot({ ...above, next_moves: [move(3, '2610')] }), instrument).deepest?.price).toBe('2610');
  expect(figuresOf(bot(above), instrument).deepest?.price).toBe('2700');
});

test('a bot is near liquidation when the distance to liquidation is below ten percent', () => {
  expect(figuresOf(bot({ liquidation_price: '3100' }), instrument).isNearLiquidation).toBe(true);
  expect(figuresOf(bot({ liquidation_price: '3000' }), instrument).isNearLiquidation).toBe(false);
});

test('the estimate of a close contains the taker fee, and its worst result is the unrealised profit minus the slippage', () => {
  expect(closeEstimate(bot({}), instrument, '0.0005')).toEqual({ fee: '1.2699', worst: '-25.5999' });
  expect(percentBetween(null, '1')).toBeNull();
});
