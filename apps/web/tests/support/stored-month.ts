// One stored month of candles of 15 minutes for the simulations of component tests.
import { encodeCandles, makeColumns } from '@rondo/backtest';
import type { CandleCoverage } from '@rondo/contract';
import { decimal } from '@rondo/decimal';
import { onTestFinished, vi } from 'vitest';
import { fixedInstrument, fixedTime } from '../../src/workbench/samples.ts';

const barMs = 900_000;
const count = 2_880;

/** The strip loads its code, its candles and its worker one after another. */
export const whileSimulating = { timeout: 20_000 };

/** A month of candles in the form of the store. The price rises and falls by 2 %. */
function monthFile(): Uint8Array<ArrayBuffer> {
  const columns = makeColumns(count);
  for (const place of columns.at.keys()) {
    const price = Math.round(340_000 + 6_000 * Math.sin(place / 24));
    columns.at[place] = fixedTime + place * barMs;
    for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][place] = price;
  }
  return new Uint8Array(encodeCandles(columns, decimal('0.01')));
}

/** The coverage of the month. */
export const storedMonth = (changes: Partial<CandleCoverage['months'][number]> = {}): CandleCoverage => ({
  instId: fixedInstrument.instId,
  bar: '15m',
  is_simulated: (changes.source ?? 'sandbox') === 'sandbox',
  state: 'whole',
  months: [
    {
      month: '2026-11',
      source: 'sandbox',
      candles: count,
      missing: 0,
      from: fixedTime,
      to: fixedTime + (count - 1) * barMs,
      tick_size: '0.01',
      bytes: 9,
      hash: 'a',
      ...changes,
    },
  ],
  at: fixedTime + count * barMs,
});

/** Answers each request for a file of a month with the month. */
export function serveMonth(): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(monthFile()));
}

/** Starts a script that does not exist in place of the worker, until the end of the test. The browser then reports an error to the page. */
export function breakWorker(): void {
  const Real = globalThis.Worker;
  onTestFinished(() => void vi.stubGlobal('Worker', Real));
  vi.stubGlobal(
    'Worker',
    class extends Real {
      constructor() {
        super(new URL('/no-worker.js', location.href), { type: 'module' });
      }
    },
  );
}
