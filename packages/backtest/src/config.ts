// The JSON configuration of a back-test (the shape of strategy.md 7's examples) as a bot's configuration.
import {
  compareDecimals,
  compareFractions,
  decimal,
  divideFractions,
  fraction,
  oneFraction,
  parseDecimal,
  signOf,
  toFraction,
  zeroFraction,
  type Decimal,
  type Fraction,
} from '@rondo/decimal';
import type { BotConfig } from '@rondo/strategy';
import { martinStepBounds } from './limits.ts';

/** When a resting order fills: at its price (`touch`), or one tick beyond (`through`). */
export type FillRule = 'through' | 'touch';

/** In which order a candle's prices are walked (strategy.md 7). */
export type PathRule = 'byClose' | 'favourableFirst' | 'adverseFirst';

/** A bot, and the conventions it is walked with. `slippage` is a fraction of the price. */
export type BacktestConfig = {
  readonly bot: BotConfig;
  readonly fill: FillRule;
  readonly path: PathRule;
  readonly slippage: Fraction;
};

export type BacktestConfigResult =
  | { readonly ok: true; readonly config: BacktestConfig }
  | { readonly ok: false; readonly refusal: { readonly field: string; readonly why: string } };

/** Reads a configuration: percents and money as decimal texts. The refusal names the first bad field. */
export function parseBacktestConfig(json: unknown): BacktestConfigResult {
  try {
    return { ok: true, config: readConfig(asRecord(json, 'config')) };
  } catch (error) {
    if (error instanceof BadField) return { ok: false, refusal: { field: error.field, why: error.message } };
    throw error;
  }
}

class BadField extends Error {
  readonly field: string;
  constructor(field: string, why: string) {
    super(why);
    this.field = field;
  }
}

type Fields = Readonly<Record<string, unknown>>;

function readConfig(fields: Fields): BacktestConfig {
  const martinSteps = readCount(fields, 'martinSteps', martinStepBounds);
  const bot: BotConfig = {
    instrument: readInstrument(fields),
    direction: readChoice(fields, 'direction', ['long', 'short'] as const),
    allocation: readPositive(fields, 'allocation'),
    investmentRatio: readPercent(fields, 'investmentRatio'),
    leverage: readPositive(fields, 'leverage'),
    martinSteps,
    cyclicSteps: readCount(fields, 'cyclicSteps', { min: 0, max: martinSteps - 1 }),
    stepDistance: readPercent(fields, 'stepDistance'),
    takeProfit: readPercent(fields, 'takeProfit'),
    cycleCredit: readCredit(fields),
    compound: fields['compound'] !== false,
    autoReentry: fields['autoReentry'] !== false,
    stopLoss: readStopLoss(fields),
  };
  return {
    bot,
    fill: readChoice({ fill: 'through', ...fields }, 'fill', ['through', 'touch'] as const),
    path: readChoice({ path: 'byClose', ...fields }, 'path', ['byClose', 'favourableFirst', 'adverseFirst'] as const),
    slippage: readSlippage(fields),
  };
}

function readInstrument(fields: Fields): BotConfig['instrument'] {
  const raw = asRecord(fields['instrument'], 'instrument');
  return {
    id: typeof raw['id'] === 'string' ? raw['id'] : 'recorded',
    tickSz: readPositive(raw, 'tickSz'),
    lotSz: readPositive(raw, 'lotSz'),
    minSz: readPositive(raw, 'minSz'),
    ctVal: readPositive(raw, 'ctVal'),
    tiers: [{ maxSz: null, mmr: readDecimal(raw, 'mmr') }],
    takerFee: readDecimal(fields, 'takerFee'),
    makerFee: readDecimal(fields, 'makerFee'),
  };
}

function readStopLoss(fields: Fields): BotConfig['stopLoss'] {
  if (fields['stopLoss'] === undefined || fields['stopLoss'] === null) return null;
  return { fractionOfBudget: readPercent(fields, 'stopLoss'), endsBot: fields['stopLossEndsBot'] === true };
}

function readCredit(fields: Fields): Fraction {
  if (fields['cycleCredit'] === undefined) return oneFraction;
  const credit = toRatio(readDecimal(fields, 'cycleCredit'));
  if (compareFractions(credit, zeroFraction) < 0 || compareFractions(credit, oneFraction) > 0)
    throw new BadField('cycleCredit', 'out_of_range');
  return credit;
}

function readSlippage(fields: Fields): Fraction {
  if (fields['slippage'] === undefined) return zeroFraction;
  const slippage = readDecimal(fields, 'slippage');
  if (signOf(slippage) < 0 || compareDecimals(slippage, decimal('1')) >= 0)
    throw new BadField('slippage', 'out_of_range');
  return toFraction(slippage);
}

/** A percent above zero and at most a hundred, as a ratio. */
function readPercent(fields: Fields, field: string): Fraction {
  const percent = readPositive(fields, field);
  if (compareDecimals(percent, decimal('100')) > 0) throw new BadField(field, 'out_of_range');
  return toRatio(percent);
}

function toRatio(percent: Decimal): Fraction {
  return divideFractions(toFraction(percent), fraction(100n));
}

function readPositive(fields: Fields, field: string): Decimal {
  const value = readDecimal(fields, field);
  if (signOf(value) <= 0) throw new BadField(field, 'must_be_positive');
  return value;
}

function readDecimal(fields: Fields, field: string): Decimal {
  const raw = fields[field];
  const text = typeof raw === 'number' ? String(raw) : raw;
  const value = typeof text === 'string' ? parseDecimal(text) : undefined;
  if (value === undefined) throw new BadField(field, raw === undefined ? 'missing' : 'not_a_decimal');
  return value;
}

function readCount(fields: Fields, field: string, bounds: { readonly min: number; readonly max: number }): number {
  const value = fields[field];
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new BadField(field, value === undefined ? 'missing' : 'not_a_count');
  if (value < bounds.min || value > bounds.max) throw new BadField(field, 'out_of_range');
  return value;
}

function readChoice<T extends string>(fields: Fields, field: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === fields[field]);
  if (found === undefined) throw new BadField(field, fields[field] === undefined ? 'missing' : 'unknown_choice');
  return found;
}

function asRecord(value: unknown, field: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new BadField(field, 'not_an_object');
  return value as Fields; // checked: an object that is neither null nor a list
}
