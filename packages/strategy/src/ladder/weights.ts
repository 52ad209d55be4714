// Computes the weights that divide the money of a round among its steps (strategy 2).
import { fraction, type Fraction } from '@rondo/decimal';

/** Returns the normalised weights 1, 1, 2, 4, 8, ... for a number of steps. The weights sum to exactly 1. */
export function stepWeights(martinSteps: number): readonly Fraction[] {
  const total = 2n ** BigInt(martinSteps - 1);
  return Array.from({ length: martinSteps }, (_, index) => fraction(index === 0 ? 1n : 2n ** BigInt(index - 1), total));
}
