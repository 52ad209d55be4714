// Finds the listing of an instrument that a request names.
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';
import type { Listing } from './market.ts';

/** Returns the listing of a USDT swap. Throws UNKNOWN_SYMBOL, or EXCHANGE_UNAVAILABLE when the list cannot be read. */
export async function findListing(context: Pick<AppContext, 'market'>, instrumentId: string): Promise<Listing> {
  const listings = await context.market.listings();
  if (!listings.ok) throw new ApiError('EXCHANGE_UNAVAILABLE');
  const listing = listings.value.get(instrumentId);
  if (listing === undefined)
    throw new ApiError('UNKNOWN_SYMBOL', { field: 'basic.symbol', parameters: { symbol: instrumentId } });
  return listing;
}

/** Throws SYMBOL_SUSPENDED while the instrument is not traded, and SYMBOL_ENDING after the exchange has announced the end of its trading. */
export function refuseUntraded({ rules, state, endsAt }: Listing): void {
  const at = { field: 'basic.symbol' };
  if (state !== 'live') throw new ApiError('SYMBOL_SUSPENDED', { ...at, parameters: { symbol: rules.id } });
  if (endsAt === null) return;
  const day = new Date(endsAt).toISOString().slice(0, 10);
  throw new ApiError('SYMBOL_ENDING', { ...at, parameters: { symbol: rules.id, day } });
}
