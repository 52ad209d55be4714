// What counts as a part of the app that could not be fetched.
import { expect, test } from 'vitest';
import { isChunkError } from './error-page.tsx';

test.each([
  'Failed to fetch dynamically imported module: /assets/a.js',
  'error loading dynamically imported module',
  'Importing a module script failed.',
  'Loading chunk 7 failed.',
])('"%s" is a chunk load error', (message) => {
  expect(isChunkError(new Error(message))).toBe(true);
});

test('any other fault is not', () => {
  expect([isChunkError(new TypeError('x is not a function')), isChunkError('chunk')]).toEqual([false, false]);
});
