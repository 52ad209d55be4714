// The bounds of the back-tester: what it refuses to read.

/** Candles of one run: seven years of one-minute candles, more than any recorded series has. */
export const maxCandles = 4_000_000;

/** Martin steps the back-tester accepts; strategy.md 1 gives 2..10. */
export const martinStepBounds = { min: 2, max: 10 } as const;

/** One candle can be crossed this many times before the walk must be wrong: every level acts a few times per leg. */
export const maxActionsPerLeg = 100_000;

/** Ticks of a price in a column: every level of a bot, also one tick beyond it, has to fit 32 bits beside two marks. */
export const maxColumnTicks = 2_147_483_000;
