// Tests of the shape of a JSON text.
import { expect, test } from 'vitest';
import { serverLimits } from '../limits.ts';
import { hasSafeShape } from './json-shape.ts';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const withKeys = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index])));

test.each([
  ['a key that occurs in two objects', '{"a":{"x":1},"b":{"x":2},"c":[{"x":1},{"x":1}]}'],
  ['a text value that equals a key', '{"a":"a","b":["a","a"]}'],
  ['a value with quotation marks, braces and colons', String.raw`{"a":"\"a\":{[","b":"\\"}`],
  ['the largest number of levels', nested(serverLimits.jsonLevels)],
  ['the largest number of keys', withKeys(serverLimits.jsonKeys)],
  ['a text without an end', '{"a'],
])('%s is accepted', (_case, text) => {
  expect(hasSafeShape(text)).toBe(true);
});

test.each([
  ['a key that occurs twice in an object', '{"a":1,"b":{},"a":2}'],
  ['an equal key with an escape', String.raw`{"leverage":1,"lever\u0061ge" : 125}`],
  ['a key that occurs twice in an inner object', '[{"a":[],"a":{}}]'],
  ['one level too many', nested(serverLimits.jsonLevels + 1)],
  ['one key too many', withKeys(serverLimits.jsonKeys + 1)],
])('%s is refused', (_case, text) => {
  expect(hasSafeShape(text)).toBe(false);
});
