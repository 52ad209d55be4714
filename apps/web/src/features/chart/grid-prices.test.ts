// Tests of the prices at the grid lines.
import { expect, test } from 'vitest';
import type { LadderChartModel } from './chart-model.ts';
import { freeGridPrices, placesOfGrid } from './grid-prices.ts';

const scale = { low: 0, high: 200, y: (price: number) => 200 - price };
const model = {
  mode: 'running',
  direction: 'long',
  lines: [],
  rungs: [],
  exitPath: [],
  markers: [],
  lastPrice: 1_000,
} as unknown as LadderChartModel;
const priced = (price: number) => ({ price }) as never;

test('a price at the top edge has no text, because a part of the text would be outside of the chart', () => {
  expect(freeGridPrices([100, 184, 188], model, scale)).toEqual([100, 184]);
  expect(freeGridPrices([100, 188], model, scale)).toEqual([100]);
});

test('a price near a line, a marker, a step of the exit or the last price has no text', () => {
  const grid = [20, 60, 100, 140];
  expect(freeGridPrices(grid, model, scale)).toEqual(grid);
  expect(freeGridPrices(grid, { ...model, lines: [priced(66)] }, scale)).toEqual([20, 100, 140]);
  expect(freeGridPrices(grid, { ...model, mode: 'plan', rungs: [priced(28)] }, scale)).toEqual([60, 100, 140]);
  expect(freeGridPrices(grid, { ...model, markers: [priced(120)] }, scale)).toEqual([20, 60, 140]);
  expect(freeGridPrices(grid, { ...model, exitPath: [priced(95)] }, scale)).toEqual([20, 60, 140]);
  expect(freeGridPrices(grid, { ...model, direction: 'short', exitPath: [priced(119)] }, scale)).toEqual([20, 60, 140]);
  expect(freeGridPrices(grid, { ...model, lastPrice: 147 }, scale)).toEqual([20, 60, 100]);
});

test('two texts that would overlap are not both drawn', () => {
  expect(freeGridPrices([20, 30, 40, 50], model, scale)).toEqual([20, 40]);
});

test.each([
  [[3_250, 3_300], 0],
  [[0.1, 0.2], 1],
  [[0.05, 0.1], 2],
  [[7], 0],
])('the grid %j has %i decimal places', (grid, places) => {
  expect(placesOfGrid(grid)).toBe(places);
});
