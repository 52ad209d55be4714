// The strategy's own tests over its own sources, wherever this folder stands: mutation testing runs them in a copy.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sources = (name: string) => fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url));

export default defineConfig({
  resolve: { alias: { '@rondo/strategy': sources('strategy'), '@rondo/testkit': sources('testkit') } },
  test: {
    include: ['packages/strategy/src/**/*.test.ts'],
    testTimeout: 60_000,
    setupFiles: ['tools/mutation-setup.ts'],
  },
});
