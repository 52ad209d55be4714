// The destinations of the clients of exchanges. A connection to another origin is not opened, so a faulty address in a request cannot reach another machine.
import type { ServerConfig } from '../env.ts';
import { tradingVenue } from './trading-venue.ts';
import type { VenueSite } from './venue.ts';

type DestinationConfig = Pick<ServerConfig, 'isKeyedVenueOn' | 'keyedVenueOrigin'>;

/** Returns the origins of the sandbox, or of all sites and sockets of the exchanges. `sandbox` is null on a live venue. */
export function destinationsOf(config: DestinationConfig, sandbox: VenueSite | null): ReadonlySet<string> {
  const keyed = config.isKeyedVenueOn ? [config.keyedVenueOrigin] : [];
  const addresses = sandbox === null ? [...tradingVenue.addresses(), ...keyed] : [sandbox.restOrigin, sandbox.wsBase];
  return new Set(addresses.map((address) => new URL(address).origin));
}
