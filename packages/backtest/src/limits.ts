// The bounds of the back-tester: what it refuses to read.
import { decimal } from '@rondo/decimal';

/** Candles of one run: seven years of one-minute candles, more than any recorded series has. */
export const maxCandles = 4_000_000;

/** One candle can be crossed this many times before the walk must be wrong: every level acts a few times per leg. */
export const maxActionsPerLeg = 100_000;

/** Ticks of a price in a column: every level of a bot, also one tick beyond it, has to fit 32 bits beside two marks. */
export const maxColumnTicks = 2_147_483_000;

/** The last instant of the year 9999 in epoch milliseconds; anything later is no instant of a market. */
export const maxInstant = 253_402_300_799_999;

/** Places of a tick size: the smallest unit any chain or exchange counts in has 18. */
export const maxTickPlaces = 18;

/** Funding rates of one run: forty years of one every hour. */
export const maxFundingRows = 350_000;

/** A funding rate of a whole notional per interval is a mistake of the file; exchanges cap theirs at a few percent. */
export const maxFundingRate = decimal('1');

/** Decimal places of a configured number: ether's smallest unit has 18; more only makes the exact sums slow. */
export const maxDecimalPlaces = 18;

/** Rows of a position tier table: the longest that an exchange publishes have about 100. */
export const maxTiers = 200;

/** The ranges of the fields that are no settings of a bot; those of settings are in the strategy's definitions. */
export const configRanges = {
  slippage: { least: '0', below: '1' },
  /**
   * Parts of the value traded. Exchanges take up to 1 % and pay makers at most a few hundredths of one: ten times and forty times
   * that are a percentage or a wrong sign. Beyond, a compounding bot lives on its rebates and its numbers grow without end.
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

/** Sums of ticks x lots beyond this are moved to exact integers without end. */
export const maxOpenSum = 2 ** 51;

/** Candles of one tile of a sweep: 256 KiB of prices, which a core's second cache holds beside the bots. */
export const tileCandles = 16_384;

/** Bots that walk tiles together: about a kilobyte each, so that they too stay in the cache. */
export const sweepBatch = 512;

/** Points of an equity curve: more than a screen has columns to draw them in. */
export const maxCurvePoints = 1_000;

/** Points of a replayed price: its lowest and highest for every 4 px of the widest chart. */
export const maxReplayPoints = 450;

/** Marks of a replay beyond which a round is no picture any more. */
export const maxReplayMarks = 200;
