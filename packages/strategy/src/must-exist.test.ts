import { expect, test } from 'vitest';
import { mustExist } from './must-exist.ts';

test('mustExist returns a value, also zero and an empty text, and throws for a missing one', () => {
  expect([mustExist(0n, 'zero'), mustExist('', 'a text'), mustExist(false, 'a flag')]).toEqual([0n, '', false]);
  expect(() => mustExist(null, 'a round')).toThrow('a round must exist here');
  expect(() => mustExist(undefined, 'a step')).toThrow('a step must exist here');
});
