// Tests of the share picture: the lines of its risk text, and the widths of its stair.
import { expect, test } from 'vitest';
import { wrapText } from './share-picture.ts';
import { stairWidths } from './stair-widths.ts';

const measure = (part: string): number => part.length;

test('a text with spaces is wrapped between words, and nothing is lost', () => {
  expect(wrapText('one two three four', 9, measure)).toEqual(['one two', 'three', 'four']);
});

test('a Japanese text without spaces is wrapped between characters', () => {
  const text = '証拠金のすべてを失うことがあります';
  const lines = wrapText(text, 6, measure);
  expect(lines.every((line) => line.length <= 6)).toBe(true);
  expect(lines.join('')).toBe(text);
});

test('the widths of the stair are shares of one, and no step is smaller than the step before', () => {
  const widths = stairWidths(10);
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(1);
  expect(widths.every((width, index) => width >= (widths[index - 1] ?? 0))).toBe(true);
});
