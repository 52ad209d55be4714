// Rule: files and functions stay short, and the repository contains no large or binary file.
import { readSyntax } from '../syntax.ts';
import { isTest, sourcesOf, type Finding, type Tree } from '../tree.ts';

/** The limits of CONTRIBUTING. */
const maxFileLines = 400;
const maxFunctionLines = 70;
/** At most `maxLongFunctions` functions may have more than `longFunctionLines` lines. */
const maxLongFunctions = 10;
const longFunctionLines = 60;
/** The largest size of a file in bytes. The limit allows a picture of the product, but not a recording or a build. */
const maxBytes = 600_000;
const mayBeBinary = /^(docs|apps\/web\/(public|src\/assets))\/.*\.(png|ico|woff2|jpg)$/;
/** npm writes this file, so the limit does not apply. */
const unlimited = new Set(['package-lock.json']);

/** Checks the number of lines of each file and of each function. The body of a test may be longer than a function, because it lists steps. */
export function checkLengths(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of sourcesOf(tree)) {
    const lines = text.split('\n').length - 1;
    if (lines > maxFileLines)
      findings.push({ file, line: maxFileLines, message: `${lines} lines, at most ${maxFileLines}` });
    if (isTest(file)) continue;
    for (const one of readSyntax(file, text).functions) {
      if (one.lines <= maxFunctionLines) continue;
      findings.push({ file, line: one.line, message: `a function of ${one.lines} lines, at most ${maxFunctionLines}` });
    }
  }
  return findings;
}

/** Checks that only a few functions have more than 60 lines. The other functions must be split by meaning. */
export function checkLongFunctions(tree: Tree): readonly Finding[] {
  const findings = sourcesOf(tree).flatMap(([file, text]) =>
    isTest(file)
      ? []
      : readSyntax(file, text)
          .functions.filter(({ lines }) => lines > longFunctionLines)
          .map(({ line, lines }) => ({ file, line, message: `a function of ${lines} lines` })),
  );
  return findings.length <= maxLongFunctions ? [] : findings;
}

/** Finds Object.assign onto a typed record. The compiler does not check the types of this call, but it checks a new record that is made with spread. */
export function checkAssigns(tree: Tree): readonly Finding[] {
  const message = 'Object.assign onto a record skips the types: make a new record, or set the fields one by one';
  return sourcesOf(tree).flatMap(([file, text]) =>
    isTest(file) ? [] : readSyntax(file, text).assigns.map((line) => ({ file, line, message })),
  );
}

/** Finds large files and binary files. */
export function checkBlobs(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, { bytes, text }] of tree) {
    if (unlimited.has(file)) continue;
    if (bytes > maxBytes) findings.push({ file, line: 1, message: `${bytes} bytes, at most ${maxBytes}` });
    if (text === null && !mayBeBinary.test(file)) findings.push({ file, line: 1, message: 'a binary file' });
  }
  return findings;
}
