// Tests of the scroll state of a horizontal row.
import { expect, test } from 'vitest';
import { readRow } from './use-row-scroll.ts';

const starts = [0, 300, 600, 900];

test.each([
  ['that is at its start', 0, { at: 0, isWhole: false, isAtEnd: false }],
  ['that is at its second card', 300, { at: 1, isWhole: false, isAtEnd: false }],
  ['that is at its second card with a rounding error of the browser', 300.6, { at: 1, isWhole: false, isAtEnd: false }],
  ['that is between two cards', 310, { at: 2, isWhole: false, isAtEnd: false }],
  ['that is at its end', 600, { at: 2, isWhole: false, isAtEnd: true }],
])('a row %s has the expected first card and scroll directions', (_, left, expected) => {
  expect(readRow(starts, { left, width: 600, total: 1_200 })).toEqual(expected);
});

test('a row that is wide enough for all cards cannot be scrolled', () => {
  expect(readRow(starts, { left: 0, width: 1_200, total: 1_200 })).toMatchObject({ isWhole: true, isAtEnd: true });
  expect(readRow([], { left: 0, width: 1_200, total: 1_200 })).toEqual({ at: 0, isWhole: true, isAtEnd: true });
});
