// The instruments of the form: the list of the venue, or two fixed instruments while this list cannot be loaded.
import type { InstrumentWire } from '@rondo/contract';

/** Specification 8: these two instruments can be selected. Their rules are unknown, so the form cannot show a preview or create a bot (decision 9). */
export const fallbackInstrumentIds = ['BTC-USDT-SWAP', 'ETH-USDT-SWAP'] as const;

/** Returns the ids that can be selected. `items` is undefined while the list is not loaded. */
export const listedIds = (items: readonly InstrumentWire[] | undefined, hasFailed: boolean): readonly string[] => {
  if (items !== undefined && items.length > 0) return items.map((item) => item.instId);
  return hasFailed ? fallbackInstrumentIds : [];
};
