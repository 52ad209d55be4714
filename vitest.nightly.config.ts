// The sweeps of `npm run nightly`: files named *.nightly.ts, whose representatives run in `npm test`.
import { defineConfig } from 'vitest/config';

const minutes = 60_000;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'peers',
          include: ['tests/acceptance/**/*.nightly.ts'],
          testTimeout: 5 * minutes,
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
