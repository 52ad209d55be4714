// Rule: the five language catalogues contain the same keys, and each message contains the same placeholders.
import ts from 'typescript';
import type { Finding, Tree } from '../tree.ts';

const languages = ['ko', 'en', 'ru', 'zh', 'ja'] as const;
type Language = (typeof languages)[number];

/** The messages by key. A key is the path of the message in the catalogue, joined by dots. */
type Catalogue = ReadonlyMap<string, string>;

/** The language with which the other languages are compared. */
const reference: Language = 'en';
const folder = 'apps/web/src/i18n/';

/** Reads the catalogues. A language is one file (`en.ts`, `en.json`) or one folder (`en/bots.ts`). */
function readCatalogues(tree: Tree): ReadonlyMap<Language, Catalogue> {
  const all = new Map<Language, Map<string, string>>(languages.map((language) => [language, new Map()]));
  for (const [file, { text }] of tree) {
    const match = /^(ko|en|ru|zh|ja)(?:[/.-]([\w/-]+))?\.(?:ts|json)$/.exec(
      file.startsWith(folder) ? file.slice(folder.length) : '',
    );
    if (match === null || text === null || file.includes('.test.')) continue;
    // The type assertion is safe, because the pattern matches only these five languages.
    const catalogue = all.get(match[1] as Language);
    for (const [key, message] of readMessages(file, text))
      catalogue?.set(match[2] === undefined ? key : `${match[2]}.${key}`, message);
  }
  return all;
}

/** Compares every language with the reference. */
export function checkLanguages(tree: Tree): readonly Finding[] {
  const all = readCatalogues(tree);
  const base = all.get(reference) ?? new Map<string, string>();
  const findings: Finding[] = [];
  if (base.size === 0) findings.push({ file: folder, line: 1, message: `there are no messages in ${reference}` });
  for (const [language, catalogue] of all) {
    const complain = (message: string): void => {
      findings.push({ file: `${folder}${language}`, line: 1, message });
    };
    for (const [key, message] of base) {
      const other = catalogue.get(key);
      if (other === undefined) complain(`the key ${key} is missing`);
      else if (other.trim() === '') complain(`the message of ${key} is empty`);
      else if (placeholders(other) !== placeholders(message))
        complain(`${key} has other placeholders than ${reference}`);
    }
    for (const key of catalogue.keys()) if (!base.has(key)) complain(`the key ${key} is not in ${reference}`);
  }
  return findings;
}

function placeholders(message: string): string {
  return [...new Set(message.match(/\{\w+/g) ?? [])].sort().join(' ');
}

/** Returns the texts in the object literals of a file. JSON is parsed as an expression. */
function readMessages(file: string, text: string): ReadonlyMap<string, string> {
  const isJson = file.endsWith('.json');
  const source = ts.createSourceFile('catalogue.ts', isJson ? `(${text})` : text, ts.ScriptTarget.ES2023, true);
  const messages = new Map<string, string>();
  const visit = (node: ts.Node, path: string): void => {
    if (ts.isPropertyAssignment(node)) {
      const name =
        ts.isIdentifier(node.name) || ts.isStringLiteral(node.name) ? node.name.text : node.name.getText(source);
      const key = path === '' ? name : `${path}.${name}`;
      if (isFormByNumber(node, name)) return;
      if (ts.isStringLiteralLike(node.initializer)) messages.set(key, node.initializer.text);
      else visit(node.initializer, key);
    } else ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(source, '');
  return messages;
}

/** Languages have different plural forms. Every language has the form `other`, so only this form is compared. */
function isFormByNumber(node: ts.PropertyAssignment, name: string): boolean {
  if (!['zero', 'one', 'two', 'few', 'many'].includes(name) || !ts.isObjectLiteralExpression(node.parent)) return false;
  return node.parent.properties.some(
    (one) => one.name !== undefined && ts.isIdentifier(one.name) && one.name.text === 'other',
  );
}
