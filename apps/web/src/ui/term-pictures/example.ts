// The example bot of the pictures. Its figures are computed by the function that computes the preview of the form.
import { decimal, formatDecimal, fractionToDecimal, percent, toFraction } from '@rondo/decimal';
import {
  createBotConfig,
  defaultBotSettings,
  previewLadder,
  type BotConfig,
  type BotSettings,
  type InstrumentRules,
  type PreviewRow,
} from '@rondo/strategy';

/** A round instrument: one contract is one coin, and orders are whole hundredths. */
const instrument: InstrumentRules = {
  id: 'EXAMPLE-USDT-SWAP',
  tickSz: decimal('0.01'),
  lotSz: decimal('0.01'),
  minSz: decimal('0.01'),
  ctVal: decimal('1'),
  tiers: [{ maxSz: null, mmr: decimal('0.004') }],
  takerFee: decimal('0.0005'),
  makerFee: decimal('0.0002'),
};

export const exampleTick = formatDecimal(instrument.tickSz);
export const firstPrice = '100';

/** The percents of the example, which are large enough to be seen. */
export const examplePercents = { stepDistance: '2', takeProfit: '1' } as const;

const [martinSteps, cyclicSteps] = [4, 1];
/** The number of steps that are not cyclic. */
export const baseSteps = martinSteps - cyclicSteps;

const exampleSettings: BotSettings = {
  ...defaultBotSettings(decimal('1000')),
  martinSteps,
  cyclicSteps,
  stepDistance: { kind: 'percent', percent: percent(examplePercents.stepDistance) },
  takeProfit: percent(examplePercents.takeProfit),
  leverage: decimal('10'),
  investmentRatio: percent('50'),
};

/** One step of the example, and the figures after this step and all steps before it have filled. */
export type ExampleStep = {
  readonly step: number;
  readonly tone: 'text' | 'accent';
  readonly price: string;
  readonly amount: number;
  readonly average: string;
  /** The base exit for a base step, and the own take-profit for a cyclic step. */
  readonly exit: string;
  readonly liquidation: string | null;
};

export const exampleConfig = (changes: Partial<BotSettings> = {}): BotConfig =>
  createBotConfig({ ...exampleSettings, ...changes }, instrument);

export type ExampleLadder = {
  readonly steps: readonly ExampleStep[];
  readonly first: ExampleStep;
  readonly deepest: ExampleStep;
};

/** Returns the ladder of the example with some settings changed. */
export function exampleLadder(changes: Partial<BotSettings> = {}): ExampleLadder {
  const config = exampleConfig(changes);
  const result = previewLadder({ config, budget: config.allocation, firstPrice: toFraction(decimal(firstPrice)) });
  const steps = result.ok ? result.preview.rows.map(stepOf) : [];
  const [first, deepest] = [steps[0], steps.at(-1)];
  if (first === undefined || deepest === undefined) throw new RangeError('The example has no ladder.');
  return { steps, first, deepest };
}

const stepOf = (row: PreviewRow): ExampleStep => ({
  step: row.step,
  tone: row.cyclic ? 'accent' : 'text',
  price: formatDecimal(row.price),
  amount: Number(formatDecimal(fractionToDecimal(row.amount, 2, 'halfUp'))),
  average: formatDecimal(fractionToDecimal(row.average, 2, 'halfUp')),
  exit: formatDecimal(row.exitPrice),
  liquidation: row.liquidationPrice === null ? null : formatDecimal(row.liquidationPrice),
});

/** Returns each two neighbouring values. */
export const pairs = <Value>(values: readonly Value[]): readonly (readonly [Value, Value])[] =>
  values.slice(1).flatMap((next, index) => values.slice(index, index + 1).map((value) => [value, next] as const));

/** Returns how far `to` is from `from`, in percent of `from`. */
export const percentChange = (from: string, to: string): number => (Number(to) / Number(from) - 1) * 100;
