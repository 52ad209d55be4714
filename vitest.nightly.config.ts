// The test projects of `npm run nightly`: the files named *.nightly.ts, and the tests for which `npm test` runs only a sample of the cases.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const minutes = 60_000;

/** The test files that call `sampleOf` of tests/sample.ts. */
function filesWithSamples(): string[] {
  return ['tests', 'apps', 'packages'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
      .map((file) => path.join(folder, file))
      .filter((file) => readFileSync(file, 'utf8').includes('sampleOf(')),
  );
}

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'peers',
          include: ['tests/acceptance/**/*.nightly.ts', 'apps/*/tests/**/*.nightly.ts'],
          testTimeout: 5 * minutes,
          hookTimeout: 5 * minutes,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'sweeps',
          include: filesWithSamples(),
          provide: { sweep: 'whole' },
          testTimeout: 5 * minutes,
          hookTimeout: 5 * minutes,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'cluster',
          include: ['tests/cluster/**/*.nightly.ts'],
          testTimeout: 2 * minutes,
          hookTimeout: 5 * minutes,
          maxWorkers: 1,
        },
      },
      {
        test: {
          name: 'layout',
          include: ['tests/e2e/**/*.nightly.ts'],
          testTimeout: 15 * minutes,
          hookTimeout: 5 * minutes,
          globalSetup: ['tests/e2e/support/build.ts'],
          maxWorkers: 1,
        },
      },
    ],
  },
});
