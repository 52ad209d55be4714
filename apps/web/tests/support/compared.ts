// The candles of a comparison in component tests.
import type { ComparedCandles } from '../../src/features/create/entry/control-table.tsx';
import { yearMs } from '../../src/features/what-if/what-if-figures.ts';
import { fixedTime } from '../../src/workbench/samples.ts';
import { storedMonth } from './stored-month.ts';

/** Returns candles of 15 minutes of so many years. */
export function comparedYears(years: number): ComparedCandles {
  const toAt = fixedTime + years * yearMs;
  const candles = Math.round((years * yearMs) / 900_000);
  return { coverage: storedMonth({ candles, to: toAt - 900_000 }), span: { candles, fromAt: fixedTime, toAt } };
}
