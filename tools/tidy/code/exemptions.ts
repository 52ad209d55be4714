// Rule: a comment that excludes a mutant from the mutation test contains the kind of the mutant and a reason. No line is excluded from coverage.
import { lineAt, sourcesOf, type Finding, type Tree } from '../tree.ts';

/** The minimum length of a reason, in characters. */
const leastReason = 20;
const mutation = /Stryker (?:disable|restore)[^\n]*/g;
const explained = /^Stryker disable next-line [A-Z]\w+: (.+)$/;
const coverage = /\b(?:v8|c8|istanbul) ignore\b/g;

/** Checks the sources of the packages. An exclusion must be for one kind of mutant and one line, and must contain a reason. */
export function checkExemptions(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of sourcesOf(tree)) {
    if (!/^packages\/[^/]+\/src\//.test(file)) continue;
    for (const match of text.matchAll(mutation)) {
      if ((explained.exec(match[0])?.[1]?.length ?? 0) >= leastReason) continue;
      const message =
        'the comment does not have the form "disable next-line Kind: reason", where the reason says why no test can detect the mutant';
      findings.push({ file, line: lineAt(text, match.index), message });
    }
    for (const match of text.matchAll(coverage))
      findings.push({
        file,
        line: lineAt(text, match.index),
        message: 'a branch is excluded from coverage: delete the branch when the program cannot reach it, or test it',
      });
  }
  return findings;
}
