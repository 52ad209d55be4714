// The test projects: the files of each project and the longest time of one test. `npm test` runs the projects one after the other.
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

// When the browser is missing, `npm test` installs it (tools/chromium.mjs).
const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const seconds = 1_000;

/** Runs the test with the longest waits first, so that other files use the cores during the waits. */
class WaitsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWaiting = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith('/crash.test.ts');
    return (await super.sort(files)).toSorted((a, b) => Number(isWaiting(b)) - Number(isWaiting(a)));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WaitsFirst },
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'apps/*/src/**/*.test.{ts,tsx}', 'tools/**/*.test.ts'],
          // The tests of tools/lint start the linter as a process.
          exclude: ['tools/lint/**', '**/node_modules/**'],
          // The modules are loaded once per worker, which is faster. The tests pass in any order.
          isolate: false,
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
          testTimeout: 90 * seconds,
          hookTimeout: 90 * seconds,
          // One file may start a database and an exchange of its own and mostly waits for them; two cores carry three such files.
          maxWorkers: 3,
        },
      },
      {
        // React components in a real browser, found by role and visible text.
        extends: './apps/web/vite.config.ts',
        // Found before the first test: a dependency that is bundled later makes the browser load the page anew.
        optimizeDeps: { entries: ['apps/web/src/main.tsx', 'apps/web/tests/**/*.test.tsx'] },
        test: {
          name: 'component',
          sequence: { groupOrder: 2 },
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
          testTimeout: 150 * seconds,
        },
      },
      {
        test: {
          name: 'e2e',
          sequence: { groupOrder: 4 },
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 240 * seconds,
          hookTimeout: 240 * seconds,
          globalSetup: ['tests/e2e/support/build.ts'],
          // Every file has a product and a browser of its own and waits for them half of its time; two cores carry two such files.
          maxWorkers: 2,
        },
      },
    ],
  },
});
