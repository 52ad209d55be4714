// Tests that the figures in the pictures are those of the strategy: each number is computed here from the preview, or from the rule of docs/strategy.md.
import { decimal, formatDecimal, fractionToDecimal, percent, toFraction, type Fraction } from '@rondo/decimal';
import { crashDefencePresets, gridModeSteps, previewLadder, type BotSettings } from '@rondo/strategy';
import { describe, expect, test } from 'vitest';
import { terms } from '../../i18n/en/site/terms.ts';
import { exampleConfig, exampleTick, firstPrice } from './example.ts';
import { exitsAtCredit, fills, stopped } from './example-round.ts';
import { picturedTerms, type PicturedTerm } from './pictured-terms.ts';
import { pictureSize, type Label, type Mark } from './scene.ts';
import { termScenes } from './term-scenes.ts';

/** The preview of the example with some settings changed, as texts. */
function previewOf(changes: Partial<BotSettings> = {}) {
  const config = exampleConfig(changes);
  const result = previewLadder({ config, budget: config.allocation, firstPrice: toFraction(decimal(firstPrice)) });
  if (!result.ok) throw new RangeError(result.refusal.kind);
  const money = (value: Fraction): string => formatDecimal(fractionToDecimal(value, 2, 'halfUp'));
  return result.preview.rows.map((row) => ({
    price: formatDecimal(row.price),
    amount: Number(money(row.amount)),
    average: money(row.average),
    exit: formatDecimal(row.exitPrice),
    liquidation: row.liquidationPrice === null ? null : formatDecimal(row.liquidationPrice),
    affordability: row.affordability.kind,
  }));
}

const marksOf = (term: PicturedTerm): readonly Mark[] => termScenes[term]().marks;
const labelsOf = (term: PicturedTerm): readonly Label[] =>
  marksOf(term).flatMap((mark) => (mark.kind === 'text' ? [mark.label] : []));
const pricesOf = (term: PicturedTerm): readonly string[] =>
  labelsOf(term).flatMap((label) => (label.kind === 'price' ? [label.price] : []));
const percentsOf = (term: PicturedTerm): readonly number[] =>
  labelsOf(term).flatMap((label) => (label.kind === 'percent' || label.kind === 'change' ? [label.percent] : []));
const rungsOf = (term: PicturedTerm) => marksOf(term).filter((mark) => mark.kind === 'rung');

const steps = previewOf();
const [first, second, third, fourth] = steps;
const changeOf = (from: string | undefined, to: string | null | undefined): number =>
  (Number(to) / Number(from) - 1) * 100;

test('the example is a ladder that its bot can pay for', () => {
  expect(steps.map(({ price, affordability }) => [price, affordability])).toEqual([
    ['100', 'ok'],
    ['98', 'ok'],
    ['96.04', 'ok'],
    ['94.11', 'ok'],
  ]);
});

describe('the figures of the pictures', () => {
  test('steps and stepDistance have the prices of the ladder, and each step is 2 % from the step before', () => {
    const prices = steps.map(({ price }) => price);
    expect(pricesOf('steps')).toEqual(prices);
    expect(pricesOf('stepDistance')).toEqual(prices);
    expect(percentsOf('stepDistance')).toEqual([2, 2, 2]);
    for (const [index, price] of prices.slice(1).entries()) {
      const exact = Number(prices[index]) * 0.98;
      expect(Math.abs(Number(price) - exact)).toBeLessThan(Number(exampleTick));
    }
  });

  test('the widths of rungs and the amounts are 1, 1, 2 and 4', () => {
    expect(labelsOf('stepAmount')).toEqual(steps.map(({ amount }) => ({ kind: 'count', count: amount })));
    for (const term of ['steps', 'stepAmount'] as const) {
      const widths = rungsOf(term).map(({ width }) => width);
      expect(widths.map((width) => width / (widths[0] ?? 1))).toEqual([1, 1, 2, 4]);
    }
  });

  test('baseDefence has the distance between the first and the deepest price', () => {
    expect(pricesOf('baseDefence')).toEqual([first?.price, fourth?.price]);
    expect(percentsOf('baseDefence')).toEqual([changeOf(first?.price, fourth?.price)]);
  });

  test('grid has the ladders of the three modes over one defence', () => {
    expect(labelsOf('grid')).toEqual(Object.values(gridModeSteps).map((count) => ({ kind: 'count', count })));
    const expected = Object.values(gridModeSteps).flatMap((martinSteps) =>
      previewOf({ martinSteps, stepDistance: { kind: 'defence', percent: percent('6') } }),
    );
    expect(rungsOf('grid').map(({ at }) => at[1])).toEqual(expected.map(({ price }) => Number(price)));
  });

  test('direction has a long below and a short above the first price, and both exits are on the way back', () => {
    const short = previewOf({ direction: 'short' });
    const discs = marksOf('direction').filter((mark) => mark.kind === 'disc');
    const squares = marksOf('direction').filter((mark) => mark.kind === 'square');
    const filled = [...steps.slice(0, 3), ...short.slice(0, 3)];
    expect(discs.map(({ at }) => at[1])).toEqual(filled.map(({ price }) => Number(price)));
    expect(squares.map(({ at }) => at[1])).toEqual([Number(third?.exit), Number(short[2]?.exit)]);
    expect(Number(third?.exit)).toBeGreaterThan(Number(third?.average));
    expect(Number(short[2]?.exit)).toBeLessThan(Number(short[2]?.average));
  });

  test('average is the average of all open entries after each fill', () => {
    expect(pricesOf('average')).toEqual([fourth?.average]);
    const line = marksOf('average').find((mark) => mark.kind === 'line' && mark.tone === 'accent');
    const drawn = line?.kind === 'line' ? [...new Set(line.points.map(([, price]) => price))] : [];
    expect(drawn).toEqual(steps.map(({ average }) => Number(average)));
  });

  test('takeProfit is 1 % above the average of the base, and 1 % above the entry of the cyclic step', () => {
    expect(pricesOf('takeProfit')).toEqual([third?.exit, third?.average, fourth?.exit, fourth?.price]);
    expect(percentsOf('takeProfit')).toEqual([1, 1]);
    for (const [exit, entry] of [
      [third?.exit, third?.average],
      [fourth?.exit, fourth?.price],
    ])
      expect(Math.abs(Number(exit) - Number(entry) * 1.01)).toBeLessThan(2 * Number(exampleTick));
  });

  test('cyclicSteps has the entry and the take-profit of the cyclic step, twice each', () => {
    expect(pricesOf('cyclicSteps')).toEqual([fourth?.exit, fourth?.price]);
    const traded = marksOf('cyclicSteps').flatMap((mark) =>
      mark.kind === 'disc' || mark.kind === 'square' ? [mark.at[1]] : [],
    );
    expect(traded.map(String)).toEqual([fourth?.price, fourth?.exit, fourth?.price, fourth?.exit]);
  });

  test('exitNow steps down with each base entry and each cycle to the price that ends the round', () => {
    const line = marksOf('exitNow').find((mark) => mark.kind === 'line' && mark.tone === 'gain');
    const drawn = line?.kind === 'line' ? [...new Set(line.points.map(([, price]) => price))] : [];
    expect(drawn).toEqual([...new Set(fills.flatMap(({ baseExit }) => (baseExit === null ? [] : [Number(baseExit)])))]);
    expect(drawn.slice(0, 3)).toEqual([first, second, third].map((step) => Number(step?.exit)));
    expect(pricesOf('exitNow')).toEqual([String(drawn.at(-1))]);
  });

  test('cycleCredit has one line for each credit', () => {
    expect(percentsOf('cycleCredit')).toEqual([0, 50, 100]);
    const ends = marksOf('cycleCredit').flatMap((mark) => (mark.kind === 'text' ? [String(mark.at[1])] : []));
    expect(ends).toEqual(Object.values(exitsAtCredit).map((exits) => exits[2]));
  });

  test('roundsCycles has the time of two cycles inside the time of the round', () => {
    const durations = marksOf('roundsCycles').flatMap((mark) => (mark.kind === 'duration' ? [mark] : []));
    const [one, two, round] = durations.map(({ from, to }) => ({ from, to }));
    expect(durations).toHaveLength(3);
    expect([round?.from, one?.from, one?.to, two?.from, two?.to, round?.to]).toEqual(
      [round?.from, one?.from, one?.to, two?.from, two?.to, round?.to].toSorted((a = 0, b = 0) => a - b),
    );
  });

  test('liquidation and estLiquidation have the estimates of the preview', () => {
    expect(pricesOf('liquidation')).toEqual([fourth?.liquidation, fourth?.price]);
    expect(percentsOf('liquidation')).toEqual([changeOf(fourth?.price, fourth?.liquidation)]);
    expect(pricesOf('estLiquidation')).toEqual([second, third, fourth].map((step) => step?.liquidation));
    expect(first?.liquidation).toBeNull();
  });

  test('distance is measured from the price now', () => {
    expect(pricesOf('distance')).toEqual([third?.liquidation, third?.price]);
    expect(percentsOf('distance')).toEqual([changeOf(third?.price, third?.liquidation)]);
  });

  test('stopLoss loses its part of the allocation from the average of all steps', () => {
    expect(pricesOf('stopLoss')).toEqual([fourth?.average, stopped.price]);
    const size = steps.reduce((sum, { amount, price }) => sum + amount / Number(price), 0);
    const loss = (Number(fourth?.average) - Number(stopped.price)) * size;
    // The stop loss also counts the entry fees, so the price is reached a little before the whole loss.
    expect(loss).toBeGreaterThan(195);
    expect(loss).toBeLessThan(200);
  });

  test('crashDefence has the liquidation of each preset, which is farther away than the fall of the preset', () => {
    const liquidations = crashDefencePresets.map(({ investmentRatioPercent, leverage }) =>
      previewOf({ investmentRatio: percent(String(investmentRatioPercent)), leverage: decimal(String(leverage)) }).at(
        -1,
      ),
    );
    const falls = crashDefencePresets.map(({ fallPercent }) => fallPercent);
    const percents = percentsOf('crashDefence');
    expect(percents.filter((value) => value > 0)).toEqual(falls);
    const changes = liquidations.flatMap((step) =>
      step === undefined || step.liquidation === null ? [] : [changeOf(firstPrice, step.liquidation)],
    );
    expect(percents.filter((value) => value < 0)).toEqual(changes.map(Math.ceil));
    expect(liquidations.at(-1)?.liquidation).toBeNull();
    for (const [index, change] of changes.entries()) expect(-change).toBeGreaterThan(falls[index] ?? 100);
  });

  test('leverage has the liquidations of 5x, 10x and 20x, and positions in this proportion', () => {
    const ladders = ['5', '10', '20'].map((leverage) => previewOf({ leverage: decimal(leverage) }));
    expect(pricesOf('leverage')).toEqual(ladders.map((ladder) => ladder.at(-1)?.liquidation));
    const deepest = rungsOf('leverage').filter(({ at }) => String(at[1]) === fourth?.price);
    expect(deepest.map(({ width }) => width / (deepest[0]?.width ?? 1))).toEqual([1, 2, 4]);
  });
});

test.each(picturedTerms)('the picture of %s explains a term, and its marks are inside the picture', (term) => {
  expect(Object.keys(terms)).toContain(`term.${term}`);
  const { high, low, marks } = termScenes[term]();
  expect(high).toBeGreaterThan(low);
  const places = marks.flatMap((mark): readonly (readonly [number, number])[] => {
    switch (mark.kind) {
      case 'line':
        return mark.points;
      case 'disc':
      case 'square':
      case 'text':
        return [mark.at];
      case 'rung':
        return [mark.at, [mark.at[0] + mark.width, mark.at[1]]];
      case 'held':
        return [mark.from, mark.to];
      case 'distance':
        return [
          [mark.x, mark.from],
          [mark.x, mark.to],
        ];
      case 'duration':
        return [
          [mark.from, mark.price],
          [mark.to, mark.price],
        ];
      case 'danger':
        return [
          [mark.x, mark.price],
          [mark.x + mark.width, mark.price],
        ];
    }
  });
  const outside = places.filter(([x, price]) => x < 0 || x > pictureSize.width || price > high || price < low);
  expect(outside).toEqual([]);
});
