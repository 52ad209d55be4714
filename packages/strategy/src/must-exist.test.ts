import { expect, test } from 'vitest';
import { mustExist } from './must-exist.ts';

test('mustExist returns a value, even zero, false or an empty text, and throws an error when the value is null or undefined', () => {
  expect([mustExist(0n, 'zero'), mustExist('', 'a text'), mustExist(false, 'a flag')]).toEqual([0n, '', false]);
  expect(() => mustExist(null, 'a round')).toThrow('a round is missing.');
  expect(() => mustExist(undefined, 'a step')).toThrow('a step is missing.');
});
