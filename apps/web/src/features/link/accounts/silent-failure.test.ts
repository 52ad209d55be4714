// Tests which failures of the account list are not shown (specification 8).
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/calls/api-error.ts';
import { isSilentFailure } from './silent-failure.ts';

test.each([
  [401, true],
  [404, true],
  [429, true],
  [0, false],
  [400, false],
  [500, false],
  [503, false],
])('a failure of the account list with status %i is silent (true) or shown (false): %s', (status, isSilent) => {
  expect(isSilentFailure(new ApiError({ status, code: 'UNKNOWN_ERROR' }))).toBe(isSilent);
});

test('a bug in the page is always shown', () => {
  expect(isSilentFailure(new TypeError('x'))).toBe(false);
});
