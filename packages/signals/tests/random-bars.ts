// Random bars for the tests of the signals.
import { createPrng } from '@rondo/decimal';
import type { Bar } from '../src/bars.ts';

export const barMs = 900_000;
const startAt = 1_700_006_400_000;

/** Returns bars that follow each other, with whole hundredths as prices. Equal seeds give equal bars. */
export function randomBars(seed: number, count: number): readonly Bar[] {
  const next = createPrng(seed);
  const hundredths = (value: number): number => Math.round(value * 100) / 100;
  let close = 2_000;
  return Array.from({ length: count }, (_, index) => {
    const open = close;
    // One bar in ten has the close of the bar before it.
    close = next() < 0.1 ? open : hundredths(Math.max(1, open * (1 + (next() - 0.5) * 0.02)));
    const [high, low] = [Math.max(open, close) * (1 + next() * 0.003), Math.min(open, close) * (1 - next() * 0.003)];
    return { openedAt: startAt + index * barMs, high: hundredths(high), low: hundredths(low), close };
  });
}
