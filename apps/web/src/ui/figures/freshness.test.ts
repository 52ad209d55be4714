// Tests of stale figures.
import { expect, test } from 'vitest';
import { isStale } from './freshness.tsx';

test('figures are stale when they are older than their maximum age, and figures that were never loaded are not stale', () => {
  const figures = { updatedAt: 10_000, maxAgeMs: 5_000 };
  expect(isStale(figures, 15_000)).toBe(false);
  expect(isStale(figures, 15_001)).toBe(true);
  expect(isStale({ ...figures, updatedAt: 0 }, 90_000)).toBe(false);
});
