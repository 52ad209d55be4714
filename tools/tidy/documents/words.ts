// Rule: no file contains a mark of unfinished work, or a text about how or where the project was written.
import { lineAt, type Finding, type Tree } from '../tree.ts';

interface Banned {
  readonly pattern: RegExp;
  readonly why: string;
}

// Each pattern is joined from two pieces, so that the rule does not find its own patterns.
const leftOver = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK'].join('|')})\\b`);
const unfinished = new RegExp(
  `\\b(${['used ' + 'to be', 'not yet ' + 'implemented', 'not ' + 'implemented yet'].join('|')})\\b`,
  'i',
);
const machine = new RegExp(`(^|[\\s"'\`(=])(/${'wo' + 'rk'}|/${'ro' + 'ot'}|/${'ho' + 'me'}/\\w+)/`, 'm');
const registry = new RegExp(['registry\\.' + 'npm' + 'js', '"resolved": "' + 'http'].join('|'));
const author = new RegExp(
  `\\b(${['cla' + 'ude', 'anth' + 'ropic', 'cop' + 'ilot', 'language ' + 'model', 'ai[- ]' + 'generated'].join('|')})\\b`,
  'i',
);

const bans: readonly Banned[] = [
  { pattern: leftOver, why: 'a mark of unfinished work: open an issue or write an ADR' },
  { pattern: unfinished, why: 'a text about the past or the future: describe the present state' },
  { pattern: machine, why: 'a path of one machine' },
  { pattern: registry, why: 'the address of a registry' },
  { pattern: author, why: 'a text about how the project was written' },
];

/** Checks every text file, including the lock file. */
export function checkWords(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, { text }] of tree) {
    if (text === null) continue;
    for (const { pattern, why } of bans) {
      const match = pattern.exec(text);
      if (match !== null)
        findings.push({ file, line: lineAt(text, match.index), message: `"${match[0].trim()}": ${why}` });
    }
  }
  return findings;
}
