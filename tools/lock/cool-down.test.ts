// Tests of the cool-down of new packages.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { newestDate, readDays } from './cool-down.ts';

test('a version gets into the lock file a week after its publication, and earlier only with --days', () => {
  const now = Date.parse('2026-03-10T12:00:00Z');
  expect(newestDate(now, readDays([]))).toBe('2026-03-03T12:00:00.000Z');
  expect(newestDate(now, readDays(['--days', '0']))).toBe('2026-03-10T12:00:00.000Z');
});

test.each([[['--days']], [['--days', '-1']], [['--now', '1']], [['--days', '1', '2']]])(
  'the arguments %j are refused',
  (args) => {
    expect(() => readDays(args)).toThrow('Usage');
  },
);

test('the settings of the project have no cool-down, so the locked versions can always be installed', () => {
  const settings = readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8');
  expect(settings).toContain('ignore-scripts=true');
  expect(settings).not.toMatch(/^(min-release-age|before)\b/m);
});
