// The installation of this server: its venue and whether it is frozen. A copy of an installation is frozen, so it sends no order (decisions 48 and 56).
import type { Log } from '@rondo/engine/ports';
import { placeOf, type FreezeReason, type Store } from '@rondo/store';
import type { ServerConfig } from '../env.ts';

/** What this server knows about its installation since its start. */
export interface Installation {
  readonly mark: string;
  /** Returns why the installation is frozen, or null when it may trade. */
  readonly frozen: () => FreezeReason | null;
}

export interface InstallationDeps {
  readonly config: Pick<ServerConfig, 'venue' | 'databaseUrl' | 'homeFolder' | 'sandbox'>;
  readonly instances: Store['instances'];
  readonly log: Log;
  /** The digest of the place of this server. A test uses it to run a server on another machine. */
  readonly place?: string;
}

/**
 * Claims the database for the venue of this server. Throws an error with a sentence for the operator when the database belongs to another venue.
 *
 * A moved home of the sandbox is confirmed here without the operator: its exchange is in the same folder, so a copy of the folder trades on a copy of the exchange
 * and cannot double a position of the original.
 */
export async function enterInstallation({ config, instances, log, place }: InstallationDeps): Promise<Installation> {
  const here = place ?? (await placeOf(config.databaseUrl === null ? config.homeFolder : null));
  const entered = await instances.enter({ venue: config.venue, place: here });
  if (!entered.ok) throw new Error(refusalText(config, entered.refusal));
  let { instance } = entered;
  if (instance.frozen !== null && hasOwnExchange(config)) {
    log.write('info', 'instance.moved', { reason: instance.frozen });
    instance = await instances.confirm(here);
  }
  if (instance.frozen !== null) log.write('error', 'instance.frozen', { reason: instance.frozen });
  const { mark, frozen } = instance;
  return { mark, frozen: () => frozen };
}

function hasOwnExchange({ venue, databaseUrl, sandbox }: InstallationDeps['config']): boolean {
  return venue === 'sandbox' && databaseUrl === null && sandbox.statusFile === null;
}

function refusalText(
  { venue, databaseUrl, homeFolder }: InstallationDeps['config'],
  refusal: 'other_venue' | 'mixed_venues',
): string {
  const data = databaseUrl === null ? `The data folder ${homeFolder}` : 'The database of DATABASE_URL';
  const setting = databaseUrl === null ? 'RONDO_HOME' : 'DATABASE_URL';
  if (refusal === 'mixed_venues')
    return `${data} has accounts of the sandbox beside accounts with real money. Start with a new ${setting}, and link the accounts again.`;
  return `${data} was made for another venue than ${venue}. Choose another ${setting} for RONDO_VENUE=${venue}, because people and passwords of one venue must not exist on another one.`;
}
