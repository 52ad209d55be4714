// Tests of the retry delays of failed queries (auto-recovery table).
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { retryDelayMs } from './recovering.ts';

const pauses = (error: unknown): readonly (number | null)[] =>
  [0, 1, 2, 3].map((failures) => retryDelayMs(error, failures));
const failed = (status: number, code: string): ApiError => new ApiError({ status, code });

test.each([
  ['no response', failed(0, 'NETWORK_ERROR'), [3_000, 6_000, 12_000, null]],
  ['the error of an expired exchange token', failed(409, 'TOKEN_EXPIRED'), [1_000, 2_000, 4_000, null]],
  ['the error of a broken proxy', failed(502, 'UNKNOWN_ERROR'), [5_000, null, null, null]],
  ['the error of an unavailable exchange', failed(503, 'EXCHANGE_UNAVAILABLE'), [5_000, null, null, null]],
  ['the error of a bug in the page', new TypeError('x'), [5_000, null, null, null]],
  ['a refusal', failed(400, 'VALIDATION'), [null, null, null, null]],
  ['the error of a lost session', failed(401, 'TOKEN_EXPIRED'), [null, null, null, null]],
])('after %s, each retry of a query has the delay of the auto-recovery table', (_, error, expected) => {
  expect(pauses(error)).toEqual(expected);
});
