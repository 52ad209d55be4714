// Rule: file names and exported names contain no word of the list below, because these words have no clear meaning.
import { readSyntax } from '../syntax.ts';
import { isTest, sourcesOf, type Finding, type Tree } from '../tree.ts';

/** Each banned word with the hint that the finding shows. */
const banned: ReadonlyMap<string, string> = new Map([
  ['manager', 'name what it does'],
  ['helper', 'name what it does'],
  ['helpers', 'name what it does'],
  ['util', 'name what it does'],
  ['utils', 'name what it does'],
  ['handler', 'name the event'],
  ['handlers', 'name the event'],
  ['data', 'name the noun'],
  ['info', 'name the noun'],
  ['misc', 'name the noun'],
  ['symbol', 'say instrument'],
  ['sync', 'say reconcile'],
]);

/** The packages whose names follow a wire format. */
const wirePackages = /^packages\/(protocol|contract)\//;

/** Checks file names and exported names, word by word. */
export function checkNames(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of sourcesOf(tree)) {
    const base = file.slice(file.lastIndexOf('/') + 1).replace(/\.(test|property\.test|config)?\.?tsx?$/, '');
    if (!/^_?[a-z0-9]+([-.][a-z0-9]+)*$/.test(base))
      findings.push({ file, line: 1, message: 'the name of the file is not kebab-case' });
    findings.push(...judge(base, file, 1));
    if (wirePackages.test(file) || isTest(file)) continue;
    for (const { name, line } of readSyntax(file, text).exports) findings.push(...judge(name, file, line));
  }
  return findings;
}

/** Rule: the first line of every source describes the purpose of the file. A `.test` file does not need this line. */
export function checkFirstLines(tree: Tree): readonly Finding[] {
  return sourcesOf(tree)
    .filter(([file, text]) => !/\.test\.tsx?$/.test(file) && !/^(\/\/ \S|\/\*)/.test(text))
    .map(([file]) => ({ file, line: 1, message: 'the first line is not a comment about the purpose of the file' }));
}

function judge(name: string, file: string, line: number): readonly Finding[] {
  // "Process" is allowed as a noun for a process of the operating system. As a verb it has no clear meaning.
  if (/^process[A-Z]/.test(name)) return [{ file, line, message: `"process" in ${name}: use a verb for the action` }];
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.flatMap((word) => {
    const instead = banned.get(word);
    return instead === undefined ? [] : [{ file, line, message: `"${word}" in ${name}: ${instead}` }];
  });
}
