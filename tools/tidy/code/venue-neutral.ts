// Rule: the engine and the strategy do not depend on an exchange. Names, fields and codes of an exchange are used only in implementations of the port Venue.
import { isTest, sourcesOf, type Finding, type Tree } from '../tree.ts';

const neutralPackages = /^packages\/(engine|strategy)\/src\//;

/** Patterns that belong to one exchange, with the hint of the finding. A code is matched only in quotes, so that a plain number is not a finding. */
const venueWords: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/okx|lbank|bybit|binance|bitget/i, 'a rule of one exchange belongs to its Venue in packages/exchange'],
  [
    /\b(acctLv|posSide|sCode|sMsg|clOrdId|algoClOrdId|algoId|instId|instType|ordId|ordType|tdMode|expTime|accFillSz|posMode|perm)\b/,
    'fields of a wire belong to packages/protocol',
  ],
  [/['"`]5\d{4}['"`]/, 'codes of an exchange belong to packages/exchange'],
];

/** Finds words and codes of an exchange in the sources and the comments of the engine and the strategy. */
export function checkVenueNeutral(tree: Tree): readonly Finding[] {
  const sources = sourcesOf(tree).filter(([file]) => neutralPackages.test(file) && !isTest(file));
  return sources.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) =>
      venueWords.flatMap(([pattern, instead]) => {
        const word = pattern.exec(line)?.[0];
        return word === undefined ? [] : [{ file, line: index + 1, message: `${word}: ${instead}` }];
      }),
    ),
  );
}
