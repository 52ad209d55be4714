import {
  decimal,
  formatDecimal,
  fraction,
  fractionToDecimal,
  toFraction,
  type Fraction,
  ratio,
  subtractFractions,
} from '@rondo/decimal';
import { botConfig, StrategyDriver, ethSwap } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { checkAffordable, previewLadder, type LadderPreview } from './preview.ts';
import type { BotConfig } from '../types.ts';

function previewAt(price: string, changes: Partial<BotConfig> = {}): LadderPreview {
  const config = botConfig({ allocation: decimal('2000'), stepDistance: ratio(1n, 75n), ...changes });
  const result = previewLadder({ config, budget: config.allocation, firstPrice: toFraction(decimal(price)) });
  if (!result.ok) throw new Error(result.refusal.kind);
  return result.preview;
}

const cents = (value: Fraction): string => formatDecimal(fractionToDecimal(value, 2, 'halfUp'));

test('previewLadder returns the figures that the picture of the creation screen shows', () => {
  const { rows, roundGross, isAffordable, feesEatTarget } = previewAt('3412.55');
  expect(rows.map((row) => formatDecimal(row.price))).toEqual(['3412.55', '3367.04', '3322.15', '3277.85']);
  expect(rows.map((row) => formatDecimal(row.contracts))).toEqual(['3.66', '3.71', '7.52', '15.25']);
  expect(rows.map((row) => cents(row.average))).toEqual(['3412.55', '3389.64', '3355.56', '3316.24']);
  expect(rows.map((row) => formatDecimal(row.exitPrice))).toEqual(['3429.62', '3406.59', '3372.34', '3294.24']);
  expect(rows.map((row) => row.liquidationPrice && formatDecimal(row.liquidationPrice))).toEqual([
    null,
    '680.18',
    '2022.4',
    '2665.45',
  ]);
  expect([cents(roundGross.least), cents(roundGross.most)]).toEqual(['6.24', '24.98']);
  expect(isAffordable).toBe(true);
  expect(feesEatTarget).toBe(false);
});

test('each row has the expected profit before fees (amount times target) and the expected profit after fees', () => {
  const { rows, expectedGross, expectedNet, winsToRepay, totalContracts } = previewAt('3412.55');
  expect(rows.map((row) => cents(row.expectedGross))).toEqual(['6.25', '6.25', '12.5', '25']);
  expect(rows.map((row) => cents(row.expectedNet))).toEqual(['5.37', '5.75', '11.5', '23']);
  expect(cents(expectedGross)).toBe('25');
  expect(cents(expectedNet)).toBe('22.62');
  expect(winsToRepay).toBe(373n);
  expect(formatDecimal(totalContracts)).toBe('30.14');
});

test.each<[string, Partial<BotConfig>]>([
  ['a long with one cyclic step', {}],
  [
    'a short with two cyclic steps and half of the credit',
    { direction: 'short', cyclicSteps: 2, cycleCredit: ratio(1n, 2n) },
  ],
  ['a long without cycle credit', { cyclicSteps: 2, cycleCredit: ratio(0n) }],
  ['a long whose base exit meets a take-profit', { martinSteps: 6, cyclicSteps: 4, stepDistance: ratio(1n, 200n) }],
  [
    'a short whose base exit meets a take-profit',
    { direction: 'short', martinSteps: 6, cyclicSteps: 4, stepDistance: ratio(1n, 200n) },
  ],
])(
  'the result after all steps of %s equals the round in which each cyclic step takes its profit once',
  (_name, changes) => {
    const config = botConfig({ ...changes, allocation: decimal('10000') });
    const { wholeRound, rows } = previewAt('2000', config);
    const driver = new StrategyDriver(config, 200_000n).start();
    for (const { step } of rows) driver.fill('entry', step);
    for (const { step } of rows.filter(({ cyclic }) => cyclic).toReversed()) driver.fill('takeProfit', step);
    driver.fill('baseExit');
    driver.finishClosing();
    const { realised, fees } = driver.state.past;
    expect(Math.abs(Number(formatDecimal(realised)) - Number(cents(wholeRound.gross)))).toBeLessThan(0.5);
    const feesOf = subtractFractions(wholeRound.gross, wholeRound.net);
    expect(Math.abs(Number(formatDecimal(fees)) - Number(cents(feesOf)))).toBeLessThan(0.05);
  },
);

test('when the fees exceed the target, winsToRepay is null and feesEatTarget is true', () => {
  const { winsToRepay, feesEatTarget } = previewAt('3412.55', { takeProfit: ratio(6n, 10_000n) });
  expect(winsToRepay).toBeNull();
  expect(feesEatTarget).toBe(true);
});

test('previewLadder marks a step whose price is beyond the liquidation price of the earlier steps', () => {
  const { rows, isAffordable } = previewAt('3412.55', {
    leverage: decimal('20'),
    investmentRatio: ratio(1n),
    martinSteps: 2,
    stepDistance: ratio(10n, 100n),
  });
  expect(rows.some((row) => row.affordability.kind === 'beyond_liquidation')).toBe(true);
  expect(isAffordable).toBe(false);
});

test.each(['long', 'short'] as const)(
  'a %s that invests the whole margin has no margin left for the last step when the earlier steps have a loss',
  (direction) => {
    const config = botConfig({ investmentRatio: ratio(1n), leverage: decimal('2'), direction });
    const result = previewLadder({ config, budget: config.allocation, firstPrice: fraction(2000n) });
    if (!result.ok) throw new Error(result.refusal.kind);
    expect(checkAffordable(config, result.preview.plan).at(-1)).toEqual({ kind: 'unaffordable' });
  },
);

test('the base exit in the preview is never nearer to the market than a cyclic target', () => {
  const { rows } = previewAt('3412.55', { direction: 'short', cyclicSteps: 3, instrument: { ...ethSwap } });
  const [base, ...cyclic] = rows.map((row) => Number(formatDecimal(row.exitPrice)));
  for (const price of cyclic) expect(base).toBeLessThanOrEqual(price);
});

test('previewLadder returns a refusal when the ladder cannot be planned', () => {
  const config = botConfig({ allocation: decimal('1') });
  expect(previewLadder({ config, budget: decimal('0'), firstPrice: fraction(2000n) })).toEqual({
    ok: false,
    refusal: { kind: 'no_budget' },
  });
});
