// The table of all bot settings: unit, bounds, step, default, name on the wire, range of the back-test and text key.
// The contract's schema, the form, the configuration, the back-test, the sweep and docs/settings.md use this table.

/** The range that a back-test accepts. The range includes `least` and `most`, and excludes `above` and `below`. */
export type BacktestRange = {
  readonly above?: string;
  readonly least?: string;
  readonly below?: string;
  readonly most?: string;
};

/** The bounds of a setting in the form and on the wire, as decimal texts in the unit of the setting. Values are multiples of `step`. */
export type SettingBounds = { readonly min: string; readonly max: string; readonly step: string };

/** One row of the table. A setting is a choice between words, a flag, a whole number, or a number with a unit. */
type SettingDefinition = {
  /** The path of the setting in the payload of POST /api/bots. Null when the payload does not contain the setting. */
  readonly wire: string | null;
  /** The key of the label in the catalogues of the web app. Null when the form has no control for the setting. */
  readonly text: string | null;
} & (
  | { readonly kind: 'choice'; readonly choices: readonly string[]; readonly default: string }
  | { readonly kind: 'flag'; readonly default: boolean }
  | ({
      readonly kind: 'count' | 'factor' | 'percent';
      readonly default: string | null;
      readonly backtest: BacktestRange;
    } & SettingBounds)
  | { readonly kind: 'money'; readonly default: null; readonly backtest: BacktestRange }
);

/**
 * The settings in the order of the documents and of sweep rows. A default of null means that the setting is off. For
 * the allocation, null means the whole available margin.
 */
export const botSettings = {
  direction: {
    kind: 'choice',
    choices: ['long', 'short'],
    default: 'long',
    wire: 'basic.direction',
    text: 'create.direction',
  },
  martinSteps: {
    kind: 'count',
    min: '2',
    max: '10',
    step: '1',
    default: '4',
    wire: 'entry.count',
    text: 'create.steps',
    backtest: { least: '2', most: '10' },
  },
  /**
   * The number of cyclic steps is less than the number of steps. A value of 0 is a plain martingale, which only the
   * back-tester offers (strategy 1).
   */
  cyclicSteps: {
    kind: 'count',
    min: '1',
    max: '9',
    step: '1',
    default: '1',
    wire: 'entry.risk_management.step',
    text: 'create.cyclicSteps',
    backtest: { least: '0', most: '9' },
  },
  /**
   * The form first shows the defence and not the step distance. A payload may contain `entry.step_distance`, or
   * `entry.defense`, from which the distance is calculated. A payload with both is refused.
   */
  stepDistance: {
    kind: 'percent',
    min: '0.1',
    max: '5',
    step: '0.1',
    default: null,
    wire: 'entry.step_distance',
    text: 'create.stepDistance',
    // The distance is below 100 %, because at 100 % the second step of a bot with the direction long would have the
    // price zero.
    backtest: { above: '0', below: '100' },
  },
  /** The step distance of each round is this factor times ATR(14) on bars of one hour, as a percent of the close (strategy 8.7). */
  atrMultiplier: {
    kind: 'factor',
    min: '0.1',
    max: '10',
    step: '0.1',
    default: null,
    wire: 'entry.atr_multiplier',
    text: 'create.atrMultiplier',
    backtest: { above: '0', most: '100' },
  },
  takeProfit: {
    kind: 'percent',
    min: '0.1',
    max: '5',
    step: '0.1',
    default: '0.5',
    wire: 'exit.take_profit',
    text: 'create.takeProfit',
    backtest: { above: '0', most: '100' },
  },
  leverage: {
    kind: 'factor',
    min: '1',
    max: '20',
    step: '1',
    default: '10',
    wire: 'basic.leverage',
    text: 'create.leverage',
    // The form offers 1 to 20. Exchanges allow at most 125.
    backtest: { least: '1', most: '125' },
  },
  /** Percent of the budget. On the wire the value is a fraction. */
  investmentRatio: {
    kind: 'percent',
    min: '1',
    max: '100',
    step: '1',
    default: '50',
    wire: 'size_ratio',
    text: 'create.share',
    backtest: { above: '0', most: '100' },
  },
  /** USDT. On the wire the value is multiplied by the leverage and the ratio (decision 3). */
  allocation: {
    kind: 'money',
    default: null,
    wire: 'basic.max_total_size',
    text: 'create.allocation',
    // The upper bound is larger than the number of USDT that exist.
    backtest: { above: '0', most: '1000000000000' },
  },
  cycleCredit: {
    kind: 'percent',
    min: '0',
    max: '100',
    step: '1',
    default: '100',
    wire: 'entry.cycle_credit',
    text: 'create.cycleCredit',
    backtest: { least: '0', most: '100' },
  },
  /** The profit of a round is added to the budget of the next round (strategy 3.6). */
  compound: { kind: 'flag', default: true, wire: 'basic.auto_reentry.compound', text: 'create.compound' },
  /** Whether a new round follows a base exit. Otherwise the bot ends after its first round (strategy 3.6). */
  autoReentry: { kind: 'flag', default: true, wire: 'basic.auto_reentry.enabled', text: 'create.autoReentry' },
  /** Percent of the budget of the round (strategy 5). */
  stopLoss: {
    kind: 'percent',
    min: '0.1',
    max: '100',
    step: '0.1',
    default: null,
    wire: 'exit.stop_loss.value',
    text: 'create.stopLoss',
    backtest: { above: '0', most: '100' },
  },
  /**
   * When true, the bot ends with its stop loss. When false, another round opens (strategy 5). The form has no control
   * for this setting and uses true.
   */
  stopLossEndsBot: { kind: 'flag', default: true, wire: 'exit.stop_loss.on_bot_end', text: null },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

/** The name of a setting. Configurations, forms and back-test files use the same name. */
export type SettingName = keyof typeof botSettings;

/** The names of the settings that are percents. */
export type PercentSetting = {
  [Name in SettingName]: (typeof botSettings)[Name]['kind'] extends 'percent' ? Name : never;
}[SettingName];

/** Specification 5: the name of a bot has at most 15 characters. */
export const maxBotNameLength = 15;

/** Specification 9: a bot can be created only with at least this available margin, in USDT as a decimal text. */
export const minAvailableMargin = '1';

/** Specification 4: the instrument that the form shows first. */
export const defaultInstrument = 'ETH-USDT-SWAP';
