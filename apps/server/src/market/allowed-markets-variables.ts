// The variables of the environment that choose the instruments of new bots. `env.ts` reads the environment.
import { decimal } from '@rondo/decimal';
import type { VenueName } from '@rondo/contract';
import * as z from 'zod';
import type { AllowedMarkets } from './allowed-markets.ts';

/** The smallest volume of 24 hours on a live venue in USDT. The sandbox has no smallest volume. */
const liveMinVolume = 5_000_000;

/** The variables with their checks. */
export const allowedMarketsVariables = {
  RONDO_INSTRUMENTS: z
    .string()
    .regex(/^(all|[A-Z0-9]+-USDT-SWAP(,[A-Z0-9]+-USDT-SWAP)*)$/, {
      message: 'must be all or a list such as BTC-USDT-SWAP,ETH-USDT-SWAP',
    })
    .default('all'),
  RONDO_MIN_VOLUME_USDT: z.coerce.number().int().min(0).max(1_000_000_000_000).optional(),
};

type Values = z.output<z.ZodObject<typeof allowedMarketsVariables>> & { readonly RONDO_VENUE: VenueName };

/** Returns the instruments on which new bots may start. */
export function allowedMarketsOf(values: Values): AllowedMarkets {
  const { RONDO_INSTRUMENTS: names, RONDO_MIN_VOLUME_USDT: least, RONDO_VENUE: venue } = values;
  return {
    instruments: names === 'all' ? null : names.split(','),
    minVolume: decimal(String(least ?? (venue === 'sandbox' ? 0 : liveMinVolume))),
  };
}
