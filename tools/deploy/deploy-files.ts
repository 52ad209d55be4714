// Reads the files of the folder `deploy` for their tests.
import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

/** Returns the text of a file. The path is relative to the root of the project. */
export function readText(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
}

/** Returns the content of a YAML file. */
export function readYaml(file: string): unknown {
  return parse(readText(file), { merge: true });
}

/** Returns the contents of all documents of a YAML file. Throws when a document has an error. */
export function readDocuments(file: string): readonly unknown[] {
  return parseAllDocuments(readText(file)).map((document) => {
    const [error] = 'errors' in document ? document.errors : [];
    if (error !== undefined) throw error;
    return document.toJS();
  });
}

/** Returns the settings of the table in docs/operations.md. */
export function documentedSettings(): ReadonlySet<string> {
  const text = readText('docs/operations.md');
  const table = text.slice(text.indexOf('\n## Settings\n'), text.indexOf('\n## Operators\n'));
  const names = [...table.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z_]+)`/g)]);
  return new Set(names.map(([, name = '']) => name));
}
