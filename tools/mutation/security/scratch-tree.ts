// A copy of the project in a folder of its own, in which rules are broken one at a time.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrokenRule } from './broken-rule.ts';

/** A copy of the project. */
export interface ScratchTree {
  readonly folder: string;
  /** Breaks the rule, runs the call, and restores the file. */
  withBroken<Result>(rule: BrokenRule, run: () => Promise<Result>): Promise<Result>;
  remove(): void;
}

/** Copies the files that git knows or would add. The packages of other authors are links to the packages of the project. */
export function makeScratchTree(root: string): ScratchTree {
  const folder = mkdtempSync(path.join(tmpdir(), 'rondo-rules-'));
  // PostgreSQL runs as a user of its own when root runs the tests.
  chmodSync(folder, 0o755);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\0')) {
    if (file === '' || !existsSync(path.join(root, file))) continue;
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    cpSync(path.join(root, file), path.join(folder, file));
  }
  linkPackages(root, folder);
  return {
    folder,
    async withBroken({ file, source, broken }, run) {
      const place = path.join(folder, file);
      const text = readFileSync(place, 'utf8');
      writeFileSync(place, breakText(text, { source, broken }));
      try {
        return await run();
      } finally {
        writeFileSync(place, text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns the text with the rule broken. Throws when the source text does not occur exactly once. */
export function breakText(text: string, { source, broken }: Pick<BrokenRule, 'source' | 'broken'>): string {
  const parts = text.split(source);
  if (parts.length !== 2) throw new Error(`The text occurs ${parts.length - 1} times: ${source}`);
  return parts.join(broken);
}

/** Entries of `node_modules` that belong to the copy alone: our own packages, which must lead to the sources of the copy, and caches. */
const ownEntries = new Set(['@rondo', '.vite', '.vitest', '.experimental-vitest-cache']);

/** Our own packages are links inside `node_modules/@rondo`. */
function linkPackages(root: string, folder: string): void {
  const packages = path.join(root, 'node_modules');
  const target = path.join(folder, 'node_modules');
  mkdirSync(target);
  cpSync(path.join(packages, '@rondo'), path.join(target, '@rondo'), { recursive: true, verbatimSymlinks: true });
  for (const name of readdirSync(packages)) {
    if (!ownEntries.has(name)) symlinkSync(path.join(packages, name), path.join(target, name));
  }
  for (const parent of ['apps', 'packages']) {
    for (const name of readdirSync(path.join(root, parent))) {
      const inner = path.join(root, parent, name, 'node_modules');
      if (existsSync(inner)) symlinkSync(inner, path.join(folder, parent, name, 'node_modules'));
    }
  }
}
