// Rule: the heading that a citation names exists, and every citation in code and documents has one of the forms below.
import { lineAt, type Finding, type Tree } from '../tree.ts';

/** The findings of the check, and the number of citations that the check found. */
export interface CitationReport {
  readonly findings: readonly Finding[];
  readonly citations: number;
}

/** A form of citation. It has the pattern of its text, and the headings that a citation of this form can name. */
interface Form {
  readonly name: string;
  /** The first group captures the cited names. */
  readonly pattern: RegExp;
  readonly targets: ReadonlySet<string>;
}

const cited = /\.(tsx?|mjs|sql|css|md)$/;
/** The rule does not check its own files, because they contain the forms as patterns and as wrong examples. */
const skipped = /^tools\/tidy\/(documents\/citations(\.test)?|planted\.test)\.ts$/;

const number = String.raw`\d+(?:\.\d+)*`;
/** The pattern of one number or a list of numbers: `3.1`, `3.1 and 3.2`, `3, 4, 7`, `3.2 to 3.4`. */
const list = String.raw`(${number}(?:(?:, | and | to )${number}(?![\d%]| %))*)(?![\d%]| %)`;

/** The forms that were used before the documents were part of the repository. */
const oldForms: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  {
    pattern: /\b[\w-]+\.md(?:,? section)?,? (?:[IL]\d|F-|\d)/g,
    instead: 'cite the document by its short form: `strategy 3.6`',
  },
  {
    pattern: /(?<![\w/[(`.-])(?:strategy|decisions|reliability)\.md\b/g,
    instead: 'say `docs/strategy.md` or cite a section',
  },
  { pattern: /\bADRs? 0\d/g, instead: 'say `ADR 9`' },
  { pattern: /\bblueprint\b|\bvisual direction\b/gi, instead: 'say `screens 3.6.4`' },
  { pattern: /\b(?:fact|OKX|reference) sheet\b/gi, instead: 'say `okx 5.6`' },
  { pattern: /\breliability,? (?:sheet|row)\b/gi, instead: 'say `reliability 4.4` or `failure 36`' },
  { pattern: /\breliability (?:[IL]\d{2}|F-[A-Z0-9]+)\b/gi, instead: 'say `I07`, `L06` or `F-STALESNAP` alone' },
  { pattern: /\bspec \d|\bspec(?:ification)?(?:'s)?,? \(?sections? \d/gi, instead: 'say `specification 4`' },
];

/** The project has about 900 citations. A number below this minimum means that the check did not read the project. */
const fewestCitations = 400;

/** Returns a finding for each citation without a heading and for each old form, and one finding when the tree has fewer citations than the minimum. */
export function checkCitations(tree: Tree): readonly Finding[] {
  const { findings, citations } = resolveCitations(tree);
  if (citations >= fewestCitations) return findings;
  const message = `only ${citations} citations were found, so the check did not read the project or its patterns are wrong`;
  return [...findings, { file: 'tools/tidy/documents/citations.ts', line: 1, message }];
}

/** Searches for the heading of every citation of the tree. */
export function resolveCitations(tree: Tree): CitationReport {
  const forms = formsOf(tree);
  const texts = [...tree].flatMap(([file, { text }]) =>
    text === null || !cited.test(file) || skipped.test(file) ? [] : [{ file, text: withoutHeadings(file, text) }],
  );
  const reports = texts.map(({ file, text }) => {
    const found = forms.flatMap((form) => citationsOf(text, form));
    const findings = [...found.filter((one) => !one.isKnown), ...oldFormsIn(text)].map(({ index, message }) => ({
      file,
      line: lineAt(text, index),
      message,
    }));
    return { findings, citations: found.length };
  });
  return {
    findings: reports.flatMap((report) => report.findings),
    citations: reports.reduce((sum, report) => sum + report.citations, 0),
  };
}

/** Replaces headings by spaces, because a heading is the target of citations and not a citation. Positions do not change. */
function withoutHeadings(file: string, text: string): string {
  if (!file.endsWith('.md')) return text;
  return text.replaceAll(/^#.*$/gm, (line) => ' '.repeat(line.length));
}

function oldFormsIn(text: string): readonly { readonly index: number; readonly message: string }[] {
  return oldForms.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map((match) => ({ index: match.index, message: `"${match[0]}": ${instead}` })),
  );
}

function formsOf(tree: Tree): readonly Form[] {
  const reliability = textOrEmpty(tree, 'docs/reliability.md');
  const numbered = (name: string, file: string): Form => ({
    name,
    pattern: new RegExp(String.raw`(?<![\w./-])${firstLetterOfEitherCase(name)}s? ${list}`, 'g'),
    targets: headings(textOrEmpty(tree, file), new RegExp(String.raw`(${number})\.?(?= |$)`)),
  });
  return [
    numbered('strategy', 'docs/strategy.md'),
    numbered('decision', 'docs/decisions.md'),
    numbered('reliability', 'docs/reliability.md'),
    {
      ...numbered('screens', 'docs/screens.md'),
      pattern: new RegExp(String.raw`(?<![\w./-])[Ss]creens (${number})(?! ?(?:px|%|\d))`, 'g'),
    },
    { ...numbered('okx', 'docs/okx.md'), pattern: new RegExp(String.raw`(?<![\w./-])okx ${list}`, 'g') },
    numbered('specification', 'docs/traceability.md'),
    {
      name: 'reliability 5.3 item',
      pattern: new RegExp(String.raw`reliability 5\.3 (?:items?|checks?) ${list}`, 'gi'),
      targets: headings(reliability, /Check (\d+):/),
    },
    {
      name: 'failure',
      pattern: new RegExp(String.raw`\b[Ff]ailures? ${list}(?! (?:s|ms|times|seconds)\b)`, 'g'),
      targets: headings(reliability, /Failure (\d+):/),
    },
    {
      name: 'invariant',
      pattern: /(?<![\w.#-])([IL]\d{2})(?![\w.])/g,
      targets: headings(reliability, /([IL]\d{2})(?= )/),
    },
    { name: 'fault', pattern: /(?<![\w-])(F-[A-Z0-9]{2,})\b/g, targets: headings(reliability, /(F-[A-Z0-9]+)$/) },
    { name: 'ADR', pattern: new RegExp(String.raw`\bADRs? ${list}`, 'g'), targets: decisionRecords(tree) },
  ];
}

interface Citation {
  readonly index: number;
  readonly message: string;
  readonly isKnown: boolean;
}

function citationsOf(text: string, { name, pattern, targets }: Form): readonly Citation[] {
  return [...text.matchAll(pattern)].flatMap((match) =>
    expand(match[1] ?? '').map((target) => ({
      index: match.index,
      message: `${name} ${target} has no heading`,
      isKnown: targets.has(target),
    })),
  );
}

/**
 * Returns the names of a list. The list `3, 4 and 7` has three names. The list `3 to 5` has the names 3, 4 and 5. The list `3.2 to 3.4` has
 * only the names 3.2 and 3.4.
 */
function expand(names: string): readonly string[] {
  return names.split(/, | and /).flatMap((part) => {
    const [from = '', to] = part.split(' to ');
    if (to === undefined) return [from];
    if (/\D/.test(from + to)) return [from, to];
    return Array.from({ length: Math.max(Number(to) - Number(from) + 1, 1) }, (_, index) =>
      String(Number(from) + index),
    );
  });
}

/** Returns the texts that the pattern captures at the start of the headings of a document. */
function headings(text: string, pattern: RegExp): ReadonlySet<string> {
  const start = new RegExp(`^${pattern.source}`);
  const titles = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) => title);
  return new Set(titles.flatMap((title) => start.exec(title)?.[1] ?? []));
}

function decisionRecords(tree: Tree): ReadonlySet<string> {
  const numbers = [...tree.keys()].flatMap((file) => /^docs\/adr\/0*(\d+)-/.exec(file)?.[1] ?? []);
  return new Set(numbers);
}

const textOrEmpty = (tree: Tree, file: string): string => tree.get(file)?.text ?? '';

const firstLetterOfEitherCase = (name: string): string =>
  `[${name.slice(0, 1).toUpperCase()}${name.slice(0, 1)}]${name.slice(1)}`;
