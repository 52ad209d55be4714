// The test projects: the files of each project, and the time-out of a test. `npm test` runs the projects one after another.
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

// When the browser is missing, `npm test` installs it (tools/programs/chromium.mjs).
const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const seconds = 1_000;

/** The number of cores of the smallest supported machine. Without this number, vitest leaves one core to itself and runs one file at a time on this machine. */
const cores = 2;

/** Two files of the suite e2e. crash.test.ts mostly waits, and other test files can use the cores while it waits. screens.test.ts takes longer than every other file. */
const longFiles = ['/crash.test.ts', '/screens.test.ts'];

/** Runs the long files first, so that no file runs alone at the end. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => longFiles.some((file) => moduleId.endsWith(file));
    return (await super.sort(files)).toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFilesFirst },
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          // The tests of tools/lint start the linter as a process.
          exclude: ['tools/lint/**', '**/node_modules/**'],
          // Without isolation, a worker loads each module only once, which is faster. The tests do not depend on the sequence of the files.
          isolate: false,
          maxWorkers: cores,
          testTimeout: 30 * seconds,
        },
      },
      {
        test: {
          name: 'integration',
          sequence: { groupOrder: 1 },
          include: [
            'packages/*/tests/**/*.test.ts',
            'apps/*/tests/**/*.test.ts',
            'tools/lint/**/*.test.ts',
            'tests/acceptance/**/*.test.ts',
            'tests/agreement/**/*.test.ts',
          ],
          isolate: false,
          globalSetup: ['tests/database-server.ts'],
          // A busy machine can need more than the default of one second for one condition.
          expect: { poll: { timeout: 20 * seconds } },
          testTimeout: 90 * seconds,
          hookTimeout: 90 * seconds,
          // A file can start its own server and its own exchange, and mostly waits for both. Four files therefore run at the same time on two cores.
          maxWorkers: 4,
        },
      },
      {
        // The tests of the React components in a real browser. The tests find elements by role and visible text.
        extends: './apps/web/vite.config.ts',
        // Vite bundles the dependencies of these files before the first test. Otherwise a dependency that Vite finds later would reload the page during a test.
        optimizeDeps: { entries: ['apps/web/src/main.tsx', 'apps/web/tests/**/*.test.tsx'] },
        test: {
          name: 'component',
          sequence: { groupOrder: 2 },
          maxWorkers: cores,
          include: ['apps/web/tests/**/*.test.tsx'],
          setupFiles: ['apps/web/tests/support/setup.ts'],
          testTimeout: 30 * seconds,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 900 } }],
            provider: playwright({
              launchOptions: {
                executablePath: chromium,
                args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
              },
            }),
          },
        },
      },
      {
        test: {
          name: 'simulation',
          sequence: { groupOrder: 3 },
          include: ['tests/simulation/**/*.test.ts'],
          isolate: false,
          maxWorkers: cores,
          testTimeout: 300 * seconds,
        },
      },
      {
        test: {
          name: 'e2e',
          sequence: { groupOrder: 4 },
          include: ['tests/e2e/**/*.test.ts', 'tests/cluster/**/*.test.ts'],
          testTimeout: 240 * seconds,
          hookTimeout: 240 * seconds,
          globalSetup: ['tests/e2e/support/build.ts'],
          // A file starts its own product and its own browser, and waits for them half of its time. Three files therefore run at the same time on two cores.
          maxWorkers: 3,
        },
      },
    ],
  },
});
