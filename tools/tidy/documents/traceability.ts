// Rule: docs/traceability.md names an existing test for each rule of sections 1 to 9, and lists every call, code and cited constant.
import { textOf, type Finding, type Tree } from '../tree.ts';

/** The document with each rule and its tests. */
export const traceabilityDocument = 'docs/traceability.md';

/** A row of a table of this document. */
interface Row {
  readonly cells: readonly string[];
  readonly line: number;
  /** The section of the last heading above the row. */
  readonly section: string;
  /** True for a rule in words, false for a call, code, message or constant. */
  readonly isRule: boolean;
}

/** The names of one kind in the code and in the document. Each name of the code needs a row in the document. */
interface Listing {
  readonly what: string;
  readonly present: ReadonlySet<string>;
  readonly listed: ReadonlyMap<string, number>;
}

/** Finds rows without an existing test, sections without a rule, and calls, codes, texts and constants that are only in the code or only in the document. */
export function checkTraceability(tree: Tree): readonly Finding[] {
  const rows = rowsOf(textOf(tree, traceabilityDocument));
  const tested = rows.flatMap(({ cells, line }) =>
    wrongTests(tree, cells.at(-1) ?? '').map((message) => at(line, `${nameOf(cells)}: ${message}`)),
  );
  const listings = [callsOf(tree, rows), codesOf(tree, rows), constantsOf(tree, rows)];
  return [...tested, ...missingSections(rows), ...listings.flatMap(compare), ...wrongKeys(tree, rows)];
}

const at = (line: number, message: string): Finding => ({ file: traceabilityDocument, line, message });

const differencesHeading = '## What differs';
const sectionHeading = /^## ([1-9])\. /;
const sections = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Returns the rows that must name tests: the rules of each section, and the calls, codes, messages and constants. */
function rowsOf(text: string): readonly Row[] {
  const rows: Row[] = [];
  let section = '';
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith(differencesHeading)) break;
    section = sectionHeading.exec(line)?.[1] ?? section;
    const cells = /^\| (.*) \|$/.exec(line)?.[1]?.split(' | ');
    if (cells === undefined || isHeader(cells)) continue;
    rows.push({ cells, line: index + 1, section, isRule: cells.length === 2 });
  }
  return rows;
}

/** Returns true for a header row. The last column of every table has the header "Tests". */
const isHeader = (cells: readonly string[]): boolean => cells.at(-1) === 'Tests';

/** Returns the text that identifies a row in a finding: its rule, its message, or its name. */
function nameOf(cells: readonly string[]): string {
  return (isMessage(cells) ? cells[1] : cells[0]) ?? '';
}

/** Returns true for a row of the table of messages. It has the columns section, message, keys and tests. */
const isMessage = (cells: readonly string[]): boolean => /^[1-9]$/.test(cells[0] ?? '') && cells.length === 4;

function missingSections(rows: readonly Row[]): readonly Finding[] {
  const present = new Set(rows.filter(({ isRule }) => isRule).map(({ section }) => section));
  return sections.filter((section) => !present.has(section)).map((section) => at(1, `section ${section} has no row`));
}

/** Returns the names in the first cells that have this shape, with their lines. */
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

/** The client reports this code when a call has no response. No server sends it, so it is not in the error catalogue. */
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
/** Matches a comment that cites section 3 to 9 of the specification, and the first name that is defined below the comment. */
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
  // A listed constant without a citation must exist, and it needs no comment.
  const more = listed.map(([constant]) => constant).filter(known);
  return { what: 'constant', present: new Set([...present, ...more]), listed: new Map(listed) };
}

function compare({ what, present, listed }: Listing): readonly Finding[] {
  const missing = [...present].filter((name) => !listed.has(name)).map((name) => at(1, `${what} ${name} has no row`));
  const unknown = [...listed]
    .filter(([name]) => !present.has(name))
    .map(([name, line]) => at(line, `${what} ${name} does not exist`));
  return [...missing, ...unknown];
}

/** Returns a finding for each key in the table of messages that is not in the English catalogue. */
function wrongKeys(tree: Tree, rows: readonly Row[]): readonly Finding[] {
  const english = sourcesOf(tree, /^apps\/web\/src\/i18n\/en\/[\w/-]+\.ts$/).map(([, text]) => text);
  return rows
    .filter(({ cells }) => isMessage(cells))
    .flatMap(({ cells, line }) =>
      [...(cells[2] ?? '').matchAll(/`([^`]+)`/g)]
        .map(([, key = '']) => key)
        .filter((key) => !english.some((text) => text.includes(`'${key}':`)))
        .map((key) => at(line, `message ${key} does not exist`)),
    );
}

/** Returns the faults of a cell of the form `path` *name*, *name*; `path` *name*. */
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
