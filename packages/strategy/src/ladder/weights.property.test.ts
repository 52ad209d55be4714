import { addFractions, zeroFraction } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { stepWeights } from './weights.ts';

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'the weights of %i steps sum to exactly one, and each weight after the second is twice the weight before',
  (count) => {
    const weights = stepWeights(count);
    expect(weights).toHaveLength(count);
    expect(weights.reduce(addFractions, zeroFraction)).toEqual({ n: 1n, d: 1n });
    for (let index = 2; index < count; index += 1) {
      const [before, now] = [weights[index - 1], weights[index]];
      expect(before && addFractions(before, before)).toEqual(now);
    }
    expect(weights[0]).toEqual(weights[1]);
  },
);
