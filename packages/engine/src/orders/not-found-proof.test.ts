// The not-found proof: it takes explicit absences after the deadline and a complete reading, and nothing less.
import { expect, test } from 'vitest';
import { proofGapMs } from '../limits.ts';
import { isProvenAbsent, withAbsence, type Absences, type FullReading } from './not-found-proof.ts';

const deadline = 1_000_000;
const graceMs = 10_000;
const clean: FullReading = {
  isReadComplete: true,
  isInOpenOrders: false,
  isInHistory: false,
  hasFills: false,
  isPositionExplained: true,
};

function absencesAt(...times: readonly number[]): Absences {
  return times.reduce((sofar: Absences, at) => withAbsence(sofar, at, deadline + graceMs), []);
}

test('a lookup before deadline plus grace proves nothing', () => {
  expect(absencesAt(deadline, deadline + graceMs)).toEqual([]);
});

test('two absences count only when far enough apart', () => {
  const first = deadline + graceMs + 1;
  expect(isProvenAbsent(absencesAt(first, first + proofGapMs - 1), clean)).toBe(false);
  expect(isProvenAbsent(absencesAt(first, first + proofGapMs), clean)).toBe(true);
});

test('each part of the reading can refuse the proof by itself', () => {
  const enough = absencesAt(deadline + graceMs + 1, deadline + graceMs + 1 + proofGapMs);
  const refusals: readonly Partial<FullReading>[] = [
    { isReadComplete: false },
    { isInOpenOrders: true },
    { isInHistory: true },
    { hasFills: true },
    { isPositionExplained: false },
  ];
  for (const refusal of refusals) expect(isProvenAbsent(enough, { ...clean, ...refusal })).toBe(false);
});
