// The table of all bot settings: unit, bounds, step, default, name on the wire, range of the back-test and text key.
// The contract's schema, the form, the configuration, the back-test, the sweep and docs/settings.md derive from this table.

/** The range that a back-test accepts; `least` and `most` belong to it, `above` and `below` do not. */
export type BacktestRange = {
  readonly above?: string;
  readonly least?: string;
  readonly below?: string;
  readonly most?: string;
};

/** Bounds of the form and of the wire as decimal texts in the setting's unit; values lie on multiples of `step`. */
export type SettingBounds = { readonly min: string; readonly max: string; readonly step: string };

/** One row of the table. A setting is a choice of words, a flag, a whole number, or a number with a unit. */
type SettingDefinition = {
  /** Path in the creation payload of POST /api/bots; null when the wire does not carry it. */
  readonly wire: string | null;
  /** Key of the label in the web's catalogues; null when the form has no control. */
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

/** The settings in the order of documents and sweep rows. A default of null means off; for the allocation, all that is available. */
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
  /** Below the number of steps; 0 is a plain martingale, which only the back-tester offers (strategy 1). */
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
  /** The form opens with the defence instead; on the wire `entry.defense` replaces the distance (strategy 1). */
  stepDistance: {
    kind: 'percent',
    min: '0.1',
    max: '5',
    step: '0.1',
    default: null,
    wire: 'entry.step_distance',
    text: 'create.stepDistance',
    // Below 100 %, because a long ladder would have a step at price zero.
    backtest: { above: '0', below: '100' },
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
    // The form offers 1 to 20; exchanges allow at most 125.
    backtest: { least: '1', most: '125' },
  },
  /** Percent of the budget; on the wire a fraction. */
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
  /** USDT; on the wire multiplied by leverage and ratio (decision 3). */
  allocation: {
    kind: 'money',
    default: null,
    wire: 'basic.max_total_size',
    text: 'create.allocation',
    // The upper bound is above the number of USDT that exist.
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
  compound: { kind: 'flag', default: true, wire: null, text: null },
  autoReentry: { kind: 'flag', default: true, wire: 'basic.auto_reentry.enabled', text: null },
  /** Percent of the round's budget (strategy 5). */
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
  /** True: the bot ends with its stop loss. False: another round opens (strategy 5). The form has no control and uses true. */
  stopLossEndsBot: { kind: 'flag', default: true, wire: 'exit.stop_loss.on_bot_end', text: null },
} as const satisfies Readonly<Record<string, SettingDefinition>>;

/** The name of a setting, the same in configurations, forms and back-test files. */
export type SettingName = keyof typeof botSettings;

/** The names of the settings that are percents. */
export type PercentSetting = {
  [Name in SettingName]: (typeof botSettings)[Name]['kind'] extends 'percent' ? Name : never;
}[SettingName];

/** Specification 5: a bot's name has at most 15 characters. */
export const maxBotNameLength = 15;

/** Specification 4: the instrument with which the form opens. */
export const defaultInstrument = 'ETH-USDT-SWAP';
