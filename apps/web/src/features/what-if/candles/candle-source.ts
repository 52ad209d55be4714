// Where the candles of a simulation are from.
import type { CandleCoverage } from '@rondo/contract';

/** `live`: the exchange. `sandbox`: the practice exchange, which makes them up. `imported`: a file of the operator, perhaps of another exchange. */
export type CandleSource = 'live' | 'sandbox' | 'imported' | 'liveAndImported' | 'sandboxAndImported';

/** A span in epoch ms. */
type Span = { readonly fromAt: number; readonly toAt: number };

/** Returns the source of the stored months that overlap the span. */
export function candleSourceOf({ months }: Pick<CandleCoverage, 'months'>, { fromAt, toAt }: Span): CandleSource {
  const sources = new Set(months.filter(({ from, to }) => to >= fromAt && from < toAt).map(({ source }) => source));
  const own = sources.has('sandbox') ? 'sandbox' : 'live';
  if (!sources.has('imported')) return own;
  return sources.size === 1 ? 'imported' : `${own}AndImported`;
}
