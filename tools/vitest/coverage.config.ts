// Measures the coverage of the strategy and the back-tester by the tests of these packages. All branches must be covered, because an error in these packages costs money.
import { defineConfig } from 'vitest/config';

/** The default branch of an exhaustive switch is excluded, because the types prove that the program never reaches this branch. No other branch is excluded. */
const exhaustiveEnd = /default:(?=\s*(?:return |throw )?[\w.()]+ satisfies never;)/g;

const withoutExhaustiveEnds = {
  name: 'without-exhaustive-ends',
  enforce: 'pre' as const,
  transform: (code: string) => code.replace(exhaustiveEnd, '/* v8 ignore next -- @preserve */ default:'),
};

const whole = { branches: 100, functions: 100, lines: 100, statements: 100 };

export default defineConfig({
  plugins: [withoutExhaustiveEnds],
  test: {
    include: ['packages/{strategy,backtest}/src/**/*.test.ts'],
    testTimeout: 120_000,
    coverage: {
      enabled: true,
      provider: 'v8',
      reporter: ['text', 'json'],
      reportsDirectory: 'coverage',
      include: ['packages/{strategy,backtest}/src/**/*.ts'],
      exclude: ['**/*.test.ts'],
      thresholds: {
        'packages/strategy/src/**': whole,
        'packages/backtest/src/**': whole,
      },
    },
  },
});
