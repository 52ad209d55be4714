// What is told about the stored candles of a what-if: missing candles, changed tick sizes, the age of the newest candle, and a short history.
import { storedBars, type CandleCoverage } from '@rondo/contract';
import { whatIfSpans } from '../what-if-figures.ts';

/** `tickSizes` are the tick sizes in the sequence of time, or empty when the tick size did not change. `ageMs` is null while the newest candle is recent. */
export type CoverageFacts = {
  readonly missing: number;
  readonly tickSizes: readonly string[];
  readonly ageMs: number | null;
  readonly isShort: boolean;
};

/** An age of so many bars is told. */
const oldBars = 2;

/** The simulated span in epoch ms. */
type Span = { readonly fromAt: number; readonly toAt: number };

/** Returns the facts about the months that overlap the span. The age counts to the instant at which the server listed the months. */
export function coverageFacts({ months: all, bar, at }: CandleCoverage, { fromAt, toAt }: Span): CoverageFacts {
  const barMs = storedBars[bar];
  const months = all.filter(({ from, to }) => to >= fromAt && from < toAt);
  const [first, last] = [months[0], months.at(-1)];
  const expected = first === undefined || last === undefined ? 0 : (last.to - first.from) / barMs + 1;
  const tickSizes = months.map((month) => month.tick_size).filter((size, place, sizes) => size !== sizes[place - 1]);
  const newest = all.at(-1);
  const ageMs = newest === undefined ? 0 : at - newest.to - barMs;
  return {
    missing: expected - months.reduce((sum, { candles }) => sum + candles, 0),
    tickSizes: tickSizes.length > 1 ? tickSizes : [],
    ageMs: ageMs >= oldBars * barMs ? ageMs : null,
    isShort: (newest?.to ?? 0) - (all[0]?.from ?? 0) < whatIfSpans.year,
  };
}
