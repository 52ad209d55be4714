// The configuration of the mutation tests: the example tests of the strategy run in a copy of the project.
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const sources = (name: string) => fileURLToPath(new URL(`../../packages/${name}/src/index.ts`, import.meta.url));

export default defineConfig({
  resolve: { alias: { '@rondo/strategy': sources('strategy'), '@rondo/testkit': sources('testkit') } },
  test: {
    include: ['packages/strategy/src/**/*.test.ts'],
    // The property tests are excluded, because they take ten times as long, and their random inputs may or may not find a mutant.
    exclude: [...configDefaults.exclude, '**/*.property.test.ts'],
    // The tests need no isolation, because no test stores a value in a module.
    isolate: false,
    testTimeout: 60_000,
  },
});
