// The bounds of the reducer and of the creation of bots, each with its source. The file settings/definitions.ts
// contains the bounds of settings.
import { decimal } from '@rondo/decimal';

/** Strategy 3.1: the largest slippage of the opening order, as a ratio (0.5 %). */
export const maxOpeningSlippage = decimal('0.005');

/**
 * The number of opening orders of a round that may end without a fill. After three misses the price feed is probably
 * late (strategy 3.1).
 */
export const maxOpeningAttempts = 3;

/** After this number of rejections of one slot without a fill in between, the bot stops its entries. */
export const maxRejections = 3;

/** Decision 8: the form shows a warning when fees take more than this part of the target. */
export const feeWarningShare = decimal('0.5');
