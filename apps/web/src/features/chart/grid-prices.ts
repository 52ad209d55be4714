// The grid lines whose prices are written at the left of the candles. A price is left out where another line or text is.
import type { Format } from '../../lib/numbers/format.ts';
import type { LadderChartModel } from './chart-model.ts';
import type { Scale } from './geometry.ts';

/** The distance from a grid line up to the middle of its text, in px. */
const MIDDLE = 7;
/** The smallest distance from the middle of a text to a line or to the top edge of the chart, and to a marker or another text, in px. */
const TO_LINE = 8;
const TO_TEXT = 15;
/** The distance from the exit line to the middle of its text, which is above the line of a long and below the line of a short, in px. */
const EXIT_TEXT = 9;

/** Returns the prices of the grid whose texts lie on no line, no marker and no text of the chart. */
export function freeGridPrices(grid: readonly number[], model: LadderChartModel, { y }: Scale): readonly number[] {
  // A plan draws a line for each rung, and a running chart a line for each label.
  const drawn = model.mode === 'plan' ? model.rungs : model.lines;
  const lines = [...drawn, ...model.exitPath].map(({ price }) => y(price));
  const exitText = model.direction === 'long' ? -EXIT_TEXT : EXIT_TEXT;
  const texts = [
    ...model.markers.map(({ price }) => y(price)),
    ...model.exitPath.map(({ price }) => y(price) + exitText),
  ];
  let last = Number.POSITIVE_INFINITY;
  return grid.filter((price) => {
    const middle = y(price) - MIDDLE;
    const isFree =
      middle >= TO_LINE &&
      [...lines, y(model.lastPrice)].every((line) => Math.abs(line - middle) >= TO_LINE) &&
      [...texts, last].every((text) => Math.abs(text - middle) >= TO_TEXT);
    if (isFree) last = middle;
    return isFree;
  });
}

/** Returns the decimal places that tell the prices of the grid apart. */
export function placesOfGrid([first = 0, second = first + 1]: readonly number[]): number {
  return Math.max(0, -Math.floor(Math.log10(second - first) + 1e-9));
}

/** Returns the function that formats the price of a grid line in the language of the page. */
export const gridPriceText =
  ({ price }: Format) =>
  (value: number, places: number): string =>
    price(value.toFixed(places), (10 ** -places).toFixed(places));
