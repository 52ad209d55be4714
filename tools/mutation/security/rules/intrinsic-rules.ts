// Broken rules of the built-in objects: which processes freeze them, and what is frozen.
import { breakIn, type NamedTest } from '../broken-rule.ts';

const inModule: NamedTest = [
  'packages/store/src/process/freeze-intrinsics.test.ts',
  'a frozen program changes no built-in object and no global name',
];
const inServer = (title: string): NamedTest => ['apps/server/tests/ops/frozen-intrinsics.test.ts', title];
const call = { source: 'freezeIntrinsics();', broken: '' };

/** The broken rules of the built-in objects. */
export const intrinsicRules = [
  ...breakIn(
    { group: 'frozen', file: 'packages/store/src/process/freeze-intrinsics.ts', check: 47, test: inModule },
    {
      objects: { source: 'if (intrinsic !== RegExp.prototype) freeze(intrinsic);', broken: 'void intrinsic;' },
      errors: { source: '  Object.preventExtensions(Error);', broken: '' },
      errorProperties: { source: 'configurable: false, writable: false }', broken: 'configurable: false }' },
      unnamed: { source: ', ...unnamedIntrinsics()]', broken: ']' },
      prototypes: { source: '    waiting.push(Reflect.getPrototypeOf(value));\n', broken: '' },
      globals: { source: '{ value, writable: false, configurable: false }', broken: '{ value }' },
      override: { source: 'permitOverride(owner, name);', broken: 'void name;' },
      crypto: { source: ' crypto Crypto CryptoKey SubtleCrypto', broken: '' },
      subtle: { source: 'return [crypto.subtle, ...', broken: 'return [...' },
      original: {
        source: "  Object.defineProperty(get, 'originalValue', { value });\n",
        broken: '',
        test: ['packages/store/src/process/freeze-intrinsics.test.ts', 'a frozen program prints errors and objects'],
      },
    },
  ),
  ...breakIn(
    { group: 'frozen', file: 'packages/store/src/process/overridden-names.ts', check: 47, test: inModule },
    {
      names: { source: "['name', 'message', 'toString']", broken: "['name']" },
      printed: {
        source: "['name', 'message', 'toString']",
        broken: "['constructor', 'name', 'message', 'toString']",
        test: ['packages/store/src/process/freeze-intrinsics.test.ts', 'a frozen program prints errors and objects'],
      },
    },
  ),
  ...breakIn(
    { group: 'frozen', file: 'apps/server/src/main.ts', check: 47, test: inServer('a started server changes') },
    { server: call },
  ),
  ...breakIn(
    { group: 'frozen', file: 'apps/server/src/signer-main.ts', check: 47, test: inServer('a started signer changes') },
    { signer: call },
  ),
  ...breakIn(
    {
      group: 'frozen',
      file: 'apps/cli/src/main.ts',
      check: 47,
      test: ['apps/cli/tests/protection.test.ts', 'a command changes no built-in object'],
    },
    { command: call },
  ),
];
