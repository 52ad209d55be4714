// The bounds of the reducer and of creation, each with its source. The bounds of settings are in settings/definitions.ts.
import { decimal } from '@rondo/decimal';

/** Specification 9: creation needs at least 1 USDT of available margin. */
export const minAvailableMargin = decimal('1');

/** strategy 3.1: the widest slippage of the opening order, a ratio (0.5 %). */
export const maxOpeningSlippage = decimal('0.005');

/** strategy 3.1 "a bounded number of times": after three misses in a moving market the price feed is late. */
export const maxOpeningAttempts = 3;

/** Rejections of one order without a fill in between, before the bot stops entering. A fourth attempt would be rejected too. */
export const maxRejections = 3;

/** Decision 8: the form warns when fees take more than this share of the target. */
export const feeWarningShare = decimal('0.5');
