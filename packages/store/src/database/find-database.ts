// Finds the database of an installation: an external one, or the embedded server of the data folder.
import type { Log } from '@rondo/engine/ports';
import { findRunning, startEmbedded, type EmbeddedServer } from '../embedded/supervisor.ts';
import type { DatabasePlace } from './connection.ts';

/** The database of an installation. `isGuest` is true for a tool: it uses the embedded server of the program when the program runs, and does not lock the folder. */
export type DatabaseOptions = ({ readonly databaseUrl: string } | { readonly dataFolder: string }) & {
  readonly log: Log;
  readonly isGuest?: boolean;
};

/** Returns the place of the database. `server` is the embedded server that the caller has to stop, or null. */
export async function findDatabase(
  options: DatabaseOptions,
): Promise<{ readonly place: DatabasePlace; readonly server: EmbeddedServer | null }> {
  if ('databaseUrl' in options) return { place: { url: options.databaseUrl }, server: null };
  if (options.isGuest === true) {
    const running = await findRunning(options.dataFolder);
    if (running !== null) return { place: running, server: null };
  }
  const server = await startEmbedded({ dataFolder: options.dataFolder, log: options.log });
  return { place: server, server };
}
