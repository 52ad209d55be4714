// Rule: only the process of the signer opens trading keys, and only the rotation of keys opens the data keys with which they are sealed (ADR 8).
import { isTest, sourcesOf, type Finding, type Tree } from '../tree.ts';

const seals = 'packages/store/src/secrets/';

/** The functions that open trading keys or their data keys, and the files that may name them. */
const permitted: ReadonlyMap<string, readonly string[]> = new Map([
  ['openCredentials', [seals, 'apps/server/src/signer/signer-core.ts']],
  ['unsealForAccount', [seals]],
  ['openWrappedKey', [seals, 'packages/store/src/rotation/reseal-tables.ts']],
  ['localSigner', ['packages/exchange/src/']],
]);
/** The test kit links accounts and reads stored keys for tests. */
const exempt = /^(packages\/testkit|tests|tools|bench)\//;

/** Finds each use of such a function in another file. */
export function checkTradingKeys(tree: Tree): readonly Finding[] {
  const sources = sourcesOf(tree).filter(([file]) => !exempt.test(file) && !isTest(file));
  return sources.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) =>
      [...permitted]
        .filter(([name, places]) => line.includes(name) && !places.some((place) => file.startsWith(place)))
        .map(([name]) => ({
          file,
          line: index + 1,
          message: `${name} opens trading keys: only the signer may do it`,
        })),
    ),
  );
}
