// The JSON configuration of a back-test as a bot's configuration: strictly the documented form and nothing else.
import {
  add,
  compareDecimals,
  decimal,
  divideFractions,
  fraction,
  oneFraction,
  toFraction,
  zeroFraction,
  type Fraction,
} from '@rondo/decimal';
import type { BotConfig, PositionTier } from '@rondo/strategy';
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
import { configRanges, martinStepBounds, maxTiers } from '../limits.ts';

/** When a resting order fills: at its price (`touch`), or one tick beyond (`through`). */
export type FillRule = 'through' | 'touch';

/** The orders in which a candle's prices are walked (strategy 7). */
export const pathRules = ['byClose', 'favourableFirst', 'adverseFirst'] as const;
export type PathRule = (typeof pathRules)[number];

/** A bot, and the conventions it is walked with. `slippage` is a fraction of the price. */
export type BacktestConfig = {
  readonly bot: BotConfig;
  readonly fill: FillRule;
  readonly path: PathRule;
  readonly slippage: Fraction;
};

export type BacktestConfigResult =
  | { readonly ok: true; readonly config: BacktestConfig }
  | { readonly ok: false; readonly refusal: FieldRefusal };

/** The fields of the JSON form, and what each holds: a decimal in quotes, a count, a flag, one of some words, an object. */
export const backtestFields = {
  instrument: 'object',
  direction: 'choice',
  martinSteps: 'count',
  cyclicSteps: 'count',
  stepDistance: 'decimal',
  takeProfit: 'decimal',
  leverage: 'decimal',
  investmentRatio: 'decimal',
  allocation: 'decimal',
  makerFee: 'decimal',
  takerFee: 'decimal',
  fill: 'choice',
  path: 'choice',
  compound: 'flag',
  cycleCredit: 'decimal',
  stopLoss: 'decimal',
  slippage: 'decimal',
} as const;

const known = Object.keys(backtestFields);
const knownOfInstrument = ['tickSz', 'lotSz', 'minSz', 'ctVal', 'mmr', 'tiers'];

/** Reads a configuration: decimals are texts, counts are numbers, percents are 1.5 for 1.5 %. Refuses the first bad field. */
export function parseBacktestConfig(json: unknown): BacktestConfigResult {
  try {
    return { ok: true, config: readConfig(readObject(json, '', known)) };
  } catch (error) {
    if (error instanceof BadField) return { ok: false, refusal: { field: error.field, reason: error.message } };
    throw error;
  }
}

function readConfig(fields: Fields): BacktestConfig {
  return {
    bot: readBot(fields),
    fill: readChoice(fields, 'fill', { among: ['through', 'touch'], standard: 'through' }),
    path: readChoice(fields, 'path', { among: pathRules, standard: 'byClose' }),
    slippage: has(fields, 'slippage')
      ? toFraction(readDecimal(fields, 'slippage', configRanges.slippage))
      : zeroFraction,
  };
}

function readBot(fields: Fields): BotConfig {
  const instrument = readInstrument(fields);
  const martinSteps = readCount(fields, 'martinSteps', martinStepBounds);
  return {
    instrument,
    direction: readChoice(fields, 'direction', { among: ['long', 'short'] }),
    allocation: readDecimal(fields, 'allocation', configRanges.allocation),
    investmentRatio: readPercent(fields, 'investmentRatio'),
    leverage: readDecimal(fields, 'leverage', configRanges.leverage),
    martinSteps,
    cyclicSteps: readCount(fields, 'cyclicSteps', { min: 0, max: martinSteps - 1 }),
    stepDistance: readPercent(fields, 'stepDistance'),
    takeProfit: readPercent(fields, 'takeProfit'),
    cycleCredit: has(fields, 'cycleCredit') ? readPercent(fields, 'cycleCredit') : oneFraction,
    compound: readFlag(fields, 'compound', true),
    autoReentry: true,
    stopLoss: hasStopLoss(fields) ? { fractionOfBudget: readPercent(fields, 'stopLoss'), endsBot: false } : null,
  };
}

/** Absent or null is off. */
function hasStopLoss(fields: Fields): boolean {
  return has(fields, 'stopLoss') && fields.values['stopLoss'] !== null;
}

function readInstrument(fields: Fields): BotConfig['instrument'] {
  const instrument = readObject(given(fields, 'instrument'), 'instrument', knownOfInstrument);
  const takerFee = readDecimal(fields, 'takerFee', configRanges.fee);
  const tiers = readTiers(instrument);
  for (const tier of tiers) {
    // Section 4 divides by 1 - (rate + taker fee).
    if (compareDecimals(add(tier.mmr, takerFee), decimal('1')) >= 0)
      throw new BadField('instrument', 'has a maintenance rate that with takerFee is not below 1');
  }
  return {
    id: 'recorded',
    tickSz: readDecimal(instrument, 'tickSz', configRanges.grid),
    lotSz: readDecimal(instrument, 'lotSz', configRanges.grid),
    minSz: readDecimal(instrument, 'minSz', configRanges.grid),
    ctVal: readDecimal(instrument, 'ctVal', configRanges.grid),
    tiers,
    takerFee,
    makerFee: readDecimal(fields, 'makerFee', configRanges.fee),
  };
}

/** A flat rate, or rows of maximum contracts and rate: `["500","0.004"]` or `{"maxSz":"500","mmr":"0.004"}`. */
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
  // A simulated position may outgrow the last row; it keeps that row's rate, and no plan is refused for it.
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

type PercentField = 'investmentRatio' | 'stepDistance' | 'takeProfit' | 'cycleCredit' | 'stopLoss';

/** A percent inside its range, as a ratio. */
function readPercent(fields: Fields, field: PercentField): Fraction {
  return divideFractions(toFraction(readDecimal(fields, field, configRanges[field])), fraction(100n));
}
