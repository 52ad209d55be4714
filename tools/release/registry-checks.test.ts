// Tests the questions to the registry before a release, with a program in the place of npm.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { judgeSignatures } from './signatures.ts';

const good = { name: 'good', version: '1.0.0' };

test.each([
  [{ invalid: [], missing: [] }, 0, { kind: 'valid' }],
  [
    { invalid: [good], missing: [] },
    1,
    { kind: 'refused', packages: ['good@1.0.0 has a signature that is not valid'] },
  ],
  [{ invalid: [], missing: [good] }, 1, { kind: 'refused', packages: ['good@1.0.0 has no signature'] }],
  [{ invalid: [], missing: [good] }, 0, { kind: 'refused', packages: ['good@1.0.0 has no signature'] }],
  [{ invalid: [], missing: [] }, 1, { kind: 'unknown', reason: 'npm has ended with the code 1' }],
  [{ other: 1 }, 0, { kind: 'unknown', reason: 'npm has printed no result about the signatures' }],
  [
    { error: { code: null, summary: 'found no dependencies to audit that were installed from a supported registry' } },
    1,
    { kind: 'unknown', reason: 'the registry publishes no signatures' },
  ],
  [
    { error: { code: 'ENOTFOUND', summary: 'request failed' } },
    1,
    { kind: 'unknown', reason: 'the registry, or the keys of its signatures, cannot be reached (ENOTFOUND)' },
  ],
])('the output %j of npm with the code %i is judged', (output, status, finding) => {
  expect(judgeSignatures(JSON.stringify(output), status)).toEqual(finding);
});

test('an output that is no JSON is not valid', () => {
  expect(judgeSignatures('npm error', 0).kind).toBe('unknown');
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rondo-registry-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dayMs = 24 * 60 * 60_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString();
const locked = (versions: Readonly<Record<string, string>>): object => ({
  packages: Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version }]),
  ),
});

/** Makes a project whose lock file has other versions since two days. */
function makeProject(before: object, after: object): string {
  const project = path.join(folder, 'project');
  mkdirSync(path.join(project, 'tools'), { recursive: true });
  const git = (args: readonly string[], date = daysAgo(0)): void => {
    const identity = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b.c',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b.c',
    };
    const env = { ...process.env, ...identity, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    execFileSync('git', args, { cwd: project, env, stdio: 'ignore' });
  };
  git(['init', '--quiet']);
  for (const [lock, days] of [
    [before, 30],
    [after, 2],
  ] as const) {
    writeFileSync(path.join(project, 'package-lock.json'), JSON.stringify(lock));
    git(['add', '.']);
    git(['commit', '--quiet', '--allow-empty', '--message', 'lock'], daysAgo(days));
  }
  return project;
}

interface Responses {
  readonly signatures?: object;
  /** The times of each package that the registry knows. */
  readonly times?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Checks the last commit of a project as a release does. npm is a program with the given responses. */
function check(project: string, { signatures = { invalid: [], missing: [] }, times = {} }: Responses) {
  const [programs, asked] = [path.join(folder, 'programs'), path.join(folder, 'asked')];
  mkdirSync(programs);
  const cases = Object.entries(times).map(([name, of]) => `"view ${name} time --json") echo '${JSON.stringify(of)}';;`);
  const script = [
    '#!/bin/sh',
    `echo "$*" >> '${asked}'`,
    'case "$*" in',
    `"audit signatures --omit=dev --json") echo '${JSON.stringify(signatures)}';;`,
    ...cases,
    `*) echo '{"error":{"code":"E404"}}'; exit 1;;`,
    'esac',
  ];
  writeFileSync(path.join(programs, 'npm'), `${script.join('\n')}\n`, { mode: 0o755 });
  const question = { root: project, source: project, days: 7, now: Date.now() };
  const file = fileURLToPath(new URL('registry-checks.ts', import.meta.url));
  const program = `import { execFileSync } from 'node:child_process';
    import { checkRegistry } from '${file}';
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: '${project}', encoding: 'utf8' }).trim();
    try { console.log(checkRegistry({ ...${JSON.stringify(question)}, commit }).join('\\n')); }
    catch (error) { console.log(error.message); process.exit(1); }`;
  const env = { ...process.env, PATH: `${programs}:${process.env['PATH'] ?? ''}` };
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const { stdout, status } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { text: stdout, status, asked: readFileSync(asked, 'utf8').trim().split('\n').slice(1) };
}

test('only versions that are new in the lock file are asked about, and old ones pass', () => {
  const project = makeProject(locked({ kept: '1.0.0', changed: '1.0.0' }), locked({ kept: '1.0.0', changed: '1.1.0' }));
  const { text, status, asked } = check(project, { times: { changed: { '1.1.0': daysAgo(8) } } });
  expect([status, asked]).toEqual([0, ['view changed time --json']]);
  expect(text).toContain('the signatures are valid');
  expect(text).toContain('1 versions are new in the lock file');
});

test.each([
  ['a young version', { changed: { '1.1.0': daysAgo(3) } }, 'changed@1.1.0 was published at '],
  [
    'a version that the registry does not have',
    { changed: { '1.0.0': daysAgo(30) } },
    'when changed@1.1.0 was published',
  ],
  ['a package that the registry does not have', {}, 'when changed@1.1.0 was published'],
])('%s that came into the lock file by hand is refused', (_case, times, words) => {
  const project = makeProject(locked({ changed: '1.0.0' }), locked({ changed: '1.1.0' }));
  const { text, status } = check(project, { times });
  expect([status, text]).toEqual([1, expect.stringContaining('must be public for 7 days')]);
  expect(text).toContain(words);
});

test.each([
  ['that is not valid', { invalid: [good], missing: [] }, 'good@1.0.0 has a signature that is not valid'],
  ['that cannot be checked', { error: { code: 'ENOTFOUND' } }, 'cannot be reached (ENOTFOUND). Try again'],
])('a signature %s ends the release before its build', (_case, signatures, words) => {
  const { text, status } = check(makeProject(locked({}), locked({})), { signatures });
  expect([status, text]).toEqual([1, expect.stringContaining(words)]);
});
