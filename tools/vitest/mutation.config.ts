// The configuration of the mutation tests: the example tests of the strategy run in a copy of the project.
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const sources = (name: string) => fileURLToPath(new URL(`../../packages/${name}/src/index.ts`, import.meta.url));

export default defineConfig({
  resolve: { alias: { '@rondo/strategy': sources('strategy'), '@rondo/testkit': sources('testkit') } },
  test: {
    include: ['packages/strategy/src/**/*.test.ts'],
    // The property tests are left out, because they need ten times as long, and chance decides whether they find a mutant.
    exclude: [...configDefaults.exclude, '**/*.property.test.ts'],
    // The tests keep nothing in their modules.
    isolate: false,
    testTimeout: 60_000,
  },
});
