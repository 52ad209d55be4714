// Coverage of the two packages where every branch is money: the strategy and the back-tester, by their own tests alone.
import { defineConfig } from 'vitest/config';

/** What the types prove unreachable: the end of an exhaustive switch. The only branches that are left out. */
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
