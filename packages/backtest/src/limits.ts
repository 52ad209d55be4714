// The bounds of the back-tester: of its input, and of the fast loop.
import { decimal } from '@rondo/decimal';

/** The most candles of one run: seven years of one-minute candles, more than any recorded series has. */
export const maxCandles = 4_000_000;

/** The most actions in one leg of a candle. More actions mean an error, because every level acts only a few times per leg. */
export const maxActionsPerLeg = 100_000;

/** The largest price in a column, in ticks: every level of a bot plus one tick must fit 32 bits, and two values are reserved. */
export const maxColumnTicks = 2_147_483_000;

/** The last instant of the year 9999 in epoch milliseconds; a later instant is refused. */
export const maxInstant = 253_402_300_799_999;

/** The most decimal places of a tick size: the smallest unit of any chain or exchange has 18. */
export const maxTickPlaces = 18;

/** The most funding rates of one run: forty years with one rate per hour. */
export const maxFundingRows = 350_000;

/** The largest funding rate. A rate of 100 % per interval is an error of the file, because exchanges limit rates to a few percent. */
export const maxFundingRate = decimal('1');

/** The most decimal places of a configured number: ether's smallest unit has 18; more places only make the exact sums slow. */
export const maxDecimalPlaces = 18;

/** The most rows of a position tier table: the longest published ones have about 100. */
export const maxTiers = 200;

/** The ranges of the fields that are not settings of a bot; the ranges of settings are in the strategy's definitions. */
export const configRanges = {
  slippage: { least: '0', below: '1' },
  /**
   * Parts of the value traded. Exchanges take up to 1 % and pay makers at most a few hundredths of one: ten times and forty times
   * that are a percentage or a wrong sign. With larger rebates a compounding bot would earn from them alone and its numbers would grow without limit.
   */
  fee: { least: '-0.01', most: '0.1' },
  rate: { least: '0', below: '1' },
  grid: { above: '0', most: '1000000000' },
  size: { above: '0', most: '1000000000000000' },
} as const;
/** Prices and levels that the fast loop walks: their differences fit 32 bits with sign. */
export const maxFastTicks = 2 ** 30 - 1;

/** Whole numbers below this are exact in a double, and so are their quotients once rounded down or up (ADR 12). */
export const maxExactInteger = 2 ** 52;

/** The most a round's planned value may be, ticks x lots: its sums stay 64 times below `maxExactInteger`. */
export const maxRoundValue = 2 ** 46;

/** Sums of ticks x lots above this are moved to bigints. */
export const maxOpenSum = 2 ** 51;

/** Candles of one tile of a sweep: 256 KiB of prices, which fit the second-level cache of a core together with the bots. */
export const tileCandles = 16_384;

/** Bots that walk tiles together: about a kilobyte each, so that they too stay in the cache. */
export const sweepBatch = 512;

/** Points of an equity curve: more than a screen has columns to draw them in. */
export const maxCurvePoints = 1_000;

/** Points of a replayed price: its lowest and highest for every 4 px of the widest chart. */
export const maxReplayPoints = 450;

/** The most marks of a replay; a picture with more cannot be read. */
export const maxReplayMarks = 200;
