// Sorts the resting orders of a bot by their distance from the price.
import type { NextMoveWire } from '@rondo/contract';
import { percentBetween } from '../bot-figures.ts';

/** Returns the orders with the order that is nearest to the price first. Without a price the sequence stays as it is. */
export function nearestFirst(moves: readonly NextMoveWire[], price: string | null): readonly NextMoveWire[] {
  if (price === null) return moves;
  const distance = (move: NextMoveWire): number => Math.abs(percentBetween(price, move.price) ?? 0);
  return moves.toSorted((a, b) => distance(a) - distance(b));
}
