// Rule: names use the standard words of the field. The list below contains words that must not occur in a name, with their replacements.
import { readSyntax } from '../syntax.ts';
import { sourcesOf, type Finding, type Tree } from '../tree.ts';

/** A replaced word: the pattern that finds the word in a name, and the word to use instead. */
interface Replaced {
  readonly pattern: RegExp;
  readonly say: string;
}

/** The pattern is matched with the words of a name in lower case, joined by spaces: `wishId` is "wish id". */
const replaced: readonly Replaced[] = [
  { pattern: /\bletters?\b/, say: 'command message' },
  { pattern: /\bwish(es|ed)?\b/, say: 'user command, or request' },
  { pattern: /\btracks?\b/, say: 'order record' },
  { pattern: /\b(tell|tells|told)\b/, say: 'dispatch, reported' },
  { pattern: /^learn(s|ed)?\b/, say: 'apply' },
  { pattern: /\bconclude[sd]?\b/, say: 'finalise' },
  { pattern: /\bforsake[sn]?\b/, say: 'abandon' },
  { pattern: /\babsences?\b/, say: 'not-found count' },
  { pattern: /\bstrangers?\b/, say: 'orphan order' },
  { pattern: /\bstray\b/, say: 'late lot' },
  { pattern: /\bcouriers?\b/, say: 'command dispatcher' },
  { pattern: /\boffers\b/, say: 'retry queue' },
  { pattern: /^within$/, say: 'withTimeout' },
  { pattern: /\bin turn\b/, say: 'keyed mutex' },
  { pattern: /\bin parallel\b/, say: 'mapLimit' },
  { pattern: /\brepetitions?\b|^repeat$/, say: 'scheduler' },
  { pattern: /\btake downs?\b/, say: 'shutdown' },
  { pattern: /\b(looking|said)\b/, say: 'publishing, lastSent, reported' },
  { pattern: /\bpostm[ae]n\b/, say: 'delivery filter' },
  { pattern: /\btapes?\b/, say: 'public trades' },
  { pattern: /\bnoise\b/, say: 'prng' },
  { pattern: /\bacts\b/, say: 'account actions' },
  { pattern: /\bdesks?\b/, say: 'test harness' },
  { pattern: /^hands?$|\bhand$/, say: 'strategy driver' },
  { pattern: /\bquanta\b/, say: 'base units' },
  { pattern: /\bsettle[sd]?\b/, say: 'one verb for each meaning' },
  { pattern: /^(?!array |of ).+ parts$/, say: 'deps, context or props' },
  { pattern: /\banswer(s|ed|ing)?\b/, say: 'result, or response of a request' },
  { pattern: /\b(lately|gathered|once per|keep text|shared answer)\b/, say: 'cache, batch loader or memoise' },
  { pattern: /\b(switchable|handed)\b/, say: 'replaceable' },
];

/** The names that may contain a replaced word, each with its reason. */
const exceptions: readonly { readonly name: RegExp; readonly where: RegExp; readonly reason: string }[] = [
  {
    name: /^settle(Ccy|Currency|ment\w*)?$/,
    where: /^packages\/(protocol|sandbox|exchange)\//,
    reason: 'field of OKX',
  },
  { name: /^allSettled$/, where: /./, reason: 'Promise.allSettled' },
  { name: /^(formatTo|dateTime)Parts$/, where: /./, reason: 'parts of a text that Intl formatted' },
  { name: /^firstLetter/, where: /^tools\//, reason: 'a letter of the alphabet' },
];

/** A name with a replaced word. */
export interface ReplacedName {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly say: string;
}

/** Returns every declared name and file name that contains a replaced word. The search includes the tests. */
export function findReplacedNames(tree: Tree): readonly ReplacedName[] {
  const found: ReplacedName[] = [];
  for (const [file, text] of sourcesOf(tree)) {
    if (file.startsWith('tools/tidy/vocabulary')) continue;
    const base = file.slice(file.lastIndexOf('/') + 1).replace(/\.(property\.test|test|config)?\.?tsx?$/, '');
    for (const { name, line } of [{ name: base, line: 1 }, ...readSyntax(file, text).declared]) {
      if (exceptions.some((one) => one.name.test(name) && one.where.test(file))) continue;
      const say = replacementOf(name);
      if (say !== null) found.push({ file, line, name, say });
    }
  }
  return found;
}

/** Reports every name that contains a replaced word. */
export function checkVocabulary(tree: Tree): readonly Finding[] {
  return findReplacedNames(tree).map(({ file, line, name, say }) => ({ file, line, message: `${name}: say ${say}` }));
}

function replacementOf(name: string): string | null {
  const words = wordsOf(name).join(' ');
  return replaced.find(({ pattern }) => pattern.test(words))?.say ?? null;
}

/** Returns the words of a name in lower case. For example, `toBotRow` has the words to, bot and row. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
