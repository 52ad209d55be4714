// Tests that each rule of tidy finds a violation that the test contains on purpose, and accepts clean code.
import { expect, test } from 'vitest';
import { checkDocuments, checkReasons, dependencyDocument } from './documents/documents.ts';
import { checkEffects, checkWorld } from './code/effects.ts';
import { checkExemptions } from './code/exemptions.ts';
import { checkFloorPlan, findCycle, readFloorPlan } from './project/floor-plan.ts';
import { checkImports } from './code/imports.ts';
import { checkLanguages } from './documents/languages.ts';
import { checkMigrations } from './project/migrations.ts';
import { checkFirstLines, checkNames } from './code/names.ts';
import { checkSql } from './code/sql.ts';
import { checkTradingKeys } from './code/trading-keys.ts';
import { checkBlobs, checkLengths } from './code/sizes.ts';
import { checkTraceability, traceabilityDocument } from './documents/traceability.ts';
import { virtualTree, type Finding } from './tree.ts';
import { checkWords } from './documents/words.ts';

const table = `
| Package | May import | Clock | Chance | Network | Database | Env |
|---|---|---|---|---|---|---|
| \`packages/decimal\` | - | no | no | no | no | no |
| \`packages/strategy\` | decimal | no | no | no | no | no |
| \`packages/engine\` | decimal, strategy | port | port | port | port | no |
| \`packages/store\` | decimal, engine/ports | port | port | no | yes | no |
| \`apps/server\` | all packages but decimal | yes | port | listens | through store | one file |

| File | May | Reason |
|---|---|---|
| \`packages/store/src/child.ts\` | clock, env | it starts a child |
`;
const plan = readFloorPlan(table);
const manifests = {
  'package.json': '{ "devDependencies": { "vitest": "1" }, "scripts": { "check": "x" } }',
  'packages/decimal/package.json': '{}',
  'packages/strategy/package.json': '{ "dependencies": { "@rondo/decimal": "*" } }',
  'packages/engine/package.json': '{ "dependencies": { "@rondo/strategy": "*" } }',
  'packages/store/package.json': '{ "dependencies": { "@rondo/engine": "*", "postgres": "3" } }',
};

function imports(file: string, text: string): readonly string[] {
  return messages(checkImports(virtualTree({ ...manifests, [file]: text }), plan));
}

function effects(file: string, text: string): readonly string[] {
  return messages(checkEffects(virtualTree({ ...manifests, [file]: text }), plan));
}

function messages(findings: readonly Finding[]): readonly string[] {
  return findings.map((one) => one.message);
}

test('a statement whose text contains a value is found, and a text from the definition of a table is accepted', () => {
  const check = (text: string) => messages(checkSql(virtualTree({ 'packages/store/src/a.ts': text })));
  expect(check('await sql.unsafe(`select 1 from users where id = ${id}`);')).toHaveLength(1);
  expect(check('await sql`select ${sql.unsafe(columnList(columns))} from users where id = ${id}`;')).toEqual([]);
});

test('a file that opens trading keys outside the signer is found', () => {
  const check = (file: string, text: string) => messages(checkTradingKeys(virtualTree({ [file]: text })));
  const text = 'const key = openCredentials(ring, sealed);';
  expect(check('apps/cli/src/a.ts', text)).toHaveLength(1);
  expect(check('apps/server/src/a.ts', 'openWrappedKey(key, id, sealed);')).toHaveLength(1);
  expect(check('apps/server/src/trading/a.ts', 'localSigner(key)')).toHaveLength(1);
  expect(check('apps/server/src/signer/signer-core.ts', text)).toEqual([]);
});

test.each([
  ['a package import', `import { step } from '@rondo/strategy';`],
  ['a type-only import', `import type { Step } from '@rondo/strategy';`],
  ['an inline type import', `export type Step = import('@rondo/strategy').Step;`],
  ['a dynamic import', `export const later = () => import('@rondo/strategy');`],
  ['a re-export', `export { step } from '@rondo/strategy';`],
  ['a deep import', `import { step } from '@rondo/strategy/src/step.ts';`],
  ['a relative import that leaves the package', `import { step } from '../../strategy/src/step.ts';`],
  ['an undeclared dependency', `import fastify from 'fastify';`],
])('the floor plan refuses %s in decimal', (_name, text) => {
  expect(imports('packages/decimal/src/a.ts', text)).toHaveLength(1);
});

test('the floor plan allows store to import engine only through its ports', () => {
  expect(imports('packages/store/src/a.ts', `import type { Journal } from '@rondo/engine/ports';`)).toEqual([]);
  expect(imports('packages/store/src/a.ts', `import { restore } from '@rondo/engine';`)).toHaveLength(1);
});

test('the import rule finds an import that the row allows and package.json does not declare', () => {
  expect(imports('packages/engine/src/a.ts', `import { x } from '@rondo/decimal';`)).toHaveLength(1);
  expect(imports('packages/engine/src/a.ts', `import { x } from '@rondo/strategy';`)).toEqual([]);
});

test('the import rule finds a declared dependency that the row does not allow, even when no file imports the dependency', () => {
  const tree = virtualTree({
    ...manifests,
    'packages/decimal/package.json': '{ "dependencies": { "@rondo/store": "*" } }',
  });
  expect(messages(checkImports(tree, plan))).toEqual(['@rondo/store is not in the row of packages/decimal']);
});

test('the import rule accepts an import that the row does not allow when the import is in a test', () => {
  expect(imports('packages/decimal/src/a.test.ts', `import { step } from '@rondo/strategy'; import 'vitest';`)).toEqual(
    [],
  );
});

test('a row of the floor plan that says "all packages but one" allows all other packages', () => {
  const row = plan.rows.get('apps/server');
  expect([...(row?.imports ?? [])]).toEqual(['strategy', 'engine', 'store']);
});

test('findCycle finds a cycle of imports in the floor plan', () => {
  const looped = table.replace('| `packages/decimal` | - |', '| `packages/decimal` | engine |');
  expect(findCycle(readFloorPlan(looped))).toEqual(['packages/decimal', 'packages/engine', 'packages/decimal']);
  expect(findCycle(plan)).toEqual([]);
});

test('the floor plan rule finds a package without a row, a row without a package, and an exception for a missing file', () => {
  const files = { ...manifests, 'apps/server/package.json': '{}', 'packages/store/src/child.ts': '' };
  const found = (changes: Record<string, string>): number =>
    checkFloorPlan(virtualTree({ ...files, 'ARCHITECTURE.md': table, ...changes })).length;
  expect(found({})).toBe(0);
  expect(found({ 'packages/extra/package.json': '{}' })).toBe(1);
  expect(found({ 'ARCHITECTURE.md': `${table}| \`packages/gone\` | - | no | no | no | no | no |\n` })).toBe(1);
  expect(found({ 'ARCHITECTURE.md': table.replaceAll('child.ts', 'lost.ts') })).toBe(1);
});

test('readFloorPlan throws when the document does not contain the table', () => {
  expect(() => readFloorPlan('# Architecture')).toThrow('contains no floor plan');
});

test.each([
  ['the time of day', 'export const now = () => Date.now();'],
  ['a date object', 'export const now = new Date();'],
  ['a clock in a default value', 'export const f = (clock = 1, read = () => performance.now()) => read() + clock;'],
  ['a timer', 'setTimeout(() => 1, 5);'],
  ['a timer through globalThis', 'globalThis.setTimeout(() => 1, 5);'],
  ['a timer module', `import { setTimeout as wait } from 'node:timers/promises'; export { wait };`],
  ['chance', 'export const luck = Math.random();'],
  ['chance through a quoted key', `export const luck = Math['random']();`],
  ['chance through the whole object', 'export const { random } = Math;'],
  ['a random number from secret bytes', `import { randomUUID } from 'node:crypto'; export const id = randomUUID();`],
  ['the network', `export const get = () => fetch('x');`],
  ['a socket module', `import net from 'node:net'; export { net };`],
  ['a database driver', `import postgres from 'postgres'; export { postgres };`],
  ['the environment', 'export const home = process.env.HOME;'],
  ['the environment through an import', `import { env } from 'node:process'; export const home = env.HOME;`],
  ['the environment through a quoted key', `export const home = process['env'];`],
])('the effect rule finds %s in engine', (_name, text) => {
  expect(effects('packages/engine/src/a.ts', text).length).toBeGreaterThan(0);
});

test('the effect rule accepts ports, types and property names', () => {
  const text =
    'export interface Clock { readonly Date: Date }\nexport const f = (clock: { now(): number }) => clock.now();';
  expect(effects('packages/engine/src/a.ts', text)).toEqual([]);
});

test('an exception in ARCHITECTURE.md allows only the effects that it lists', () => {
  const file = 'packages/store/src/child.ts';
  expect(effects(file, 'export const a = [Date.now(), process.env];')).toEqual([]);
  expect(effects(file, 'export const luck = Math.random();')).toHaveLength(1);
});

test('only env.ts of the server reads the environment, and only main.ts reads env.ts', () => {
  const read = 'export const port = process.env.PORT;';
  expect(effects('apps/server/src/env.ts', read)).toEqual([]);
  expect(effects('apps/server/src/app.ts', read)).toHaveLength(1);
  const using = `import { settings } from './env.ts'; export { settings };`;
  expect(checkWorld(virtualTree({ 'apps/server/src/main.ts': using }))).toEqual([]);
  expect(checkWorld(virtualTree({ 'apps/server/src/app.ts': using }))).toHaveLength(1);
  expect(checkWorld(virtualTree({ 'apps/server/src/app.ts': using.replace('import', 'import type') }))).toEqual([]);
});

test('the name rule finds a banned word in the names of files and exports, and accepts a longer word that contains the banned word', () => {
  const file = (name: string, text: string): number => checkNames(virtualTree({ [name]: text })).length;
  expect(file('packages/engine/src/order-manager.ts', '')).toBe(1);
  expect(file('packages/engine/src/OrderBook.ts', '')).toBe(1);
  expect(file('packages/engine/src/a.ts', 'export function handleTickHandler() {}')).toBe(1);
  expect(file('packages/engine/src/a.ts', 'export interface BotInfo {}')).toBe(1);
  expect(file('packages/engine/src/a.ts', 'export function processFill() {}')).toBe(1);
  expect(file('packages/engine/src/child-process.ts', 'export interface ChildProcess {}')).toBe(0);
  expect(file('packages/engine/src/a.ts', 'export const database = 1; export type Metadata = 1;')).toBe(0);
  expect(file('packages/protocol/src/a.ts', 'export const symbol = 1;')).toBe(0);
});

test('the first-line rule finds a source that has no comment in its first line', () => {
  expect(
    checkFirstLines(virtualTree({ 'a.ts': 'export {};', 'b.ts': '// What b is for.', 'c.test.ts': '' })),
  ).toHaveLength(1);
});

test('the size rules find long files, long functions, large files and binary files', () => {
  const body = '  call();\n'.repeat(70);
  expect(checkLengths(virtualTree({ 'packages/a/src/a.ts': '\n'.repeat(401) }))).toHaveLength(1);
  expect(checkLengths(virtualTree({ 'packages/a/src/a.ts': `export function f() {\n${body}}` }))).toHaveLength(1);
  expect(checkLengths(virtualTree({ 'packages/a/src/a.ts': `export const f = () => {\n${body}};` }))).toHaveLength(1);
  expect(checkLengths(virtualTree({ 'packages/a/src/a.ts': 'export function f() {}' }))).toEqual([]);
  expect(checkBlobs(virtualTree({ 'docs/long.md': 'x'.repeat(600_001) }))).toHaveLength(1);
  expect(checkBlobs(new Map([['a.bin', { text: null, bytes: 9 }]]))).toHaveLength(1);
  expect(checkBlobs(new Map([['docs/picture.png', { text: null, bytes: 9 }]]))).toEqual([]);
  expect(
    checkBlobs(new Map([['apps/web/src/features/guide/pictures/en/risk.webp', { text: null, bytes: 9 }]])),
  ).toEqual([]);
  expect(checkBlobs(new Map([['apps/web/public/film/other.mp4', { text: null, bytes: 9 }]]))).toHaveLength(1);
  expect(checkBlobs(new Map([['apps/web/public/film/rondo.mp4', { text: null, bytes: 2_000_000 }]]))).toEqual([]);
});

test.each([
  ['a mark', `// TO${'DO'}: later`],
  ['a remark about history', `// this used ${'to be'} slower`],
  ['a path of one machine', `const a = '/ho${'me'}/jane/x';`],
  ['the address of a registry', `"resolved": "ht${'tp'}s://x"`],
])('the word rule finds a file that contains %s', (_name, text) => {
  expect(checkWords(virtualTree({ 'a.md': text }))).toHaveLength(1);
  expect(checkWords(virtualTree({ 'a.md': 'A plain sentence.' }))).toEqual([]);
});

test('the language rule finds catalogues with different keys or placeholders, in TypeScript and in JSON', () => {
  const catalogues = (ko: string): number => {
    const en = `export const en = { bots: { start: 'Start {name}' } };`;
    const same = `{ "bots": { "start": "{name}!" } }`;
    const folder = 'apps/web/src/i18n';
    const others = Object.fromEntries(['ru', 'zh', 'ja'].map((one) => [`${folder}/${one}.json`, same]));
    return checkLanguages(virtualTree({ [`${folder}/en.ts`]: en, [`${folder}/ko.json`]: ko, ...others })).length;
  };
  expect(catalogues('{ "bots": { "start": "{name}" } }')).toBe(0);
  expect(catalogues('{ "bots": { "start": "{nome}" } }')).toBe(1);
  expect(catalogues('{ "bots": { "start": "" } }')).toBe(1);
  expect(catalogues('{ "bots": {} }')).toBe(1);
  expect(catalogues('{ "bots": { "start": "{name}", "few": "x" } }')).toBe(1);
  expect(catalogues('{ "bots": { "start": "{name}", "stop": "x" } }')).toBe(1);
});

test('the migration rule finds a migration without notes, without a check, or with a wrong number', () => {
  const folder = 'packages/store/migrations';
  const whole = {
    [`${folder}/0001-init/up.sql`]: 'x',
    [`${folder}/0001-init/notes.md`]: 'x',
    [`${folder}/0001-init/check.sql`]: 'x',
  };
  expect(checkMigrations(virtualTree(whole))).toEqual([]);
  expect(messages(checkMigrations(virtualTree({ ...whole, [`${folder}/0003-more/up.sql`]: 'x' })))).toHaveLength(3);
});

test('the migration rule finds statements that can break an older program, when the migration does not raise the oldest program', () => {
  const found = (number: string, up: string): number => {
    const numbers = Array.from({ length: Number(number) }, (_, index) => String(index + 1).padStart(4, '0'));
    const files = numbers.flatMap((each) =>
      ['up.sql', 'notes.md', 'check.sql'].map((part): [string, string] => [
        `packages/store/migrations/${each}-x/${part}`,
        each === number && part === 'up.sql' ? up : 'x',
      ]),
    );
    return checkMigrations(virtualTree(Object.fromEntries(files))).length;
  };
  const narrowing = [
    'drop table a',
    'alter table a drop column b',
    'alter table a rename b to c',
    'alter table a alter column b set not null',
    'alter table a alter column b type text',
    'alter table a add column b text not null',
  ];
  for (const up of narrowing) {
    expect([up, found('0016', up)]).toEqual([up, 1]);
    expect([up, found('0016', `${up}; update schema_state set min_program = 16`)]).toEqual([up, 0]);
    expect([up, found('0015', up)]).toEqual([up, 0]);
  }
  const widening = [
    'create table a (b text not null)',
    "alter table a add column b text not null default ''",
    'alter table a add column b text',
    '-- drop table a',
  ];
  for (const up of widening) expect([up, found('0016', up)]).toEqual([up, 0]);
});

test('the document rule finds links, paths and commands that do not exist', () => {
  const found = (text: string): number => checkDocuments(virtualTree({ ...manifests, 'docs/a.md': text })).length;
  expect(found('[plan](../package.json) and `packages/store/package.json` and npm run check')).toBe(0);
  expect(found('[plan](../nowhere.md)')).toBe(1);
  expect(found('see `packages/store/src/nothing.ts`')).toBe(1);
  expect(found('type npm run nothing')).toBe(1);
});

test('the dependency rule finds a dependency without a reason or with wrong users, and a package without a README', () => {
  const unit = { 'packages/store/package.json': manifests['packages/store/package.json'] };
  const readme = { 'packages/store/README.md': '# store\n' };
  const count = (files: Record<string, string>): number => checkReasons(virtualTree(files)).length;
  expect(count({ ...unit, ...readme, [dependencyDocument]: '`postgres` speaks to the database.' })).toBe(0);
  expect(count({ ...unit, ...readme, [dependencyDocument]: 'nothing' })).toBe(1);
  expect(count({ ...unit, ...readme, [dependencyDocument]: '| `postgres` | store | a |\n| `redis` | b | c |' })).toBe(
    1,
  );
  expect(count({ ...unit, ...readme, [dependencyDocument]: '| `postgres` | store, server | a |' })).toBe(1);
  expect(count({ ...unit, [dependencyDocument]: '`postgres` speaks to the database.' })).toBe(1);
});

test('the exemption rule finds a mutant that is excluded without a reason, and a branch that is excluded from coverage', () => {
  const count = (line: string, file = 'packages/strategy/src/ladder/ladder.ts'): number =>
    checkExemptions(virtualTree({ [file]: `// a file\n${line}\n` })).length;
  expect(count('// Stryker disable next-line EqualityOperator: an equal size is the same size.')).toBe(0);
  expect(count('// Stryker disable next-line EqualityOperator')).toBe(1);
  expect(count('// Stryker disable next-line all: nothing here can be noticed by anyone')).toBe(1);
  expect(count('// Stryker disable EqualityOperator: an equal size is the same size.')).toBe(1);
  expect(count('/* v8 ignore next */')).toBe(1);
  expect(count('/* v8 ignore next */', 'tools/other.ts')).toBe(0);
});

const specified = ['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(
  (section) => `## ${section}. A section\n\n| Rule | Tests |\n|---|---|\n| a rule | \`a.test.ts\` *it holds* |`,
);
const specification = (rows: readonly string[], files: Readonly<Record<string, string>> = {}): readonly string[] =>
  messages(
    checkTraceability(
      virtualTree({ [traceabilityDocument]: rows.join('\n'), 'a.test.ts': "test('it holds', hold);", ...files }),
    ),
  );

test.each([
  ['a rule without a test', '| bare | by hand |', 'bare: no test is named'],
  ['a test file that does not exist', '| lost | `b.test.ts` *it holds* |', 'lost: b.test.ts does not exist'],
  ['a test that does not exist', '| lost | `a.test.ts` *it held* |', 'lost: a.test.ts has no test “it held”'],
])('the traceability rule finds %s', (_what, row, message) => {
  expect(specification([...specified, row])).toEqual([message]);
});

const kept = '`a.test.ts` *it holds*';
const specifiedFiles = {
  'packages/contract/src/bot-routes.ts': "stop: {\n  method: 'PATCH',\n  path: '/api/bots/:id',\n},",
  'packages/contract/src/errors/person-errors.ts':
    'export const personErrors = {\n  AGE_REQUIRED: { status: 403 },\n};',
  'packages/store/src/limits.ts':
    '/** Specification 9: a year. */\nexport const yearMs = 1;\n/** Ours: two. */\nexport const oursMs = 2;',
  'apps/web/src/i18n/en/access/auth.ts': "export const auth = {\n  'login.failed': 'x',\n};",
};
const listed = [
  `| \`PATCH /api/bots/:id\` | section 7 | ${kept} |`,
  `| \`AGE_REQUIRED\` | ours | ${kept} |`,
  `| \`NETWORK_ERROR\` | section 8 | ${kept} |`,
  `| \`packages/store/src/limits.ts\` | \`yearMs\`, \`oursMs\` | a year | ${kept} |`,
  `| 8 | a failed log-in | \`login.failed\` | ${kept} |`,
];
const without = (row: number): readonly string[] => [...specified, ...listed.filter((_, index) => index !== row)];

test.each([
  [0, 'call PATCH /api/bots/:id has no row'],
  [1, 'code AGE_REQUIRED has no row'],
  [2, 'code NETWORK_ERROR has no row'],
  [3, 'constant packages/store/src/limits.ts yearMs has no row'],
])('the traceability rule finds a call, code or constant without a row when row %i is removed', (row, message) => {
  expect(specification(without(row), specifiedFiles)).toEqual([message]);
});

test.each([
  [`| \`GET /api/gone\` | ours | ${kept} |`, 'call GET /api/gone does not exist'],
  [`| \`GONE\` | ours | ${kept} |`, 'code GONE does not exist'],
  [
    `| \`packages/store/src/limits.ts\` | \`goneMs\` | 1 | ${kept} |`,
    'constant packages/store/src/limits.ts goneMs does not exist',
  ],
  [`| 8 | gone | \`login.gone\` | ${kept} |`, 'message login.gone does not exist'],
  ['| `AGE_REQUIRED` | ours | by hand |', '`AGE_REQUIRED`: no test is named'],
])('the traceability rule finds the wrong row %s', (row, message) => {
  expect(specification([...specified, ...listed, row], specifiedFiles)).toEqual([message]);
});

test('the traceability rule accepts complete tables, and accepts rows without a test below “What differs”', () => {
  const differing = ['## What differs', '| 9 | a slider plays by itself | nothing does |'];
  expect(specification([...specified, ...listed, ...differing], specifiedFiles)).toEqual([]);
});

test('the traceability rule finds a section without a row, and accepts a complete table', () => {
  expect(specification(specified.slice(1))).toEqual(['section 1 has no row']);
  expect(specification(specified)).toEqual([]);
});
