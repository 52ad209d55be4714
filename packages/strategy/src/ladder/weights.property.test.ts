import { addFractions, fraction, zeroFraction } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { percentToRatio, stepDistanceOfDefence, stepWeights } from './weights.ts';

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])('the weights of %i steps sum to exactly one and never fall', (count) => {
  const weights = stepWeights(count);
  expect(weights).toHaveLength(count);
  expect(weights.reduce(addFractions, zeroFraction)).toEqual({ n: 1n, d: 1n });
  for (let index = 2; index < count; index += 1) {
    const [before, now] = [weights[index - 1], weights[index]];
    expect(before && addFractions(before, before)).toEqual(now);
  }
  expect(weights[0]).toEqual(weights[1]);
});

test('a defence percent spreads over the gaps between the steps, exactly', () => {
  expect(stepDistanceOfDefence(4, 4)).toEqual(fraction(4n, 300n));
  expect(stepDistanceOfDefence(10, 2)).toEqual(fraction(1n, 10n));
  expect(stepDistanceOfDefence(2, 1)).toEqual(fraction(1n, 50n));
});

test('a percent text becomes an exact ratio', () => {
  expect(percentToRatio('1.33')).toEqual(fraction(133n, 10_000n));
  expect(() => percentToRatio('1.3e1')).toThrow(RangeError);
});
