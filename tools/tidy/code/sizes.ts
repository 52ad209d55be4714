// Rule: files and functions stay short, and the repository contains no large or binary file.
import { readSyntax } from '../syntax.ts';
import { isTest, sourcesOf, type Finding, type Tree } from '../tree.ts';

/** CONTRIBUTING.md states these limits. */
const maxFileLines = 400;
const maxFunctionLines = 70;
/** At most `maxLongFunctions` functions may have more than `longFunctionLines` lines. */
const maxLongFunctions = 10;
const longFunctionLines = 60;
/** The largest size of a file in bytes. A picture of the product is smaller. A recording or a build is usually larger. */
const maxBytes = 600_000;
const mayBeBinary =
  /^(docs|apps\/web\/(public|src\/(assets|features\/guide\/pictures)))\/.*\.(png|ico|woff2|jpg|webp)$/;
/** The how-to film. It is in the repository, because the product plays it without a foreign server (decision 53). `apps/web/tests/film.test.ts` limits its size. */
const film = 'apps/web/public/film/rondo.mp4';
/** Files without this limit: npm writes the first. */
const unlimited = new Set(['package-lock.json', film]);

/** Checks the number of lines of each file and of each function. The limit of functions does not apply to the body of a test. */
export function checkLengths(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, text] of sourcesOf(tree)) {
    const lines = text.split('\n').length - 1;
    if (lines > maxFileLines)
      findings.push({
        file,
        line: maxFileLines,
        message: `the file has ${lines} lines, and at most ${maxFileLines} are allowed`,
      });
    if (isTest(file)) continue;
    for (const one of readSyntax(file, text).functions) {
      if (one.lines <= maxFunctionLines) continue;
      findings.push({
        file,
        line: one.line,
        message: `the function has ${one.lines} lines, and at most ${maxFunctionLines} are allowed`,
      });
    }
  }
  return findings;
}

/** Reports all functions with more than 60 lines when there are more than ten such functions. */
export function checkLongFunctions(tree: Tree): readonly Finding[] {
  const findings = sourcesOf(tree).flatMap(([file, text]) =>
    isTest(file)
      ? []
      : readSyntax(file, text)
          .functions.filter(({ lines }) => lines > longFunctionLines)
          .map(({ line, lines }) => ({ file, line, message: `the function has ${lines} lines` })),
  );
  return findings.length <= maxLongFunctions ? [] : findings;
}

/** Finds calls of Object.assign that change a typed record, because the compiler does not check the types of these calls. */
export function checkAssigns(tree: Tree): readonly Finding[] {
  const message = 'the compiler does not check the types of this Object.assign: create a new record, or set each field';
  return sourcesOf(tree).flatMap(([file, text]) =>
    isTest(file) ? [] : readSyntax(file, text).assigns.map((line) => ({ file, line, message })),
  );
}

/** Finds large files and binary files. */
export function checkBlobs(tree: Tree): readonly Finding[] {
  const findings: Finding[] = [];
  for (const [file, { bytes, text }] of tree) {
    if (unlimited.has(file)) continue;
    if (bytes > maxBytes)
      findings.push({ file, line: 1, message: `the file has ${bytes} bytes, and at most ${maxBytes} are allowed` });
    if (text === null && !mayBeBinary.test(file)) findings.push({ file, line: 1, message: 'the file is binary' });
  }
  return findings;
}
