// Broken rules of the peppers of passwords: former peppers, their seals, and the renewal of a hash.
import { breakIn } from '../broken-rule.ts';
import { inMoves, inRotation } from './tests.ts';

/** The broken rules of the peppers. */
export const pepperRules = [
  ...breakIn(
    {
      group: 'pepper',
      file: 'packages/store/src/secrets/peppers.ts',
      check: 39,
      test: inRotation('after a new pepper every password stays valid'),
    },
    {
      former: {
        source: 'pepperRing([{ id: null, key: first }, ...(await openPeppers(text, seals.open))])',
        broken: 'pepperRing(await openPeppers(text, seals.open))',
      },
      laterFormer: { source: 'keys: { ...keys, [id]: sealed }', broken: 'keys: { [id]: sealed }' },
      runningServer: { source: 'if (text === opened.text || text === null)', broken: 'if (opened.set !== null)' },
      newestLast: {
        source: 'Object.keys(keys).toSorted((a, b) => Number(a === newest) - Number(b === newest))',
        broken: 'Object.keys(keys).toSorted((a, b) => Number(b === newest) - Number(a === newest))',
      },
      resealed: { source: 'if (keyIdOf(sealed) === to.id) continue;', broken: 'if (id !== null) continue;' },
      moved: {
        source: 'keys: { ...from.keys, ...to.keys }',
        broken: 'keys: to.keys',
        test: inMoves('a password of a later pepper stays valid in the other database'),
      },
    },
  ),
  ...breakIn(
    {
      group: 'pepper',
      file: 'packages/store/src/secrets/passwords.ts',
      check: 39,
      test: inRotation('a hash with a new pepper matches only its own password'),
    },
    {
      otherPepper: {
        source: 'const pepper = peppers.find(id);',
        broken: 'const pepper = peppers.find(id) ?? peppers.newest;',
      },
      unnamed: { source: 'const pepper = peppers.find(id);', broken: 'const pepper = peppers.newest;' },
      kept: {
        source: ' && against.isNewest)',
        broken: ')',
        test: inRotation('after a new pepper every password stays valid'),
      },
    },
  ),
];
