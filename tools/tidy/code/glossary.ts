// Rule: each word of an exported type of a package has a row in the glossary, or is a plain word that needs no row.
import { readSyntax } from '../syntax.ts';
import { isTest, sourcesOf, textOf, type Finding, type Tree } from '../tree.ts';
import { wordsOf } from './vocabulary.ts';

/** Words of general English and of programming. A person has checked this list. */
const plainWords: ReadonlySet<string> = new Set(
  `
absences access notice ack acknowledgement action active adapter admin advance alert amend amount answer api arg attached
attempt auth authorization backtest bar bearer binaries body bounded bounds brand branded bucket byte cache call
callback cancel category chance changed check checked choice class client clock closing command commands compare
completion comprehensive config connection content contents context installation repository showcase core create csv database death decimal decision decoded
decoder deferred delete demo deps desk detail direction dispatcher done driver duplicate effect embedded encoder
end endpoint entry environment error event exact exit expiry export factory failed failure fall fast field file
finished flight folder forced fraction frame full gate grid group guard handle harness hash header health held help
history http index input insert item job json key keyed kind label launched layout lbank leg level limit line list
listed live lock log login logins lookup map memory message metered metric metrics mode money mutex name new node
number oauth odd okx opening option options ord origin orphan outside page paging parsed parser parts password past
patch path pending people percent period person personal pid place plan planned point pos priority private prng
progress props public publish publisher pure purge quanta query queue quote range rate raw reach read reader
reading record recorded recorder recoverable reducer refusal register replayed reply reported request reset
response rest resting result rounding route row rule runner running scheduler schema scope score search seeded seek
send sentinel server set settings shape shown simulated sink site socket source span spec speed stage standing
start state status stop storage store stored stream string subscription sum summary switch table term text timeout
timer token told total touch track translated transport type unit unreadable unrecognised update upsert use value
verb verdict view virtual visit walk walked watch watched web wire world
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
