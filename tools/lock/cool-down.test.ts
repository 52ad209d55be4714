// Tests of the cool-down of new packages.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
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

test('`npm run lock` has npm ignore versions that are younger than a week', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'rondo-lock-'));
  try {
    // This npm stores its arguments and fails, so the command changes nothing.
    writeFileSync(path.join(folder, 'npm'), `#!/bin/sh\necho "$@" > '${folder}/arguments'\nexit 1\n`, { mode: 0o755 });
    const main = fileURLToPath(new URL('main.ts', import.meta.url));
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH'] ?? ''}` };
    const startAt = Date.now();
    const { status } = spawnSync(process.execPath, ['--import', 'tsx', main], { env, stdio: 'ignore' });
    const given = readFileSync(path.join(folder, 'arguments'), 'utf8');
    const before = Date.parse(/ --before=(\S+)/.exec(given)?.[1] ?? '');
    const weekMs = 7 * 24 * 60 * 60_000;
    expect([status, given]).toEqual([1, expect.stringContaining('install --package-lock-only --ignore-scripts ')]);
    expect(before).toBeGreaterThanOrEqual(startAt - weekMs);
    expect(before).toBeLessThanOrEqual(Date.now() - weekMs);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the settings of the project have no cool-down, so the locked versions can always be installed', () => {
  const settings = readFileSync(new URL('../../.npmrc', import.meta.url), 'utf8');
  expect(settings).toContain('ignore-scripts=true');
  expect(settings).not.toMatch(/^(min-release-age|before)\b/m);
});
