// Rule: each mutant that is excluded from the mutation test names its kind and a reason, and no line is excluded from coverage.
import { lineAt, sourcesOf, type Finding, type Tree } from '../tree.ts';

/** The minimum length of a reason, in characters. */
const leastReason = 20;
const mutation = /Stryker (?:disable|restore)[^\n]*/g;
const explained = /^Stryker disable next-line [A-Z]\w+: (.+)$/;
const coverage = /\b(?:v8|c8|istanbul) ignore\b/g;

/** Checks the sources of the packages. An exclusion must name one kind of mutant of one line and a reason. Coverage must have no exclusions. */
export function checkExemptions(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of sourcesOf(tree)) {
    if (!/^packages\/[^/]+\/src\//.test(file)) continue;
    for (const match of text.matchAll(mutation)) {
      if ((explained.exec(match[0])?.[1]?.length ?? 0) >= leastReason) continue;
      const message =
        'a mutant is left out as "disable next-line Kind: reason", and the reason says why nothing can notice it';
      findings.push({ file, line: lineAt(text, match.index), message });
    }
    for (const match of text.matchAll(coverage))
      findings.push({
        file,
        line: lineAt(text, match.index),
        message: 'delete a branch that cannot be reached instead of excluding it',
      });
  }
  return findings;
}
