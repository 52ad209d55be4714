// Tests the rules on names, exports, folders and functions with files that contain violations on purpose.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { virtualTree, type Finding } from '../tree.ts';
import { checkDocstrings, checkIndexes } from './exports.ts';
import { checkFolders } from './folders.ts';
import { checkGlossary } from './glossary.ts';
import { checkAssigns, checkLongFunctions } from './sizes.ts';
import { checkVocabulary } from './vocabulary.ts';

const file = 'packages/engine/src/a.ts';
const messages = (findings: readonly Finding[]): readonly string[] => findings.map(({ message }) => message);

test.each([
  ['a variable', 'const wishId = 1;'],
  ['a parameter', 'function f(letter: string) { return letter; }'],
  ['a type', 'interface Track { readonly id: string }'],
  ['a member', 'interface Order { readonly toldLots: number }'],
  ['a function', 'function inParallel() {}'],
  ['a binding', 'const { desk } = world;'],
])('the vocabulary rule finds a replaced word in the name of %s', (_kind, text) => {
  expect(checkVocabulary(virtualTree({ [file]: text }))).toHaveLength(1);
});

test('the vocabulary rule finds a replaced word in the name of a source or a test, and accepts a longer word that contains the replaced word', () => {
  expect(checkVocabulary(virtualTree({ 'packages/engine/src/courier.ts': '' }))).toHaveLength(1);
  expect(checkVocabulary(virtualTree({ 'packages/engine/src/courier.test.ts': '' }))).toHaveLength(1);
  const clean = 'const trackingId = 1; const beforehand = 2; const handler = 3; const isWithinBand = 4;';
  expect(checkVocabulary(virtualTree({ [file]: clean }))).toEqual([]);
});

test('the docstring rule finds an export of a package that has no docstring', () => {
  const text =
    '/** Returns one. */\nexport const one = 1;\nexport const two = 2;\nexport interface Three {}\nconst four = 4;';
  expect(messages(checkDocstrings(virtualTree({ [file]: text })))).toEqual([
    'two has no docstring',
    'Three has no docstring',
  ]);
  expect(checkDocstrings(virtualTree({ 'apps/web/src/a.ts': text }))).toEqual([]);
});

test('the index rule finds an export of a package index that no file outside the package imports', () => {
  const files = {
    'packages/engine/src/index.ts': `export { used, unused } from './a.ts';\nexport * from './b.ts';`,
    'packages/engine/src/b.ts': 'export const alone = 1;\nexport const taken = 2;',
    'packages/engine/src/c.ts': `import { unused } from '@rondo/engine';`,
    'apps/server/src/a.ts': `import { used, type taken } from '@rondo/engine';`,
  };
  expect(messages(checkIndexes(virtualTree(files)))).toEqual([
    'nothing outside the package uses unused',
    'nothing outside the package uses alone',
  ]);
});

test('the folder rule finds a folder with more than 20 files', () => {
  const files = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`packages/engine/src/${index}.ts`, '']));
  expect(checkFolders(virtualTree(files(20)))).toEqual([]);
  expect(checkFolders(virtualTree(files(21)))).toHaveLength(1);
});

test('the rule on Object.assign finds a call that changes a record, and accepts a call that changes a new object', () => {
  const found = (text: string): number => checkAssigns(virtualTree({ [file]: text })).length;
  expect(found('Object.assign(order, { state });')).toBe(1);
  expect(found('Object.assign(memory.order, { state });')).toBe(1);
  expect(found('export const copy = Object.assign({}, order);')).toBe(0);
});

test('the rule on long functions accepts ten functions of more than 60 lines, and reports all eleven when there are eleven', () => {
  const long = `export function f() {\n${'  call();\n'.repeat(60)}}\n`;
  const files = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`packages/engine/src/${index}.ts`, long]));
  expect(checkLongFunctions(virtualTree(files(10)))).toEqual([]);
  expect(checkLongFunctions(virtualTree(files(11)))).toHaveLength(11);
});

test('the glossary rule finds a word of an exported type that has no row in the glossary', () => {
  const glossary = '| Word | Meaning |\n|---|---|\n| order book | x |\n| fill | x |\n';
  const found = (text: string): number =>
    checkGlossary(virtualTree({ 'docs/glossary.md': glossary, [file]: text })).length;
  expect(found('export interface OrderBookFill {}')).toBe(0);
  expect(found('export interface FillsResponse {}')).toBe(0);
  expect(found('export interface OrderGizmo {}')).toBe(1);
  expect(found('interface OrderGizmo {}')).toBe(0);
});

test.each(['Mutex', 'Prng', 'Leg', 'AccountLevel', 'Grid', 'OrdType', 'FolderLock', 'FundingRate', 'TouchSeek'])(
  'the glossary rule finds the type %s when the glossary has no row for its words',
  (name) => {
    const tree = virtualTree({ 'docs/glossary.md': '| Word |\n|---|\n', [file]: `export interface ${name} {}` });
    expect(messages(checkGlossary(tree))).not.toEqual([]);
  },
);

test.each(['Absences', 'Answer', 'Desk', 'Parts', 'Quanta', 'Told', 'Track'])(
  'the glossary rule does not accept the replaced word %s without a row',
  (name) => {
    const tree = virtualTree({ 'docs/glossary.md': '| Word |\n|---|\n', [file]: `export interface ${name} {}` });
    expect(messages(checkGlossary(tree))).toHaveLength(1);
  },
);

test('docs/glossary.md has a row for the word leg, and the glossary rule finds the word when this row is removed', () => {
  const glossary = readFileSync('docs/glossary.md', 'utf8');
  const found = (markdown: string): number =>
    checkGlossary(virtualTree({ 'docs/glossary.md': markdown, [file]: 'export interface Leg {}' })).length;
  expect([found(glossary), found(glossary.replace(/^\| leg \|.*\n/m, ''))]).toEqual([0, 1]);
});
