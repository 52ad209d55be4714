// Rule: the sources of the engine and the strategy contain no name, field or code of an exchange, because the port `Venue` hides the exchange.
import { isTest, sourcesOf, type Finding, type Tree } from '../tree.ts';

const neutralPackages = /^packages\/(engine|strategy)\/src\//;

/** Patterns of words that belong to one exchange, each with the hint of its finding. A code is a finding only in quotes, because it could otherwise be an ordinary number. */
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
