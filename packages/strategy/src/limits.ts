// The bounds of the reducer and of the creation of bots, each with its source. The file settings/definitions.ts
// contains the bounds of settings.
import { decimal, percent } from '@rondo/decimal';

/** Strategy 3.1: the largest slippage of the opening order, as a ratio (0.5 %). */
export const maxOpeningSlippage = decimal('0.005');

/**
 * The number of opening orders of a round that may end without a fill. After three misses the price feed is probably
 * late (strategy 3.1).
 */
export const maxOpeningAttempts = 3;

/**
 * After this number of rejections of one slot without a fill in between, the bot places no more entries. Transient refusals do not
 * count (strategy 5).
 */
export const maxRejections = 3;

/**
 * Strategy 5: the smallest allowed stop loss is calculated with at least this gap between mark price and last price, in
 * percent.
 */
export const leastMarkGap = percent('0.15');

/** Decision 8: the form shows a warning when fees take more than this part of the target. */
export const feeWarningShare = decimal('0.5');

/**
 * Strategy 8.3: the waits of the loss guard of a trading bot, and the number of stop losses per hour after which the
 * bot still opens rounds. The fourth stop loss within an hour locks the bot (decision 62).
 */
export const standardWaits = { firstWaitMinutes: 1, maxWaitMinutes: 60, stopsPerHour: 3 } as const;

/**
 * Strategy 8.3: the loss guard of a trading bot allows at least this loss within a day, in percent of the allocation.
 */
export const leastDayLossPercent = percent('10');
