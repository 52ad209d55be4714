// The re-entry jitter (strategy 8.4): after a round, a pseudo-random number decides at the close of each candle whether
// the next round opens.
import { createPrng, fraction, ceilFraction, divideFractions, multiplyFractions, toFraction } from '@rondo/decimal';
import { hourMs } from '@rondo/strategy';
import type { JitterRules } from '../config/config.ts';

/** Draws one number for a candle. Returns true when the next round opens at the close of the candle. */
export type JitterDraw = () => boolean;

const range = 2 ** 32;

/**
 * Returns the draws of one bot. A draw returns true when its number u in [0, 1) is less than the length of a candle
 * divided by the mean delay. The comparison is exact, because u is a multiple of 2^-32.
 */
export function reentryDraws({ seed, meanHours }: JitterRules, candleMs: number): JitterDraw {
  const next = createPrng(seed);
  const meanMs = multiplyFractions(toFraction(meanHours), fraction(BigInt(hourMs)));
  const bound = divideFractions(fraction(BigInt(candleMs) * BigInt(range)), meanMs);
  // A whole number is less than the bound when it is less than the bound rounded up.
  const opens = Number(ceilFraction(bound));
  return () => next() * range < opens;
}
