// Reads the JSON configuration of a back-test as the configuration of a bot. It accepts only the documented form.
import {
  add,
  asPercent,
  compareDecimals,
  decimal,
  divideFractions,
  formatDecimal,
  percent,
  toFraction,
  zeroFraction,
  type Decimal,
  type Fraction,
  type Percent,
  type Ratio,
} from '@rondo/decimal';
import {
  botSettings,
  createBotConfig,
  type BotConfig,
  type BotSettings,
  type LossGuard,
  type PercentSetting,
  type PositionTier,
  type SettingName,
} from '@rondo/strategy';
import {
  BadField,
  checkDecimal,
  given,
  has,
  readChoice,
  readCount,
  readDecimal,
  readFlag,
  readObject,
  type FieldRefusal,
  type Fields,
} from './config-fields.ts';
import type { RecordedSignal } from '../csv/signal-csv.ts';
import { readDefenceCode, readEntry, type EntryRules } from '../entry/entry-rules.ts';
import { configRanges, maxTiers } from '../limits.ts';

/**
 * The rule for the fill of a resting order. With `touch` the order fills when the price reaches its price. With
 * `through` the price must move one tick beyond the price of the order.
 */
export type FillRule = 'through' | 'touch';

/** The rules for the sequence of the four prices of a candle in a simulation (strategy 7). */
export const pathRules = ['byClose', 'favourableFirst', 'adverseFirst'] as const;
/** The rule for the sequence of the four prices of a candle. It is a value of `pathRules`. */
export type PathRule = (typeof pathRules)[number];

/**
 * The re-entry jitter (strategy 8.4). The next round opens after a pseudo-random delay of `meanHours` hours on average.
 * One `seed` gives the same delays on every machine.
 */
export type JitterRules = { readonly seed: number; readonly meanHours: Decimal };

/**
 * The control of distances from ATR. The rounds open at the same readings. With a seed each round has the distance of a reading that is drawn at random, and with
 * a distance every round has this distance.
 */
export type DistanceControl =
  | { readonly kind: 'drawn'; readonly seed: number }
  | { readonly kind: 'fixed'; readonly distance: Ratio };

/** A bot and the rules of its simulation. `slippage` is a fraction of the price. */
export type BacktestConfig = {
  readonly bot: BotConfig;
  readonly fill: FillRule;
  readonly path: PathRule;
  readonly slippage: Fraction;
  /** The re-entry jitter (strategy 8.4). An absent value means that the jitter is off. */
  readonly reentryJitter?: JitterRules;
  /** The signals at which rounds open (strategy 7). An absent value means that rounds need no signal. */
  readonly entry?: EntryRules;
  /** The control of distances from ATR. An absent value means that the reading at the opening decides. */
  readonly distanceControl?: DistanceControl;
};

/** The result of reading a configuration: the configuration, or the first refused field and the reason. */
export type BacktestConfigResult =
  | { readonly ok: true; readonly config: BacktestConfig }
  | { readonly ok: false; readonly refusal: FieldRefusal };

/** The type of a field of the JSON form: a decimal in quotes, a whole number, a flag, one of several words, or an object. */
export type FieldKind = 'object' | 'choice' | 'count' | 'decimal' | 'flag';

/** The type of the field for each kind of setting. */
const fieldKinds = {
  choice: 'choice',
  count: 'count',
  factor: 'decimal',
  percent: 'decimal',
  money: 'decimal',
  flag: 'flag',
} as const;

/**
 * The settings that a configuration file may contain, in the sequence in which error messages and sweep rows contain
 * them.
 */
export const backtestSettings = [
  'direction',
  'martinSteps',
  'cyclicSteps',
  'stepDistance',
  'atrMultiplier',
  'takeProfit',
  'leverage',
  'investmentRatio',
  'allocation',
  'cycleCredit',
  'compound',
  'stopLoss',
] as const satisfies readonly SettingName[];

/** The fields of the JSON form and their types. */
export const backtestFields: Readonly<Record<string, FieldKind>> = {
  instrument: 'object',
  ...Object.fromEntries(backtestSettings.map((name) => [name, fieldKinds[botSettings[name].kind]])),
  makerFee: 'decimal',
  takerFee: 'decimal',
  fill: 'choice',
  path: 'choice',
  slippage: 'decimal',
  lossGuard: 'object',
  reentryJitter: 'object',
  entry: 'object',
};

const known = Object.keys(backtestFields);
const knownOfLossGuard = ['firstWaitMinutes', 'maxWaitMinutes', 'stopsPerHour', 'dayLossPercent'];
const knownOfInstrument = ['tickSz', 'candleTickSz', 'lotSz', 'minSz', 'ctVal', 'mmr', 'tiers'];

/**
 * Reads a configuration. Decimals are texts, counts are numbers, and a percent of 1.5 means 1.5 %. Refuses the first bad field. `recorded` has the signals of
 * an entry that candles do not determine; without it, such an entry is refused.
 */
export function parseBacktestConfig(
  json: unknown,
  recorded: readonly RecordedSignal[] | null = null,
): BacktestConfigResult {
  try {
    return { ok: true, config: readConfig(readObject(json, '', known), recorded) };
  } catch (error) {
    if (error instanceof BadField) return { ok: false, refusal: { field: error.field, reason: error.message } };
    throw error;
  }
}

function readConfig(fields: Fields, recorded: readonly RecordedSignal[] | null): BacktestConfig {
  const reentryJitter = readReentryJitter(fields);
  const bot = readBot(fields);
  const entry = readEntry(fields, { direction: bot.direction, recorded });
  if (bot.atrMultiplier !== undefined && entry?.kind === 'recorded' && entry.source === 'ai-gpt')
    throw new BadField(
      'atrMultiplier',
      'and the entry type ai-gpt exclude each other, because the model chooses the distance',
    );
  return {
    bot,
    fill: readChoice(fields, 'fill', { among: ['through', 'touch'], standard: 'through' }),
    path: readChoice(fields, 'path', { among: pathRules, standard: 'byClose' }),
    slippage: has(fields, 'slippage')
      ? toFraction(readDecimal(fields, 'slippage', configRanges.slippage))
      : zeroFraction,
    ...(reentryJitter === null ? {} : { reentryJitter }),
    ...(entry === null ? {} : { entry }),
  };
}

/** Returns the re-entry jitter (strategy 8.4). An absent field or null means that the jitter is off. */
function readReentryJitter(fields: Fields): JitterRules | null {
  if (!has(fields, 'reentryJitter') || fields.values['reentryJitter'] === null) return null;
  const jitter = readObject(fields.values['reentryJitter'], 'reentryJitter', ['seed', 'meanHours']);
  const { seed, meanHours } = configRanges.reentryJitter;
  return { seed: readCount(jitter, 'seed', seed), meanHours: readDecimal(jitter, 'meanHours', meanHours) };
}

function readBot(fields: Fields): BotConfig {
  const instrument = readInstrument(fields);
  const martinSteps = readWhole(fields, 'martinSteps');
  const settings: BotSettings = {
    direction: readChoice(fields, 'direction', { among: botSettings.direction.choices }),
    martinSteps,
    cyclicSteps: readWhole(fields, 'cyclicSteps', martinSteps - 1),
    ...readDistance(fields),
    takeProfit: readPercent(fields, 'takeProfit'),
    leverage: readDecimal(fields, 'leverage', botSettings.leverage.backtest),
    investmentRatio: readPercent(fields, 'investmentRatio'),
    allocation: readDecimal(fields, 'allocation', botSettings.allocation.backtest),
    cycleCredit: has(fields, 'cycleCredit')
      ? readPercent(fields, 'cycleCredit')
      : percent(botSettings.cycleCredit.default),
    compound: readFlag(fields, 'compound', botSettings.compound.default),
    autoReentry: botSettings.autoReentry.default,
    stopLoss: isGiven(fields, 'stopLoss') ? readPercent(fields, 'stopLoss') : null,
    // A back-test continues after a stop loss, so that the result covers all candles of the file.
    stopLossEndsBot: false,
  };
  const lossGuard = readLossGuard(fields);
  return { ...createBotConfig(settings, instrument), ...(lossGuard === null ? {} : { lossGuard }) };
}

/** Returns the fixed distance, the distance of a percent code, or the factor of the distance from ATR (strategy 8.7). A configuration has exactly one of them; null means absent. */
function readDistance(fields: Fields): Pick<BotSettings, 'stepDistance' | 'atrMultiplier'> {
  const coded = readDefenceCode(fields);
  if (coded !== undefined) {
    const other = (['stepDistance', 'atrMultiplier'] as const).find((name) => isGiven(fields, name));
    if (other !== undefined) throw new BadField(other, `and the entry type ${coded.code} exclude each other`);
    return { stepDistance: { kind: 'defence', percent: percent(coded.percent) }, atrMultiplier: null };
  }
  if (!isGiven(fields, 'atrMultiplier'))
    return { stepDistance: { kind: 'percent', percent: readPercent(fields, 'stepDistance') }, atrMultiplier: null };
  if (isGiven(fields, 'stepDistance')) throw new BadField('atrMultiplier', 'and stepDistance exclude each other');
  const atrMultiplier = readDecimal(fields, 'atrMultiplier', botSettings.atrMultiplier.backtest);
  return { stepDistance: { kind: 'percent', percent: percent(botSettings.stepDistance.max) }, atrMultiplier };
}

/** Returns the loss guard (strategy 8.3). An absent field or null means that the guard is off. */
function readLossGuard(fields: Fields): LossGuard | null {
  if (!has(fields, 'lossGuard') || fields.values['lossGuard'] === null) return null;
  const guard = readObject(fields.values['lossGuard'], 'lossGuard', knownOfLossGuard);
  const { waitMinutes, stopsPerHour, dayLossPercent } = configRanges.lossGuard;
  const firstWaitMinutes = readCount(guard, 'firstWaitMinutes', waitMinutes);
  return {
    firstWaitMinutes,
    maxWaitMinutes: readCount(guard, 'maxWaitMinutes', { min: firstWaitMinutes, max: waitMinutes.max }),
    stopsPerHour: readCount(guard, 'stopsPerHour', stopsPerHour),
    dayLossPercent: asPercent(readDecimal(guard, 'dayLossPercent', dayLossPercent)),
  };
}

/** Returns true when the configuration has a value of the field. An absent field or null means that the setting is off. */
function isGiven(fields: Fields, name: 'stopLoss' | 'atrMultiplier' | 'stepDistance'): boolean {
  return has(fields, name) && fields.values[name] !== null;
}

function readInstrument(fields: Fields): BotConfig['instrument'] {
  const instrument = readObject(given(fields, 'instrument'), 'instrument', knownOfInstrument);
  const takerFee = readDecimal(fields, 'takerFee', configRanges.fee);
  const tiers = readTiers(instrument);
  for (const tier of tiers) {
    // The formula of strategy 4 divides by 1 - (rate + taker fee).
    if (compareDecimals(add(tier.mmr, takerFee), decimal('1')) >= 0)
      throw new BadField('instrument', 'has a tier whose maintenance rate plus takerFee is not below 1');
  }
  return {
    id: 'recorded',
    ...readTickSizes(instrument),
    lotSz: readDecimal(instrument, 'lotSz', configRanges.grid),
    minSz: readDecimal(instrument, 'minSz', configRanges.grid),
    ctVal: readDecimal(instrument, 'ctVal', configRanges.grid),
    tiers,
    takerFee,
    makerFee: readDecimal(fields, 'makerFee', configRanges.fee),
  };
}

/**
 * Returns the tick size of the candles as `tickSz`, and the tick size of orders as `orderTickSz` when it is larger
 * (strategy 8.2).
 */
function readTickSizes(instrument: Fields): Pick<BotConfig['instrument'], 'tickSz' | 'orderTickSz'> {
  const orderTickSz = readDecimal(instrument, 'tickSz', configRanges.grid);
  if (!has(instrument, 'candleTickSz')) return { tickSz: orderTickSz };
  const tickSz = readDecimal(instrument, 'candleTickSz', configRanges.grid);
  const { n, d } = divideFractions(toFraction(orderTickSz), toFraction(tickSz));
  if (d !== 1n) throw new BadField('instrument.candleTickSz', `must divide tickSz ${formatDecimal(orderTickSz)}`);
  return n === 1n ? { tickSz } : { tickSz, orderTickSz };
}

/**
 * Returns one tier with a flat rate, or tiers from rows of maximum contracts and rate: `["500","0.004"]` or
 * `{"maxSz":"500","mmr":"0.004"}`.
 */
function readTiers(instrument: Fields): readonly PositionTier[] {
  if (!has(instrument, 'tiers')) return [{ maxSz: null, mmr: readDecimal(instrument, 'mmr', configRanges.rate) }];
  const rows = given(instrument, 'tiers');
  if (has(instrument, 'mmr')) throw new BadField('instrument.tiers', 'and instrument.mmr exclude each other');
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > maxTiers)
    throw new BadField('instrument.tiers', `must be a list of 1 to ${maxTiers} rows of maximum contracts and rate`);
  const tiers = rows.map((row: unknown, index) => readTier(row, `instrument.tiers[${index}]`));
  for (const [index, { maxSz }] of tiers.entries()) {
    const before = tiers[index - 1];
    if (before === undefined) continue;
    if (before.maxSz === null)
      throw new BadField(`instrument.tiers[${index - 1}]`, 'may be without a maximum only as the last row');
    if (maxSz !== null && compareDecimals(maxSz, before.maxSz) <= 0)
      throw new BadField(`instrument.tiers[${index}]`, 'must have a larger maximum than the row before');
  }
  // A simulated position may exceed the last row. The position then uses the rate of this row, and no plan is refused for this reason.
  return tiers.map((tier, index) => (index === tiers.length - 1 ? { ...tier, maxSz: null } : tier));
}

function readTier(row: unknown, path: string): PositionTier {
  if (Array.isArray(row)) {
    if (row.length !== 2) throw new BadField(path, 'must be two decimals in quotes: maximum contracts and rate');
    return {
      maxSz: row[0] === null ? null : checkDecimal(row[0], `${path}[0]`, configRanges.size),
      mmr: checkDecimal(row[1], `${path}[1]`, configRanges.rate),
    };
  }
  const fields = readObject(row, path, ['maxSz', 'mmr']);
  return {
    maxSz: given(fields, 'maxSz') === null ? null : readDecimal(fields, 'maxSz', configRanges.size),
    mmr: readDecimal(fields, 'mmr', configRanges.rate),
  };
}

/** Returns a whole number of a setting. `most` replaces the upper bound of the setting. */
function readWhole(fields: Fields, name: 'martinSteps' | 'cyclicSteps', most?: number): number {
  const { least, most: highest } = botSettings[name].backtest;
  return readCount(fields, name, { min: Number(least), max: most ?? Number(highest) });
}

/** Returns a percent that is inside the range of the setting. */
function readPercent(fields: Fields, name: PercentSetting): Percent {
  return asPercent(readDecimal(fields, name, botSettings[name].backtest));
}
