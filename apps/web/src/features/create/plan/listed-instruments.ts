// The instruments of the form: the venue's list, or two fixed instruments while the list cannot be read.
import type { InstrumentWire } from '@rondo/contract';

/** Specification 8: they can be selected, but without their rules no preview and no bot is created (decision 9). */
export const fallbackInstrumentIds = ['BTC-USDT-SWAP', 'ETH-USDT-SWAP'] as const;

/** Returns the ids to select; `items` is undefined while the list is not loaded. */
export const listedIds = (items: readonly InstrumentWire[] | undefined, hasFailed: boolean): readonly string[] => {
  if (items !== undefined && items.length > 0) return items.map((item) => item.instId);
  return hasFailed ? fallbackInstrumentIds : [];
};
