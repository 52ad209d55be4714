// The last known list of instruments. A feed does not wait for the exchange, because a page must see a change of a bot also while the list cannot be read.
import type { Listing, Market } from '../market/market.ts';

export interface KnownListingsDeps {
  readonly market: Pick<Market, 'listings'>;
  /** Is called after the first successful read. */
  readonly onFirst: () => void;
  readonly onError: (error: unknown) => void;
}

/** Returns a function that returns the last read list without a wait, or null before the first successful read. Each call starts a new read, unless a read is running. */
export function createKnownListings(deps: KnownListingsDeps): () => ReadonlyMap<string, Listing> | null {
  const { market, onFirst, onError } = deps;
  let known: ReadonlyMap<string, Listing> | null = null;
  let isReading = false;
  const read = async (): Promise<void> => {
    const listings = await market.listings();
    if (!listings.ok) return;
    const isFirst = known === null;
    known = listings.value;
    if (isFirst) onFirst();
  };
  return () => {
    if (!isReading) {
      isReading = true;
      void read()
        .catch(onError)
        .finally(() => (isReading = false));
    }
    return known;
  };
}
