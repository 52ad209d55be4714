// Tests which scheduled backups are kept.
import { expect, test } from 'vitest';
import { namesToDelete, type StoredBackup } from './kept-backups.ts';

const dayMs = 24 * 60 * 60_000;
const now = Date.UTC(2026, 5, 30, 3);
const backupAt = (madeAt: number, isVerified = false): StoredBackup => ({
  name: new Date(madeAt).toISOString(),
  madeAt,
  isVerified,
});
const keptOf = (backups: readonly StoredBackup[]): readonly string[] => {
  const deleted = new Set(namesToDelete(backups));
  return backups.filter(({ name }) => !deleted.has(name)).map(({ name }) => name.slice(0, 10));
};

test('of daily backups of two years, the newest of 7 days, 5 weeks and 12 months are kept', () => {
  const daily = Array.from({ length: 730 }, (_none, days) => backupAt(now - days * dayMs));
  const days = ['2026-06-30', '2026-06-29', '2026-06-28', '2026-06-27', '2026-06-26', '2026-06-25', '2026-06-24'];
  const weeks = ['2026-06-21', '2026-06-14', '2026-06-07'];
  const months = ['2026-05-31', '2026-04-30', '2026-03-31', '2026-02-28', '2026-01-31'];
  const earlier = ['2025-12-31', '2025-11-30', '2025-10-31', '2025-09-30', '2025-08-31', '2025-07-31'];
  expect(keptOf(daily)).toEqual([...days, ...weeks, ...months, ...earlier]);
});

test('the newest verified backup is kept at any age, and the three newest backups of one day are kept', () => {
  const hourly = Array.from({ length: 5 }, (_none, hours) => backupAt(now - hours * 60_000));
  const verified = [backupAt(now - 1_000 * dayMs, true), backupAt(now - 1_001 * dayMs, true)];
  const others = Array.from({ length: 400 }, (_none, days) => backupAt(now - (days + 1) * dayMs));
  const deleted = namesToDelete([...hourly, ...verified, ...others]);
  expect(deleted).not.toContain(verified[0]?.name);
  expect(deleted).toContain(verified[1]?.name);
  expect(hourly.filter(({ name }) => !deleted.includes(name))).toEqual(hourly.slice(0, 3));
});

test('no backup and one backup are kept', () => {
  expect(namesToDelete([])).toEqual([]);
  expect(namesToDelete([backupAt(0)])).toEqual([]);
});
