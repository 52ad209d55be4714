// Ends the keys whose revocation is ordered while no server runs. The orders are stored in the database, so an interrupted call continues at the next one.
import { createServer } from '../create-server.ts';
import type { ServerConfig } from '../env.ts';
import { revokeUntilDone } from './key-revocations.ts';

/**
 * Opens the installation without a port and without trading, and ends the ordered keys until none is left or `stopped` resolves. Returns the reason of a refusal, or
 * null. Entries that rest at the exchange are not cancelled, because no engine runs.
 */
export async function revokeAlone(config: ServerConfig, stopped: Promise<void>): Promise<string | null> {
  const server = await createServer({ ...config, port: 0, demo: 'none', accessLogFolder: null });
  try {
    if (server.context.installation.frozen() !== null)
      return 'the installation is frozen, so its keys stay sealed; confirm it first (rondo restore confirm)';
    await server.trading.register();
    await revokeUntilDone(server.context, stopped);
    return null;
  } finally {
    await server.close();
  }
}
