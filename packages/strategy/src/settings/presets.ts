// The presets of the creation form (specification 4, 5, 9; decisions 5, 6).

/** A crash-defence preset: the investment ratio and the leverage for a price fall of `fallPercent`, and the recommended margin in USDT. */
export type CrashDefencePreset = {
  readonly fallPercent: number;
  readonly investmentRatioPercent: number;
  readonly leverage: number;
  readonly recommendedMarginUsdt: number;
  readonly mark: 'recommended' | 'testers' | null;
};

/** The crash-defence presets of specification 5. `mark` is the label that decision 6 gives to a preset. */
export const crashDefencePresets: readonly CrashDefencePreset[] = [
  { fallPercent: 20, investmentRatioPercent: 50, leverage: 10, recommendedMarginUsdt: 100, mark: 'recommended' },
  { fallPercent: 30, investmentRatioPercent: 33, leverage: 10, recommendedMarginUsdt: 1_000, mark: 'testers' },
  { fallPercent: 40, investmentRatioPercent: 25, leverage: 10, recommendedMarginUsdt: 2_500, mark: null },
  { fallPercent: 50, investmentRatioPercent: 20, leverage: 10, recommendedMarginUsdt: 10_000, mark: null },
  { fallPercent: 99, investmentRatioPercent: 10, leverage: 10, recommendedMarginUsdt: 100_000, mark: null },
];

/** The grid modes of the creation form. Each mode means a number of steps (see `gridModeSteps`). */
export type GridMode = 'strong' | 'balanced' | 'fast';

/**
 * The number of steps of each grid mode (decision 5). When the user chooses a mode, the number of cyclic steps becomes 1 (specification 4).
 */
export const gridModeSteps: Readonly<Record<GridMode, number>> = { strong: 3, balanced: 4, fast: 5 };

/** The take-profit speeds of the creation form. Each speed means a percent (see `takeProfitSpeedPercent`). */
export type TakeProfitSpeed = 'fast' | 'default' | 'slow';

/** The take-profit percent of each speed as a decimal text (decision 5). */
export const takeProfitSpeedPercent: Readonly<Record<TakeProfitSpeed, string>> = {
  fast: '0.5',
  default: '1',
  slow: '2',
};

/** The base-defence percents (specification 9). */
export const defencePercents = [2, 4, 6, 8, 10] as const;
/** A base-defence percent of the form: 2, 4, 6, 8 or 10. */
export type DefencePercent = (typeof defencePercents)[number];

/** The defence percent that the form shows first. A request without a distance also uses this percent (specification 4). */
export const defaultDefencePercent: DefencePercent = 4;

/** The code of the option that the form shows first. The code means the default defence. */
export const defaultOptionCode = '4p';

/** The instruments that the AI option may trade (specification 5). */
export const aiInstruments: readonly string[] = [
  'BTC-USDT-SWAP',
  'ETH-USDT-SWAP',
  'XRP-USDT-SWAP',
  'DOGE-USDT-SWAP',
  'SOL-USDT-SWAP',
  '1INCH-USDT-SWAP',
  'AAVE-USDT-SWAP',
  'ADA-USDT-SWAP',
  'LTC-USDT-SWAP',
  'BCH-USDT-SWAP',
];

/** The smallest balance of an account whose bot uses the AI option, in USDT as a decimal text (specification 5). */
export const minAiBalance = '1000';
