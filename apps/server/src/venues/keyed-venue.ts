// Opens the exchange whose accounts are linked with a typed key.
import type { Transport } from '@rondo/exchange';
import type { ServerConfig } from '../env.ts';
import { createLbankVenue } from './lbank/lbank-venue.ts';
import type { KeyedVenue } from './venue.ts';

type KeyedVenueConfig = Pick<ServerConfig, 'venue' | 'isKeyedVenueOn' | 'keyedVenueOrigin'>;

/** With a sandbox, calls to this exchange go to its simulation in the sandbox at `sandboxOrigin`. */
export function openKeyedVenue(
  config: KeyedVenueConfig,
  transport: Transport,
  sandboxOrigin: string | null,
): KeyedVenue {
  return createLbankVenue({
    environment: config.venue === 'sandbox' ? 'sandbox' : 'live',
    origin: config.isKeyedVenueOn ? (sandboxOrigin ?? config.keyedVenueOrigin) : null,
    transport,
  });
}
