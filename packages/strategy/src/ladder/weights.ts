// How a round's money is spread over its steps (strategy 2).
import { fraction, toFraction, decimal, divideFractions, type Fraction } from '@rondo/decimal';

/** The normalised weights 1, 1, 2, 4, 8, ... of a number of steps; they sum to exactly 1. */
export function stepWeights(martinSteps: number): readonly Fraction[] {
  const total = 2n ** BigInt(martinSteps - 1);
  return Array.from({ length: martinSteps }, (_, index) => fraction(index === 0 ? 1n : 2n ** BigInt(index - 1), total));
}

/** The step distance, a ratio, that a base-defence percent means: D / max(M - 1, 1) percent, exact (strategy 1). */
export function stepDistanceOfDefence(defencePercent: number, martinSteps: number): Fraction {
  return fraction(BigInt(defencePercent), 100n * BigInt(Math.max(martinSteps - 1, 1)));
}

/** A percent text such as "1.33" as an exact ratio (0.0133); throws RangeError when it is no plain decimal. */
export function percentToRatio(percent: string): Fraction {
  return divideFractions(toFraction(decimal(percent)), fraction(100n));
}
