// Rule: the table of the specification's rules names tests that exist.
import { lineAt, textOf, type Finding, type Tree } from './tree.ts';

/** The document that maps each rule to its tests. */
export const specificationDocument = 'docs/specification.md';

/** Every row of sections 3 to 9 names a test, and every named test is in its file. */
export function checkSpecification(tree: Tree): readonly Finding[] {
  const text = textOf(tree, specificationDocument);
  const findings: Finding[] = [];
  const sections = new Set<string>();
  for (const row of text.matchAll(/^\| ([3-9]) \| (.*?) \| (.*) \|$/gm)) {
    const [, section = '', rule = '', tests = ''] = row;
    sections.add(section);
    const wrong = wrongTests(tree, tests);
    for (const message of wrong) {
      findings.push({ file: specificationDocument, line: lineAt(text, row.index), message: `${rule}: ${message}` });
    }
  }
  for (const section of ['3', '4', '5', '6', '7', '8', '9']) {
    if (!sections.has(section))
      findings.push({ file: specificationDocument, line: 1, message: `section ${section} has no row` });
  }
  return findings;
}

/** What is wrong with a cell of the form `path` *name*, *name*; `path` *name*. */
function wrongTests(tree: Tree, cell: string): readonly string[] {
  const named = [...cell.matchAll(/`([^`]+)`((?:,? \*[^*]+\*)+)/g)];
  if (named.length === 0) return ['no test is named'];
  return named.flatMap(([, file = '', names = '']) => {
    const source = tree.get(file)?.text ?? null;
    if (source === null) return [`${file} does not exist`];
    return [...names.matchAll(/\*([^*]+)\*/g)]
      .map(([, name = '']) => name)
      .filter((name) => !source.includes(`'${name}'`))
      .map((name) => `${file} has no test “${name}”`);
  });
}
