// Converts the form to the configuration of the strategy, or returns the problems of the form. A value that cannot be parsed is a problem.
// No default value replaces it.
import type { InstrumentWire } from '@rondo/contract';
import { compareDecimals, decimal, parseDecimal, parsePercent, signOf, type Decimal } from '@rondo/decimal';
import {
  botSettings,
  defaultBotSettings,
  maxBotNameLength,
  type BotSettings,
  type InstrumentRules,
  type SettingBounds,
} from '@rondo/strategy';
import { ruleOf, signalBounds } from './entry-signal.ts';
import type { AmountReading } from '../../../lib/numbers/amount.ts';
import {
  chosenDistance,
  optionalSettings,
  typedSettings,
  type CreateForm,
  type OptionalSetting,
  type TypedSetting,
} from './create-form.ts';

/** The fields whose number must be within bounds. */
type NumberField = TypedSetting | OptionalSetting | 'stepDistance';

/** The settings of a signal rule whose number must be within bounds. */
type RuleField = 'signalLength' | 'signalLevel';

export type FormProblem =
  | { readonly field: 'name'; readonly kind: 'required' | 'too_long' }
  | { readonly field: 'cyclicSteps'; readonly kind: 'rule' }
  | { readonly field: 'allocation'; readonly kind: 'not_a_number' | 'not_positive' | 'above_available' }
  | {
      readonly field: 'allocation';
      readonly kind: 'ambiguous';
      readonly whole: string;
      readonly fraction: string;
    }
  | {
      readonly field: NumberField | RuleField;
      readonly kind: 'out_of_range';
      readonly min: string;
      readonly max: string;
    };

/** Converts an instrument of the API to the strategy's rules. The contract has checked its texts. */
export function rulesOf(instrument: InstrumentWire): InstrumentRules {
  return {
    id: instrument.instId,
    tickSz: decimal(instrument.tickSz),
    lotSz: decimal(instrument.lotSz),
    minSz: decimal(instrument.minSz),
    ctVal: decimal(instrument.ctVal),
    maxLimitSz: decimal(instrument.maxLmtSz),
    maxMarketSz: decimal(instrument.maxMktSz),
    tiers: instrument.tiers.map((tier) => ({
      maxSz: tier.max_size === null ? null : decimal(tier.max_size),
      mmr: decimal(tier.mmr),
      maxLeverage: decimal(tier.max_leverage),
    })),
    makerFee: decimal(instrument.maker_fee),
    takerFee: decimal(instrument.taker_fee),
  };
}

/** The input of the checks that is not in the form. `allocation` is the parsed amount, or null when the bot gets all available margin. */
type Checked = {
  readonly name: string;
  readonly allocation: AmountReading | null;
  readonly available: Decimal | null;
};

/** Returns the problems of the form that can be found without a request (specification 5). */
export function findProblems(form: CreateForm, { name, allocation, available }: Checked): readonly FormProblem[] {
  const problems: FormProblem[] = [];
  const length = Array.from(name.trim()).length;
  if (length === 0) problems.push({ field: 'name', kind: 'required' });
  if (length > maxBotNameLength) problems.push({ field: 'name', kind: 'too_long' });
  if (form.cyclicSteps > form.martinSteps - 1 || form.cyclicSteps < 1)
    problems.push({ field: 'cyclicSteps', kind: 'rule' });
  problems.push(...rangeProblems(form), ...signalProblems(form), ...allocationProblems(allocation, available));
  return problems;
}

function rangeProblems(form: CreateForm): FormProblem[] {
  const typed = typedSettings.flatMap((field) => rangeProblem(field, form[field]));
  const optional = optionalSettings.flatMap((field) => (form[field] === null ? [] : rangeProblem(field, form[field])));
  const distance = form.distance.kind === 'manual' ? rangeProblem('stepDistance', form.distance.percent) : [];
  return [...typed, ...optional, ...distance];
}

function rangeProblem(field: NumberField, text: string): FormProblem[] {
  const { min, max } = botSettings[field];
  return isInside(text, botSettings[field]) ? [] : [{ field, kind: 'out_of_range', min, max }];
}

function signalProblems(form: CreateForm): FormProblem[] {
  const hasRule = form.entryMode === 'signal' || (form.entryMode === 'normal' && form.isShadowed);
  const wrong = hasRule ? ruleOf(form) : null;
  if (wrong !== 'length' && wrong !== 'level') return [];
  return [{ field: wrong === 'length' ? 'signalLength' : 'signalLevel', kind: 'out_of_range', ...signalBounds(wrong) }];
}

function isInside(text: string, { min, max }: SettingBounds): boolean {
  const value = parseDecimal(text);
  return value !== undefined && compareDecimals(value, decimal(min)) >= 0 && compareDecimals(value, decimal(max)) <= 0;
}

function allocationProblems(allocation: AmountReading | null, available: Decimal | null): FormProblem[] {
  if (allocation === null) return [];
  if (allocation.kind !== 'amount') return [{ field: 'allocation', ...allocation }];
  const amount = allocation.value;
  if (signOf(amount) <= 0) return [{ field: 'allocation', kind: 'not_positive' }];
  if (available !== null && compareDecimals(amount, available) > 0)
    return [{ field: 'allocation', kind: 'above_available' }];
  return [];
}

/** Returns the settings for the plan, or null while a number of the form is invalid. `allocation` is in USDT. */
export function settingsOf(form: CreateForm, allocation: Decimal): BotSettings | null {
  const stepDistance = chosenDistance(form);
  if (stepDistance === null) return null;
  const { martinSteps, cyclicSteps, direction, compound, autoReentry } = form;
  if (martinSteps < Number(botSettings.martinSteps.min)) return null;
  if (cyclicSteps < Number(botSettings.cyclicSteps.min) || cyclicSteps > martinSteps - 1) return null;
  const chosen = { direction, martinSteps, cyclicSteps, stepDistance, compound, autoReentry };
  return withNumbers({ ...defaultBotSettings(allocation), ...chosen }, form);
}

/** Returns the settings with every typed number of the form. Returns null when a text is not a number. */
function withNumbers(settings: BotSettings, form: CreateForm): BotSettings | null {
  let read = settings;
  for (const name of [...typedSettings, ...optionalSettings]) {
    const text = form[name];
    const parse = botSettings[name].kind === 'percent' ? parsePercent : parseDecimal;
    const value = text === null ? null : parse(text);
    if (value === undefined) return null;
    read = { ...read, [name]: value };
  }
  return read;
}
