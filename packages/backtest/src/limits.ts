// The bounds of the input of the back-tester and of the fast loop.
import { decimal } from '@rondo/decimal';

/** The largest number of candles of one run. It is seven years of one-minute candles, which is more than any recorded series has. */
export const maxCandles = 4_000_000;

/**
 * The largest number of actions between two prices of a candle. A larger number means an error, because every level
 * acts only a few times between two prices.
 */
export const maxActionsPerLeg = 100_000;

/**
 * The largest price in a column, in ticks. Every level of a bot plus one tick must fit 32 bits. Two values are reserved
 * for levels that no price reaches.
 */
export const maxColumnTicks = 2_147_483_000;

/** The last instant of the year 9999 in epoch milliseconds. A later instant is refused. */
export const maxInstant = 253_402_300_799_999;

/** The largest number of decimal places of a tick size. The smallest unit of any chain or exchange has 18 places. */
export const maxTickPlaces = 18;

/** The largest number of funding rates of one run: forty years with one rate per hour. */
export const maxFundingRows = 350_000;

/** The largest number of recorded signals of one run: forty years with one signal per hour. */
export const maxSignalRows = 350_000;

/** The largest funding rate. A rate above 100 % per interval is an error in the file, because exchanges limit rates to a few percent. */
export const maxFundingRate = decimal('1');

/**
 * The largest number of decimal places of a configured number. The smallest unit of ether has 18 places, and more
 * places only make the exact sums slow.
 */
export const maxDecimalPlaces = 18;

/** The largest number of rows in a table of position tiers. The longest published tables have about 100 rows. */
export const maxTiers = 200;

/** The ranges of the fields that are not settings of a bot. The definitions of the strategy contain the ranges of the settings. */
export const configRanges = {
  slippage: { least: '0', below: '1' },
  /**
   * A fee rate is a part of the traded value. Exchanges take at most 1 % and pay makers at most a few hundredths of a
   * percent. A larger rate is probably a percent or has the wrong sign. With larger rebates, a compounding bot would
   * earn from the rebates alone, and its numbers would grow without limit.
   */
  fee: { least: '-0.01', most: '0.1' },
  rate: { least: '0', below: '1' },
  grid: { above: '0', most: '1000000000' },
  size: { above: '0', most: '1000000000000000' },
  /** The bounds of the loss guard. Values outside these bounds have no practical use. */
  lossGuard: {
    waitMinutes: { min: 1, max: 10_080 },
    stopsPerHour: { min: 0, max: 1_000 },
    dayLossPercent: { above: '0', most: '1000' },
  },
  /** The pseudo-random generator uses 32 bits of the seed. A mean delay of more than a year has no practical use. */
  reentryJitter: { seed: { min: 0, max: 2 ** 32 - 1 }, meanHours: { above: '0', most: '8784' } },
} as const;
/** The largest price or level that the fast loop supports, in ticks. The difference of two such numbers fits a signed 32-bit integer. */
export const maxFastTicks = 2 ** 30 - 1;

/** Whole numbers below this number are exact in a double. Their quotients are also exact after rounding down or up (ADR 12). */
export const maxExactInteger = 2 ** 52;

/** The largest planned value of a round, in ticks x lots. The sums of such a round stay 64 times below `maxExactInteger`. */
export const maxRoundValue = 2 ** 46;

/** Sums of ticks x lots above this number are moved to bigints. */
export const maxOpenSum = 2 ** 51;

/**
 * The number of candles of one tile of a sweep. A tile has 256 KiB of prices, which fit the second-level cache of a
 * core together with the bots.
 */
export const tileCandles = 16_384;

/** The number of bots that are simulated together over each tile. A bot needs about one kilobyte, so the bots also stay in the cache. */
export const sweepBatch = 512;

/** The largest number of bar series of one series of candles in memory: one for each width of a bar. */
export const maxKeptBars = 5;

/** The largest number of lines of rules of one series of candles in memory. A sweep computes each line once, because it sorts its configurations by their lines. */
export const maxKeptLines = 8;

/** The largest number of signal lists of one series of candles in memory. */
export const maxKeptSignals = 16;

/**
 * The comparison of an entry rule with random entry (decision 45). With 39 controls, a rule without an edge is the best of all 40 runs with a probability of
 * 1/40. A comparison of fewer rounds says nothing. The number of rounds grows with the share of bars, and ten bisections find the share within 0.001.
 */
export const entryControls = {
  runs: 39,
  leastRounds: 20,
  trials: 6,
  bisections: 10,
  firstTrialSeed: 1_000_000,
} as const;

/** The largest number of points of an equity curve. It is larger than the number of columns that a screen draws. */
export const maxCurvePoints = 1_000;

/** The largest number of points of a replayed price: the lowest and the highest price for every 4 px of the widest chart. */
export const maxReplayPoints = 450;

/** The largest number of marks of a replay. A picture with more marks cannot be read. */
export const maxReplayMarks = 200;

/** The largest number of points of the equity line of a what-if. The strip below the form is at most 720 px wide. */
export const maxWhatIfPoints = 240;

/** The re-entry jitter of a what-if in the form: the number of seeds, and the mean delay in hours. Source: decision 44. */
export const whatIfJitter = { seeds: 8, meanHours: '3' } as const;
