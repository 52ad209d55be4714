// Chooses the stored months of an instrument. Candles of the sandbox are never mixed with candles of a real market.
import type { CandleCoverage, StoredMonthWire } from '@rondo/contract';
import type { CandleFolder, CandleSource, StoredMonth } from '@rondo/store/candles';

/** The months of one instrument with their sources, oldest first. */
export type SourcedMonth = StoredMonth & { readonly source: CandleSource };

/**
 * Returns the months of an instrument. On a live venue, imported months fill the months that were not downloaded. On the sandbox, imported months replace
 * all candles of the sandbox.
 */
export async function coveredMonths(
  folder: CandleFolder,
  venue: 'live' | 'sandbox',
  of: { readonly instrumentId: string; readonly bar: string },
): Promise<readonly SourcedMonth[]> {
  const monthsOf = async (source: CandleSource): Promise<readonly SourcedMonth[]> =>
    (await folder.months({ ...of, source })).map((month) => ({ ...month, source }));
  const [own, imported] = await Promise.all([monthsOf(venue), monthsOf('imported')]);
  if (venue === 'sandbox') return imported.length > 0 ? imported : own;
  const ownMonths = new Set(own.map(({ month }) => month));
  return [...imported.filter(({ month }) => !ownMonths.has(month)), ...own].toSorted((a, b) =>
    a.month < b.month ? -1 : 1,
  );
}

/** Returns the months in the form of the API. */
export function toCoverage(
  months: readonly SourcedMonth[],
  of: Pick<CandleCoverage, 'instId' | 'bar' | 'state' | 'at'>,
): CandleCoverage {
  return { ...of, is_simulated: months.some(({ source }) => source === 'sandbox'), months: months.map(toWire) };
}

function toWire({
  month,
  source,
  candles,
  missing,
  firstAt,
  lastAt,
  tickSz,
  bytes,
  hash,
}: SourcedMonth): StoredMonthWire {
  return { month, source, candles, missing, from: firstAt, to: lastAt, tick_size: tickSz, bytes, hash };
}
