// The coverage of the strategy and the back-tester by their own tests. Every branch of these two packages decides about money.
import { defineConfig } from 'vitest/config';

/** The end of an exhaustive switch. The types prove that this branch is unreachable, and no other branch is left out. */
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
