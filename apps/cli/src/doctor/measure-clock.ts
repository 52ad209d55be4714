// Measures the clock of the exchange for `rondo doctor`.
import { createNodeTransport, createOkxPublic } from '@rondo/exchange';
import type { AccountSite } from '../restore/account-listings.ts';
import { wallClock } from '../wall-clock.ts';

/** Returns the clock of the exchange minus the clock of this machine in ms, or null when the exchange does not respond. */
export async function measureClock(site: AccountSite): Promise<number | null> {
  const transport = createNodeTransport();
  const market = createOkxPublic({ ...site, clock: wallClock, log: { write: () => undefined }, transport });
  try {
    await market.serverClock.measure();
    return market.serverClock.isKnown() ? market.serverClock.now() - wallClock.now() : null;
  } finally {
    market.close();
    await transport.close();
  }
}
