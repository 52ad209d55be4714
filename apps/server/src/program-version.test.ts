// Tests which build a program shows: of a release, of a clone in each state of its files, and of a folder without both.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIdOf } from './program-version.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rondo-build-'));
const clone = path.join(folder, 'clone');
let commit: string;

function git(...args: readonly string[]): string {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@rondo.test', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', ['-C', clone, ...author, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

beforeAll(() => {
  mkdirSync(clone);
  git('init', '--initial-branch', 'main');
  git('commit', '--allow-empty', '--message', 'one');
  commit = git('rev-parse', 'HEAD').trim().slice(0, 8);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a clone shows the beginning of the commit that is checked out', () => {
  expect(commit).toMatch(/^[0-9a-f]{8}$/);
  expect(buildIdOf(clone)).toBe(commit);
});

test('a worktree shows its own commit', () => {
  const worktree = path.join(folder, 'worktree');
  git('worktree', 'add', '-b', 'fix/one', worktree);
  expect(buildIdOf(worktree)).toBe(commit);
});

test('a clone whose branches are in one file shows its commit, and a branch with a longer name is another branch', () => {
  git('branch', 'other/main', git('commit-tree', '-m', 'two', 'HEAD^{tree}').trim());
  git('pack-refs', '--all');
  expect(buildIdOf(clone)).toBe(commit);
});

test('a clone without a branch shows its commit', () => {
  git('checkout', '--detach');
  expect(buildIdOf(clone)).toBe(commit);
});

test('a release shows the commit of its package file', () => {
  const release = path.join(folder, 'release');
  mkdirSync(release);
  writeFileSync(path.join(release, 'package.json'), JSON.stringify({ name: 'rondo', commit: '0123456789'.repeat(4) }));
  expect(buildIdOf(release)).toBe('01234567');
});

test.each([
  ['has no package file and no files of Git', {}],
  ['has a package file without a commit', { 'package.json': '{"name":"rondo"}' }],
  ['has another text than a commit', { 'package.json': '{"commit":"newest"}' }],
  ['has a link to a missing folder of Git', { '.git': 'gitdir: /nowhere\n' }],
])('a folder that %s has no build', (name, files) => {
  const place = path.join(folder, name);
  mkdirSync(place);
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(place, file), text);
  expect(buildIdOf(place)).toBe(null);
});
