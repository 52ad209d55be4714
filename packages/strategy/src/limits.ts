// The bounds of the reducer and of creation, each with its source. The bounds of settings are in settings/definitions.ts.
import { decimal } from '@rondo/decimal';

/** Specification 9: creation needs at least 1 USDT of available margin. */
export const minAvailableMargin = decimal('1');

/** strategy 3.1: the widest slippage of the opening order, a ratio (0.5 %). */
export const maxOpeningSlippage = decimal('0.005');

/** Opening orders of a round that may end without a fill. After three misses the price feed is probably late (strategy 3.1). */
export const maxOpeningAttempts = 3;

/** Rejections of one slot without a fill in between after which the bot stops entering. */
export const maxRejections = 3;

/** Decision 8: the form warns when fees take more than this share of the target. */
export const feeWarningShare = decimal('0.5');
