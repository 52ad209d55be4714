// The form as the strategy's configuration, or the fields that stop it. Never invents a value: what cannot be read is a problem.
import type { InstrumentWire } from '@rondo/contract';
import {
  compareDecimals,
  decimal,
  formatDecimal,
  multiplyFractions,
  parseDecimal,
  toFraction,
  type Decimal,
} from '@rondo/decimal';
import { formLimits, type BotConfig, type InstrumentRules } from '@rondo/strategy';
import type { AmountReading } from '../../../lib/numbers/amount.ts';
import { stepDistanceOf, type CreateForm } from './create-form.ts';

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
      readonly field: 'leverage' | 'investmentRatio' | 'profitTarget' | 'stepDistance' | 'cycleCredit';
      readonly kind: 'out_of_range';
      readonly min: string;
      readonly max: string;
    };

/** An instrument of the API as the strategy's rules. The texts were checked by the contract. */
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

/** What the problems of a form depend on beside its fields. `allocation` is the typed amount as read, null for "all". */
type Checked = {
  readonly name: string;
  readonly allocation: AmountReading | null;
  readonly available: Decimal | null;
};

/** The problems of the form that need no request (specification 5); without any, it can be planned. */
export function findProblems(form: CreateForm, { name, allocation, available }: Checked): readonly FormProblem[] {
  const problems: FormProblem[] = [];
  const length = Array.from(name.trim()).length;
  if (length === 0) problems.push({ field: 'name', kind: 'required' });
  if (length > formLimits.nameLength.max) problems.push({ field: 'name', kind: 'too_long' });
  if (form.cyclicSteps > form.martinSteps - 1 || form.cyclicSteps < 1)
    problems.push({ field: 'cyclicSteps', kind: 'rule' });
  problems.push(...rangeProblems(form), ...allocationProblems(allocation, available));
  return problems;
}

function rangeProblems(form: CreateForm): FormProblem[] {
  const checks = [
    ['leverage', form.leverage, formLimits.leverage],
    ['investmentRatio', form.investmentRatio, formLimits.investmentRatioPercent],
    ['cycleCredit', form.cycleCredit, formLimits.cycleCreditPercent],
    ['profitTarget', form.profitTarget, formLimits.takeProfitPercent],
    ...(form.distance.kind === 'manual'
      ? [['stepDistance', form.distance.percent, formLimits.stepDistancePercent] as const]
      : []),
  ] as const;
  return checks.flatMap(([field, text, bounds]) =>
    isInside(text, bounds)
      ? []
      : [
          {
            field,
            kind: 'out_of_range' as const,
            min: formatDecimal(asDecimal(bounds.min)),
            max: formatDecimal(asDecimal(bounds.max)),
          },
        ],
  );
}

function isInside(text: string, bounds: { readonly min: number | Decimal; readonly max: number | Decimal }): boolean {
  const value = parseDecimal(text);
  if (value === undefined) return false;
  const [min, max] = [asDecimal(bounds.min), asDecimal(bounds.max)];
  return compareDecimals(value, min) >= 0 && compareDecimals(value, max) <= 0;
}

function asDecimal(bound: number | Decimal): Decimal {
  return typeof bound === 'number' ? decimal(String(bound)) : bound;
}

function allocationProblems(allocation: AmountReading | null, available: Decimal | null): FormProblem[] {
  if (allocation === null) return [];
  if (allocation.kind !== 'amount') return [{ field: 'allocation', ...allocation }];
  const amount = allocation.value;
  if (amount.units <= 0n) return [{ field: 'allocation', kind: 'not_positive' }];
  if (available !== null && compareDecimals(amount, available) > 0)
    return [{ field: 'allocation', kind: 'above_available' }];
  return [];
}

/** The configuration to plan with; null while a figure cannot be read. `allocation` is the money the form stands for now. */
export function configOf(form: CreateForm, rules: InstrumentRules, allocation: Decimal): BotConfig | null {
  const distance = stepDistanceOf(form);
  const [ratio, leverage, profit, credit] = [
    form.investmentRatio,
    form.leverage,
    form.profitTarget,
    form.cycleCredit,
  ].map(parseDecimal);
  if (
    distance === null ||
    ratio === undefined ||
    leverage === undefined ||
    profit === undefined ||
    credit === undefined
  )
    return null;
  if (form.martinSteps < 2 || form.cyclicSteps < 1 || form.cyclicSteps > form.martinSteps - 1) return null;
  const percent = { n: 1n, d: 100n };
  return {
    instrument: rules,
    direction: form.direction,
    allocation,
    investmentRatio: multiplyFractions(toFraction(ratio), percent),
    leverage,
    martinSteps: form.martinSteps,
    cyclicSteps: form.cyclicSteps,
    stepDistance: distance,
    takeProfit: multiplyFractions(toFraction(profit), percent),
    cycleCredit: multiplyFractions(toFraction(credit), percent),
    compound: true,
    autoReentry: true,
    stopLoss: null,
  };
}
