// Tests that the sizes of text and the limits of windows follow the text size that a person has set in the browser.
import { expect, test } from 'vitest';

const files = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true });
/** The texts of the charts are drawn in px, because their positions are in px. Each chart has a table with the same data. */
const isChart = (name: string): boolean => name.endsWith('/chart/chart.css');
const linesOf = (pattern: RegExp, isExcepted: (name: string) => boolean): readonly string[] =>
  Object.entries(files).flatMap(([name, text]) =>
    isExcepted(name)
      ? []
      : text
          .split('\n')
          .filter((line) => pattern.test(line))
          .map((line) => `${name}: ${line.trim()}`),
  );

test('no font size and no line height of a style sheet is in px', () => {
  expect(Object.keys(files).length).toBeGreaterThan(10);
  expect(linesOf(/(?:font|font-size|line-height):[^;]*\dpx/, isChart)).toEqual([]);
});

test('no style sheet compares the width of the window with px', () => {
  expect(linesOf(/@media[^{]*-width:[^{)]*\dpx/, () => false)).toEqual([]);
});
