// Every bound and default of a bot, once, with its source: the form, the server and the reducer read them here.
import { decimal } from '@rondo/decimal';

/** Specification 5, slider bounds; decimals are percents where the name says so. */
export const formLimits = {
  investmentRatioPercent: { min: 1, max: 100, step: 1 },
  leverage: { min: 1, max: 20, step: 1 },
  martinSteps: { min: 2, max: 10, step: 1 },
  /** The upper bound is martinSteps - 1; 0 is allowed in the back-tester only (strategy 1). */
  cyclicSteps: { min: 1, max: 9, step: 1 },
  stepDistancePercent: { min: decimal('0.1'), max: decimal('5'), step: decimal('0.1') },
  takeProfitPercent: { min: decimal('0.1'), max: decimal('5'), step: decimal('0.1') },
  /** strategy 1, cycleCredit. */
  cycleCreditPercent: { min: 0, max: 100, step: 1 },
  /** Specification 5: bot name, at most 15 characters. */
  nameLength: { min: 1, max: 15 },
} as const;

/** strategy 1: a distance that comes from a defence percent may reach 10 % (10 % with two steps). */
export const maxDerivedStepDistancePercent = decimal('10');

/** Specification 4, form defaults, and strategy 1 for the fields that are ours. */
export const formDefaults = {
  instrument: 'ETH-USDT-SWAP',
  investmentRatioPercent: 50,
  direction: 'long',
  leverage: 10,
  martinSteps: 4,
  cyclicSteps: 1,
  stepDistancePercent: decimal('1.5'),
  takeProfitPercent: decimal('0.5'),
  optionCode: '4p',
  defencePercent: 4,
  cycleCreditPercent: 100,
} as const;

/** Specification 9: creation needs at least 1 USDT of available margin. */
export const minAvailableMargin = decimal('1');

/** Specification 5: the AI option needs a total balance of at least 1,000 USDT. */
export const minAiBalance = decimal('1000');

/** strategy 3.1: the widest slippage of the opening order, a ratio (0.5 %). */
export const maxOpeningSlippage = decimal('0.005');

/** strategy 3.1 "a bounded number of times": three misses in a moving market say the price feed is behind. */
export const maxOpeningAttempts = 3;

/** Rejections of one order, without a fill between, before the bot stops entering: a fourth answer would not differ. */
export const maxRejections = 3;

/** Decision 8: a target is warned about when fees eat more than this share of it. */
export const feeWarningShare = decimal('0.5');
