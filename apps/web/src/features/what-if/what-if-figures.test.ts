// Tests the figures and the picture of a what-if.
import type { WhatIf } from '@rondo/backtest';
import { expect, test } from 'vitest';
import { drawWhatIf, whatIfFigures } from './what-if-figures.ts';

const dayMs = 86_400_000;
const yearMs = 365.25 * dayMs;
const run = {
  path: 'byClose',
  seed: null,
  net: 100,
  rounds: 3,
  cycles: 1,
  livedMs: 2 * yearMs,
  isLiquidated: false,
  stopped: null,
} as const;
const twoYears: WhatIf = {
  candles: 10,
  fromAt: 0,
  toAt: 2 * yearMs,
  main: { ...run, netPerYear: 50, worstFall: 20, timeInMarketShare: 0.25, marks: [] },
  runs: [run, { ...run, seed: 1, net: -40 }],
  at: [yearMs, 2 * yearMs],
  equity: [60, 100],
  low: [-50, -40],
  high: [60, 100],
};

test('the figures are those of the main run, with the band of the net per year of all runs', () => {
  expect(whatIfFigures(twoYears)).toEqual({
    livedMonths: 24,
    months: 24,
    liquidated: 0,
    runs: 2,
    net: '50.00',
    netOf: 'year',
    lowest: '-20.00',
    highest: '50.00',
    worstFall: '-20.00',
    inMarketPercent: 25,
  });
});

test('a span of less than a year has its own result, and not the result of a year', () => {
  const month = { ...twoYears, toAt: 30 * dayMs };
  expect(whatIfFigures(month)).toMatchObject({ net: '100.00', netOf: 'span', lowest: '-40.00', highest: '100.00' });
  expect(whatIfFigures({ ...twoYears, toAt: 365 * dayMs }).netOf).toBe('year');
});

test.each([{ isLiquidated: true }, { stopped: 'stop_loss' }])(
  'a bot that ended in month 3 with %j shows its whole loss, and the other runs their whole results',
  (end) => {
    const dead = { ...run, ...end, net: -1_000, livedMs: yearMs / 4 };
    const main = { ...twoYears.main, ...dead };
    const figures = whatIfFigures({ ...twoYears, toAt: 4 * yearMs, main, runs: [dead, { ...run, seed: 1, net: 400 }] });
    expect(figures).toMatchObject({ livedMonths: 3, months: 48, net: '-1000.00', netOf: 'end' });
    expect(figures).toMatchObject({ lowest: '-1000.00', highest: '400.00' });
  },
);

test('when only the bot of another run has ended, all results are those of the whole span', () => {
  const dead = { ...run, seed: 1, net: -1_000, isLiquidated: true, livedMs: yearMs / 4 };
  const figures = whatIfFigures({ ...twoYears, runs: [run, dead] });
  expect(figures).toMatchObject({ liquidated: 1, net: '100.00', netOf: 'span', lowest: '-1000.00', highest: '100.00' });
});

test('months are rounded down, so that a bot that ended a day early has not survived the whole span', () => {
  const early = { ...twoYears, main: { ...twoYears.main, livedMs: 2 * yearMs - dayMs } };
  expect(whatIfFigures(early).livedMonths).toBe(23.9);
});

test('the picture has a line from zero, a band, and a mark on the line', () => {
  const marked: WhatIf = {
    ...twoYears,
    main: { ...twoYears.main, marks: [{ at: yearMs, kind: 'liquidation', round: 7 }] },
  };
  const picture = drawWhatIf(marked);
  expect(picture).toMatchObject({ most: 100, least: -50, zero: 106.7, line: 'M0 106.7L360 42.7L720 0' });
  expect(picture.band).toBe('M0 106.7L360 42.7L720 0L720 149.3L360 160Z');
  expect(picture.marks).toEqual([{ x: 360, y: 42.7, at: yearMs, kind: 'liquidation', round: 7 }]);
});

test('the band is cut at three times the line, so that one run cannot make the line flat', () => {
  const picture = drawWhatIf({ ...twoYears, high: [60, 1_000_000] });
  expect(picture.most).toBe(300);
  expect(picture.band).toContain('L720 0L');
});
