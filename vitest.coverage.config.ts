// Coverage of the two packages where every branch is money: the strategy and the back-tester, by their own tests alone.
import { defineConfig } from 'vitest/config';

/** What the types prove unreachable: the end of an exhaustive switch. The only branches that are left out. */
const exhaustiveEnd = /default:(?=\s*(?:return |throw )?[\w.()]+ satisfies never;)/g;

const withoutExhaustiveEnds = {
  name: 'without-exhaustive-ends',
  enforce: 'pre' as const,
  transform: (code: string) => code.replace(exhaustiveEnd, '/* v8 ignore next -- @preserve */ default:'),
};

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
      exclude: ['**/*.test.ts', '**/test-*.ts'],
      thresholds: {
        'packages/strategy/src/**': { branches: 100, functions: 100, lines: 100, statements: 100 },
        'packages/backtest/src/*.ts': { branches: 94, functions: 99, lines: 98, statements: 97 },
        // Its rare referees are reached by `npm run agree`, over many more bots than fit here.
        'packages/backtest/src/fast/**': { branches: 82, functions: 95, lines: 92, statements: 90 },
      },
    },
  },
});
