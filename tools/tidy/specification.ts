// Rule: the tables of the specification's rules name tests that exist, and leave out no call, code or constant.
import { lineAt, textOf, type Finding, type Tree } from './tree.ts';

/** The document that maps each rule to its tests. */
export const specificationDocument = 'docs/specification.md';

/** A row of one of its tables. */
interface Row {
  readonly cells: readonly string[];
  readonly line: number;
}

/** A kind of thing that has one row each: what the code has, and what the document lists. */
interface Listing {
  readonly what: string;
  readonly present: ReadonlySet<string>;
  readonly listed: ReadonlyMap<string, number>;
}

/** Every row names a test that is in its file; every section, call, code and sourced constant has its row, and no other has one. */
export function checkSpecification(tree: Tree): readonly Finding[] {
  const rows = rowsOf(textOf(tree, specificationDocument));
  const tested = rows.flatMap(({ cells, line }) =>
    wrongTests(tree, cells.at(-1) ?? '').map((message) => at(line, `${nameOf(cells)}: ${message}`)),
  );
  const listings = [callsOf(tree, rows), codesOf(tree, rows), constantsOf(tree, rows)];
  return [...tested, ...missingSections(rows), ...listings.flatMap(compare), ...wrongKeys(tree, rows)];
}

const at = (line: number, message: string): Finding => ({ file: specificationDocument, line, message });

/** The rows that name tests: every table but the one of what differs. */
function rowsOf(text: string): readonly Row[] {
  const differences = text.indexOf('## What differs');
  return [...text.matchAll(/^\| (.*) \|$/gm)].flatMap((match) => {
    const cells = (match[1] ?? '').split(' | ');
    const isRule =
      /^[2-9]$/.test(cells[0] ?? '') && cells.length < 5 && !(differences >= 0 && match.index > differences);
    const isNamed = /^`.+`$/.test(cells[0] ?? '');
    return isRule || isNamed ? [{ cells, line: lineAt(text, match.index) }] : [];
  });
}

function nameOf(cells: readonly string[]): string {
  return (/^[2-9]$/.test(cells[0] ?? '') ? cells[1] : cells[0]) ?? '';
}

function missingSections(rows: readonly Row[]): readonly Finding[] {
  const sections = new Set(rows.map(({ cells }) => cells[0]));
  return ['3', '4', '5', '6', '7', '8', '9']
    .filter((section) => !sections.has(section))
    .map((section) => at(1, `section ${section} has no row`));
}

/** Names in the first cells that have this shape, with their lines. */
function listedAs(rows: readonly Row[], shape: RegExp): ReadonlyMap<string, number> {
  return new Map(
    rows.flatMap(({ cells, line }): [string, number][] => {
      const name = shape.exec(cells[0] ?? '')?.[1];
      return name === undefined ? [] : [[name, line]];
    }),
  );
}

const sourcesOf = (tree: Tree, name: RegExp): readonly (readonly [string, string])[] =>
  [...tree].flatMap(([file, { text }]) => (name.test(file) && text !== null ? [[file, text] as const] : []));

function callsOf(tree: Tree, rows: readonly Row[]): Listing {
  const texts = sourcesOf(tree, /^packages\/contract\/src\/(?:[\w-]+\/)?([\w-]+-)?routes\.ts$/);
  const calls = texts.flatMap(([, text]) => [...text.matchAll(/method: '(\w+)',\s*path: '([^']+)'/g)]);
  return {
    what: 'call',
    present: new Set(calls.map(([, method = '', path = '']) => `${method} ${path}`)),
    listed: listedAs(rows, /^`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`$/),
  };
}

/** Sent by no server: a call without an answer. */
const unsentCode = 'NETWORK_ERROR';

function codesOf(tree: Tree, rows: readonly Row[]): Listing {
  const texts = sourcesOf(tree, /^packages\/contract\/src\/errors\/(?:catalogue|[\w-]+-errors)\.ts$/);
  const codes = texts.flatMap(([, text]) => [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): \{/gm)]);
  const present = codes.map(([, code = '']) => code);
  return {
    what: 'code',
    present: new Set(present.length === 0 ? [] : [...present, unsentCode]),
    listed: listedAs(rows, /^`([A-Z][A-Z0-9_]+)`$/),
  };
}

const constantHomes = /^(packages\/[\w-]+\/src|apps\/[\w-]+\/src(\/\w+)*)\/(limits|presets|recovery|intervals)\.ts$/;
/** A comment that names section 3 to 9 of the specification, and the first thing that is defined below it. */
const sourced =
  /\*\* ?(?:(?!\*\/)[\s\S])*?\b[Ss]pec(?:ification)?,?(?: section)?s? [3-9]\b(?:(?!\*\/)[\s\S])*\*\/\s*(?:export )?(?:const )?(\w+)/g;

function constantsOf(tree: Tree, rows: readonly Row[]): Listing {
  const homes = sourcesOf(tree, constantHomes);
  const present = homes.flatMap(([file, text]) =>
    [...text.matchAll(sourced)].map(([, name = '']) => `${file} ${name}`),
  );
  const listed = rows.flatMap(({ cells, line }): [string, number][] => {
    const home = /^`([^`]+\.ts)`$/.exec(cells[0] ?? '')?.[1];
    if (home === undefined) return [];
    return [...(cells[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => [`${home} ${name}`, line]);
  });
  const known = (constant: string): boolean => {
    const [home = '', name = ''] = constant.split(' ');
    return new RegExp(String.raw`\b${name}\b`).test(tree.get(home)?.text ?? '');
  };
  // What is listed beyond the sourced ones only has to be there.
  const more = listed.map(([constant]) => constant).filter(known);
  return { what: 'constant', present: new Set([...present, ...more]), listed: new Map(listed) };
}

function compare({ what, present, listed }: Listing): readonly Finding[] {
  const lacking = [...present].filter((name) => !listed.has(name)).map((name) => at(1, `${what} ${name} has no row`));
  const strange = [...listed]
    .filter(([name]) => !present.has(name))
    .map(([name, line]) => at(line, `${what} ${name} is not there`));
  return [...lacking, ...strange];
}

/** Keys of the messages' table that are no key of the English catalogue. */
function wrongKeys(tree: Tree, rows: readonly Row[]): readonly Finding[] {
  const english = sourcesOf(tree, /^apps\/web\/src\/i18n\/en\/[\w/-]+\.ts$/).map(([, text]) => text);
  return rows
    .filter(({ cells }) => /^[2-9]$/.test(cells[0] ?? '') && cells.length === 4)
    .flatMap(({ cells, line }) =>
      [...(cells[2] ?? '').matchAll(/`([^`]+)`/g)]
        .map(([, key = '']) => key)
        .filter((key) => !english.some((text) => text.includes(`'${key}':`)))
        .map((key) => at(line, `message ${key} is not there`)),
    );
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
      .filter((name) => !new RegExp(String.raw`'${escaped(name)}'\s*,`).test(source))
      .map((name) => `${file} has no test “${name}”`);
  });
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
