// Tests the sequence of the resting orders on the card.
import type { NextMoveWire } from '@rondo/contract';
import { expect, test } from 'vitest';
import { nearestFirst } from './nearest-first.ts';

const move = (step: number, price: string): NextMoveWire => ({
  kind: 'entry',
  step,
  side: 'buy',
  price,
  size: '1',
  net_pnl: null,
  exit_after: null,
  liquidation_after: null,
});

test('the order with the smallest distance from the price is the first, above and below the price', () => {
  const moves = [move(1, '120'), move(2, '95'), move(3, '101'), move(4, '80')];
  expect(nearestFirst(moves, '100').map(({ step }) => step)).toEqual([3, 2, 1, 4]);
});

test('the sequence of the server stays while the price is unknown', () => {
  expect(nearestFirst([move(2, '120'), move(1, '95')], null).map(({ step }) => step)).toEqual([2, 1]);
});
