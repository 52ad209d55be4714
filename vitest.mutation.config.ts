// The strategy's own examples over its own sources, wherever this folder stands: mutation testing runs them in a copy.
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

const sources = (name: string) => fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url));

export default defineConfig({
  resolve: { alias: { '@rondo/strategy': sources('strategy'), '@rondo/testkit': sources('testkit') } },
  test: {
    include: ['packages/strategy/src/**/*.test.ts'],
    // An example has to notice every change: the laws on random stories would, by luck and in ten times as long.
    exclude: [...configDefaults.exclude, '**/*.property.test.ts'],
    // The tests keep nothing in their modules.
    isolate: false,
    testTimeout: 60_000,
  },
});
