// Rule: each word of an exported type of a package has a row in the glossary, or is a plain word that needs no row.
import { readSyntax } from '../syntax.ts';
import { isTest, sourcesOf, textOf, type Finding, type Tree } from '../tree.ts';
import { wordsOf } from './vocabulary.ts';

/** Words of general English and of programming. A word of the domain has a row in the glossary instead. */
const plainWords: ReadonlySet<string> = new Set(
  `
access action active admin amount arg attempt auth authorization backtest binaries body bounds byte call callback
cancel changed checked class compare comprehensive config content contents context create csv database decoded deps
detail driver duplicate effect endpoint exact failed field file finished folder hash header help http index input
item json kind launched layout line list listed live log metered name new opening option options origin page paging
parsed password people period pid place planned point priority private progress query queue raw read reader
recorded recorder register response rest result row rule running schema scope search seeded send shape sink socket
source start status storage sum summary switch text translated type unreadable update use value walked web writer
`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Checks that the first column of the glossary contains the words of every exported interface and type alias. */
export function checkGlossary(tree: Tree): readonly Finding[] {
  const known = glossaryWords(textOf(tree, 'docs/glossary.md'));
  const sources = sourcesOf(tree).filter(([file]) => /^packages\/[^/]+\/src\//.test(file) && !isTest(file));
  return sources.flatMap(([file, text]) =>
    readSyntax(file, text)
      .exports.filter(({ isType }) => isType)
      .flatMap(({ name, line }) => unknownWords(name, known).map((word) => ({ word, name, line })))
      .map(({ word, name, line }) => ({ file, line, message: `"${word}" of ${name} has no row in docs/glossary.md` })),
  );
}

function unknownWords(name: string, known: ReadonlySet<string>): readonly string[] {
  return wordsOf(name).filter((word) => !isKnown(word, known));
}

function isKnown(word: string, known: ReadonlySet<string>): boolean {
  const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  return forms.some((form) => known.has(form) || plainWords.has(form));
}

/** Returns the words of the terms and of their wire names. */
function glossaryWords(markdown: string): ReadonlySet<string> {
  const rows = markdown.split('\n').filter((line) => line.startsWith('| '));
  const terms = rows.map((line) => line.split('|')[1] ?? '');
  return new Set(terms.flatMap((term) => term.toLowerCase().split(/[^a-z0-9]+/)));
}
