// What can be chosen in the form: the venue's list, or the two that stand in for it while it cannot be read.
import type { InstrumentWire } from '@rondo/contract';

/** Specification 8. They can be chosen; without their rules nothing is planned and no bot is made (decision 9). */
export const fallbackInstrumentIds = ['BTC-USDT-SWAP', 'ETH-USDT-SWAP'] as const;

/** `items` is undefined while none came. */
export const listedIds = (items: readonly InstrumentWire[] | undefined, hasFailed: boolean): readonly string[] => {
  if (items !== undefined && items.length > 0) return items.map((item) => item.instId);
  return hasFailed ? fallbackInstrumentIds : [];
};
