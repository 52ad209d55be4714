// Asks the registry about the locked packages before a release: whether the signatures of the production packages are valid, and whether changed versions are old enough.
import { spawnSync } from 'node:child_process';
import { newestDate } from '../lock/cool-down.ts';
import { parseLock, type LockedPackages } from '../lock/lock-file.ts';
import { changedVersions, findYoung, type PublicationTimes } from '../lock/young-versions.ts';
import { judgeSignatures } from './signatures.ts';

export interface RegistryQuestion {
  /** The Git folder of the project, and the commit of the release. */
  readonly root: string;
  readonly commit: string;
  /** A folder with the installed packages of this commit. */
  readonly source: string;
  /** The cool-down in days. */
  readonly days: number;
  /** The time in epoch ms. */
  readonly now: number;
}

/** Returns what was checked, as sentences. Throws with a sentence when a check has failed or cannot be made. */
export function checkRegistry(question: RegistryQuestion): readonly string[] {
  return [checkSignatures(question.source), checkAges(question)];
}

function checkSignatures(source: string): string {
  const { stdout, status } = runNpm(['audit', 'signatures', '--omit=dev', '--json'], source);
  const finding = judgeSignatures(stdout, status);
  switch (finding.kind) {
    case 'valid':
      return 'The registry has signed every production package, and the signatures are valid.';
    case 'refused':
      throw new Error(
        `No release is built, because of the signatures of the registry: ${finding.packages.join('; ')}.`,
      );
    case 'unknown':
      throw new Error(
        `The signatures of the packages are not checked: ${finding.reason}. Try again with a connection to the registry, or type --offline to build without the checks of the registry.`,
      );
  }
}

/** Compares the lock file of the commit with the one that is older than the cool-down. */
function checkAges({ root, commit, days, now }: RegistryQuestion): string {
  const newest = newestDate(now, days);
  const before = git(root, ['rev-list', '-1', `--before=${newest}`, commit]).trim();
  const known = before === '' ? {} : lockOf(root, before);
  const changed = changedVersions(known, lockOf(root, commit));
  const found = new Map<string, PublicationTimes>();
  const timesOf = (name: string): PublicationTimes => {
    const times = found.get(name) ?? readTimes(name, root);
    found.set(name, times);
    return times;
  };
  const young = findYoung(changed, timesOf, Date.parse(newest));
  if (young.length > 0)
    throw new Error(
      `No release is built, because versions of the lock file must be public for ${days} days: ${young.join('; ')}. Type --days 0 for an urgent security update.`,
    );
  return `${changed.length} versions are new in the lock file since ${newest}, and each was published before.`;
}

/** Returns the times of a package. A package that the registry does not know has none. */
function readTimes(name: string, cwd: string): PublicationTimes {
  const { stdout, status } = runNpm(['view', name, 'time', '--json'], cwd);
  if (status === 0) return JSON.parse(stdout) as PublicationTimes;
  if (stdout.includes('"E404"')) return {};
  throw new Error(
    `The age of ${name} is not checked: the registry cannot be reached. Try again with a connection to the registry, or type --offline to build without the checks of the registry.`,
  );
}

function lockOf(root: string, commit: string): LockedPackages {
  return parseLock(git(root, ['show', `${commit}:package-lock.json`]));
}

function git(cwd: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 });
  if (status !== 0) throw new Error(`"git ${args.join(' ')}" has failed: ${stderr}`);
  return stdout;
}

function runNpm(args: readonly string[], cwd: string): { readonly stdout: string; readonly status: number | null } {
  return spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1_024 * 1_024,
  });
}
