// Tests of the not-found proof. The proof needs two explicit "not found" responses after the deadline and a complete reading.
import { expect, test } from 'vitest';
import { proofGapMs, proofLookups } from '../limits.ts';
import { isProvenAbsent, withNotFound, type NotFoundTimes, type FullReading } from './not-found-proof.ts';

const deadline = 1_000_000;
const graceMs = 10_000;
const clean: FullReading = {
  isReadComplete: true,
  isInOpenOrders: false,
  isInHistory: false,
  hasFills: false,
  isPositionExplained: true,
};

function notFoundAt(...times: readonly number[]): NotFoundTimes {
  return times.reduce((sofar: NotFoundTimes, at) => withNotFound(sofar, at, deadline + graceMs), []);
}

test('a "not found" response does not count when its lookup began before the deadline plus the grace time', () => {
  expect(notFoundAt(deadline, deadline + graceMs)).toEqual([]);
});

test('two "not found" responses are a proof only when at least `proofGapMs` is between their lookups', () => {
  const first = deadline + graceMs + 1;
  expect(isProvenAbsent(notFoundAt(first, first + proofGapMs - 1), clean)).toBe(false);
  expect(isProvenAbsent(notFoundAt(first, first + proofGapMs), clean)).toBe(true);
});

test('only the times of the latest `proofLookups` lookups are stored', () => {
  const first = deadline + graceMs + 1;
  const times = [first, first + proofGapMs, first + 2 * proofGapMs];
  expect(notFoundAt(...times)).toEqual(times.slice(-proofLookups));
});

test('the proof fails when one field of the full reading contradicts the absence of the order', () => {
  const enough = notFoundAt(deadline + graceMs + 1, deadline + graceMs + 1 + proofGapMs);
  const refusals: readonly Partial<FullReading>[] = [
    { isReadComplete: false },
    { isInOpenOrders: true },
    { isInHistory: true },
    { hasFills: true },
    { isPositionExplained: false },
  ];
  for (const refusal of refusals) expect(isProvenAbsent(enough, { ...clean, ...refusal })).toBe(false);
});
