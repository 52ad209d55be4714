// Rule: docs/reliability.md has all failures of its catalogue, and each failure and each invariant names a proof that exists.
import { lineAt, textOf, type Finding, type Tree } from '../tree.ts';

/** The document with the catalogue of failures and the invariants. */
export const reliabilityDocument = 'docs/reliability.md';

/** The number of failures of the catalogue. */
const failuresCount = 54;
const simulation = /^tests\/simulation\/.*\.ts$/;
/** The sources in which a name of the document can be defined. */
const named = /^(?:packages|apps|tests)\/.*\.tsx?$/;

/** One failure, fault or invariant of the document: the text from its heading to the next heading. */
interface Entry {
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

/** Finds missing failures, entries without an existing proof, titles and names that do not exist, and known bugs without a row. */
export function checkProofs(tree: Tree): readonly Finding[] {
  const text = textOf(tree, reliabilityDocument);
  const failures = entriesOf(text, /^#### Failure (\d+): .*$/gm);
  const invariants = entriesOf(text, /^#### ([IL]\d{2}) .*$/gm);
  const faults = entriesOf(text, /^#### (F-[A-Z0-9]+)$/gm);
  const known = wordsOf(tree);
  const found = (entry: Entry, messages: readonly string[]): readonly Finding[] =>
    messages.map((message) => ({
      file: reliabilityDocument,
      line: lineAt(text, entry.at),
      message: `${entry.name}: ${message}`,
    }));
  return [
    ...missingFailures(failures),
    ...failures.flatMap((entry) => found(entry, [...unprovenFailure(entry), ...wrongTitles(tree, entry.text)])),
    ...invariants.flatMap((entry) =>
      found(entry, [...unprovenInvariant(tree, entry), ...wrongTitles(tree, entry.text)]),
    ),
    ...[...failures, ...faults].flatMap((entry) => found(entry, unknownNames(entry.text, known))),
    ...wrongBugs(tree, text),
  ];
}

function entriesOf(text: string, heading: RegExp): readonly Entry[] {
  return [...text.matchAll(heading)].map((match) => {
    const from = match.index + match[0].length;
    const end = text.slice(from).search(/^#{2,4} /m);
    const body = text.slice(match.index, end < 0 ? text.length : from + end);
    return {
      name: /^\d+$/.test(match[1] ?? '') ? `failure ${match[1]}` : (match[1] ?? ''),
      text: body,
      at: match.index,
    };
  });
}

function missingFailures(failures: readonly Entry[]): readonly Finding[] {
  const present = new Set(failures.map(({ name }) => name));
  return Array.from({ length: failuresCount }, (_, index) => `failure ${index + 1}`)
    .filter((name) => !present.has(name))
    .map((name) => ({ file: reliabilityDocument, line: 1, message: `${name} is missing` }));
}

// A failure needs a file with tests after the word "Proof". The rule about paths checks that the file exists.
function unprovenFailure({ text }: Entry): readonly string[] {
  const proof = text.slice(text.indexOf('Proof'));
  return text.includes('Proof') && testPath.test(proof) ? [] : ['no test is named as the proof'];
}

const testPath = /`(?:[\w./@-]+\.(?:test|nightly)\.tsx?|tests\/[\w./@-]+)`/;

// An invariant needs a file with tests, or a check of the simulation that reports a violation of the invariant.
function unprovenInvariant(tree: Tree, { name, text }: Entry): readonly string[] {
  const isChecked = /\b[Cc]hecked\b|\bchecks\b|\b[Mm]easure[ds]\b|\bcounts\b/.test(text);
  const isReported = [...tree].some(
    ([file, { text: source }]) => simulation.test(file) && source?.includes(`'${name}'`),
  );
  if (isChecked && !isReported) return ['no check of the simulation reports this invariant'];
  return isChecked || testPath.test(text) ? [] : ['no test and no check is named'];
}

/** Finds titles of the form case "title" in `file` that the file does not contain. */
function wrongTitles(tree: Tree, text: string): readonly string[] {
  const flat = text.replaceAll('\n', ' ');
  return [...flat.matchAll(/cases? "([^"]+)" (?:in|of)\s+`([^`]+)`/g)].flatMap(([, title = '', file = '']) =>
    tree.get(file)?.text?.includes(title) === true ? [] : [`${file} has no case “${title}”`],
  );
}

/** Finds names in backquotes, for example of a fault or a goal of the simulation, that no source contains. */
function unknownNames(text: string, known: ReadonlySet<string>): readonly string[] {
  return [...text.matchAll(/`([a-z]+[A-Z]\w*)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !known.has(name))
    .map((name) => `no source contains the name ${name}`);
}

function wordsOf(tree: Tree): ReadonlySet<string> {
  const words = new Set<string>();
  for (const [file, { text }] of tree)
    if (named.test(file)) for (const [word] of (text ?? '').matchAll(/\b[a-z]+[A-Z]\w*/g)) words.add(word);
  return words;
}

// The table of known bugs and the bugs of the simulation have the same names, and every cited bug has a row.
function wrongBugs(tree: Tree, text: string): readonly Finding[] {
  const rows = new Set([...text.matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, name = '']) => name));
  const bugs = new Set(
    [...tree].flatMap(([file, { text: source }]) =>
      simulation.test(file) ? [...(source ?? '').matchAll(/^ +name: '([A-Z]\d+)'/gm)].map(([, name = '']) => name) : [],
    ),
  );
  const cited = [...text.matchAll(/known bugs? ([A-Z]\d+)(?: and ([A-Z]\d+))?/g)].flatMap(([, one = '', two]) =>
    two === undefined ? [one] : [one, two],
  );
  const finding = (message: string): Finding => ({ file: reliabilityDocument, line: 1, message });
  return [
    ...[...bugs].filter((name) => !rows.has(name)).map((name) => finding(`the known bug ${name} has no row`)),
    ...[...rows].filter((name) => !bugs.has(name)).map((name) => finding(`the known bug ${name} does not exist`)),
    ...cited.filter((name) => !rows.has(name)).map((name) => finding(`the cited bug ${name} has no row`)),
  ];
}
