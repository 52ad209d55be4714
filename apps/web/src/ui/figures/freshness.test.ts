// When figures count as old.
import { expect, test } from 'vitest';
import { isStale } from './freshness.tsx';

test('figures are old only after their age has passed, and figures that never came are missing, not old', () => {
  const figures = { updatedAt: 10_000, maxAgeMs: 5_000 };
  expect(isStale(figures, 15_000)).toBe(false);
  expect(isStale(figures, 15_001)).toBe(true);
  expect(isStale({ ...figures, updatedAt: 0 }, 90_000)).toBe(false);
});
