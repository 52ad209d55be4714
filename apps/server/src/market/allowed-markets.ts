// The instruments on which a bot may be created (check 54). In a thin market a few orders move the price against a bot.
import { compareDecimals, floorFraction, isZero, toFraction, type Decimal } from '@rondo/decimal';
import { ApiError } from '../api/api-error.ts';
import type { Listing, Market } from './market.ts';

/** `instruments` is null when each listed instrument is allowed. `minVolume` is in USDT of the last 24 hours. */
export interface AllowedMarkets {
  readonly instruments: readonly string[] | null;
  readonly minVolume: Decimal;
}

/**
 * Throws SYMBOL_NOT_ALLOWED for an instrument outside the list of the operator, SYMBOL_THIN when too little of it was traded in the last 24 hours, and
 * EXCHANGE_UNAVAILABLE when the volume cannot be read. Bots that run are never checked.
 */
export async function refuseDisallowed(
  { market, allowedMarkets }: { readonly market: Pick<Market, 'dayVolume'>; readonly allowedMarkets: AllowedMarkets },
  { rules }: Pick<Listing, 'rules'>,
): Promise<void> {
  const { instruments, minVolume } = allowedMarkets;
  const at = { field: 'basic.symbol' };
  if (instruments !== null && !instruments.includes(rules.id))
    throw new ApiError('SYMBOL_NOT_ALLOWED', { ...at, parameters: { symbol: rules.id } });
  if (isZero(minVolume)) return;
  const volume = await market.dayVolume(rules.id);
  if (!volume.ok) throw new ApiError('EXCHANGE_UNAVAILABLE');
  if (compareDecimals(volume.value, minVolume) >= 0) return;
  const parameters = { symbol: rules.id, volume: wholeOf(volume.value), least: wholeOf(minVolume) };
  throw new ApiError('SYMBOL_THIN', { ...at, parameters });
}

/** Returns the amount rounded down to whole USDT, so that a refused volume is never shown as the needed one. */
function wholeOf(amount: Decimal): string {
  return String(floorFraction(toFraction(amount)));
}
