// The strategy's own tests over its own sources, wherever this folder stands: mutation testing runs them in a copy.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const sources = (name: string) => fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url));

/** The first failure ends a mutant, so the tests that are quick come first and the laws on random stories last. */
class LawsLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLaw = (file: TestSpecification): number => (file.moduleId.includes('.property.') ? 1 : 0);
    return files.toSorted((a, b) => isLaw(a) - isLaw(b) || a.moduleId.localeCompare(b.moduleId));
  }
}

export default defineConfig({
  resolve: { alias: { '@rondo/strategy': sources('strategy'), '@rondo/testkit': sources('testkit') } },
  test: {
    include: ['packages/strategy/src/**/*.test.ts'],
    setupFiles: ['tools/mutation-setup.ts'],
    sequence: { sequencer: LawsLast },
    // The tests keep nothing in their modules.
    isolate: false,
    testTimeout: 60_000,
  },
});
