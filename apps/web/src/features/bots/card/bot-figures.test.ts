// Tests of the figures of a running bot: absent values, unknown values and exact amounts.
import { expect, test } from 'vitest';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { closeEstimate } from '../stop/close-estimate.ts';
import { figuresOf, percentBetween } from './bot-figures.ts';

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

test('a bot is near liquidation when the distance to liquidation is below ten percent', () => {
  expect(figuresOf(bot({ liquidation_price: '3100' }), instrument).isNearLiquidation).toBe(true);
  expect(figuresOf(bot({ liquidation_price: '3000' }), instrument).isNearLiquidation).toBe(false);
});

test('the estimate of a close contains the taker fee, and its worst result is the unrealised profit minus the slippage', () => {
  expect(closeEstimate(bot({}), instrument, '0.0005')).toEqual({ fee: '1.2699', worst: '-25.5999' });
  expect(percentBetween(null, '1')).toBeNull();
});
