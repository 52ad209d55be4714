// The configuration of the mutation tests: the unit tests of the strategy and of the order protocol run in a copy of the project.
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

// Every import of a package resolves to a source of the copy.
const source = (path: string) => fileURLToPath(new URL(`../../packages/${path}`, import.meta.url));
const alias = [
  { find: /^@rondo\/engine\/ports$/, replacement: source('engine/src/ports/index.ts') },
  { find: /^@rondo\/strategy\/settings$/, replacement: source('strategy/src/settings/index.ts') },
  { find: /^@rondo\/(\w+)$/, replacement: source('$1/src/index.ts') },
];

export default defineConfig({
  resolve: { alias },
  test: {
    include: [
      'packages/{strategy,engine}/src/**/*.test.ts',
      'packages/engine/tests/facts/*.test.ts',
      'packages/exchange/src/okx/{commands,reads}/*.test.ts',
      'packages/store/src/journal/*.test.ts',
    ],
    // The property tests are excluded, because they take ten times as long, and their random inputs may or may not find a mutant.
    exclude: [...configDefaults.exclude, '**/*.property.test.ts'],
    // The tests need no isolation, because no test stores a value in a module.
    isolate: false,
    // A mutant can leave a promise open for ever. A test that takes this long has failed.
    testTimeout: 10_000,
  },
});
