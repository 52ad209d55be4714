// The installation of this server: its venue and whether it is frozen. A copy of an installation is frozen, so it sends no order (decisions 48 and 56).
import type { Clock, Log } from '@rondo/engine/ports';
import {
  serverPlace,
  type FoundCopy,
  type FreezeReason,
  type InstanceRecord,
  type ServerPlace,
  type Store,
} from '@rondo/store';
import type { ServerConfig } from '../env.ts';
import { keepLastSeen } from './copies/last-seen.ts';
import type { ShutdownStep } from './shutdown.ts';
import { createCopyWatch, createProvenWatch, type CopyWatch } from './copy-watch.ts';
import { serverLimits } from '../limits.ts';
import { causeOf } from './log.ts';

/** What this server knows about its installation. */
export interface Installation {
  readonly mark: string;
  /** The name of the installation in the hints of its nodes. */
  readonly name: string;
  /** The time of the last confirmation in epoch ms. 0: nobody has confirmed the installation. */
  readonly confirmedAt: number;
  /** Finds out after the start whether another copy of the installation runs. */
  readonly watch: CopyWatch;
  /** Returns why the installation is frozen, or null when it may trade. */
  readonly frozen: () => FreezeReason | null;
  /** Freezes the installation in the database and calls the listeners of `onFreeze`. */
  readonly freeze: (copy: FoundCopy) => Promise<void>;
  /** Reads whether another server of this database has frozen the installation, or has proven that no other copy runs. */
  readonly follow: () => Promise<void>;
  /** Stores outside the database what this server sees of it, from now on. Returns the step that ends the work. */
  readonly keepLastSeen: () => ShutdownStep;
  /** Adds a listener that is called once, when the installation freezes while this server runs. */
  readonly onFreeze: (listener: () => void) => void;
}

export interface InstallationDeps {
  readonly config: Pick<ServerConfig, 'venue' | 'databaseUrl' | 'homeFolder' | 'sandbox' | 'role'>;
  readonly instances: Store['instances'];
  readonly clock: Clock;
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
export async function enterInstallation(deps: InstallationDeps): Promise<Installation> {
  const { config, instances, log } = deps;
  const here = await placeOfServer(deps);
  const entered = await instances.enter({ venue: config.venue, ...here, trades: config.role !== 'api' });
  if (!entered.ok) throw new Error(refusalText(config, entered.refusal));
  let { instance } = entered;
  if ((instance.frozen === 'place' || instance.frozen === 'database') && hasOwnExchange(config)) {
    log.write('info', 'instance.moved', { reason: instance.frozen });
    instance = await instances.confirm({ ...here, now: deps.clock.now() });
  }
  if (instance.frozen !== null) log.write('error', 'instance.frozen', { reason: instance.frozen });
  return installationOf(deps, instance);
}

function installationOf(
  { config, instances, clock, log, place }: InstallationDeps,
  { mark, name, confirmedAt, sharedAccounts, isProven, frozen: frozenAtStart }: InstanceRecord,
): Installation {
  let frozen = frozenAtStart;
  const listeners: (() => void)[] = [];
  const note = (reason: FreezeReason, fields: Readonly<Record<string, string>> = {}): void => {
    if (frozen !== null) return;
    frozen = reason;
    log.write('error', 'instance.frozen', { reason, ...fields });
    for (const listener of listeners) listener();
  };
  const freeze = async (copy: FoundCopy): Promise<void> => {
    if (frozen !== null) return;
    note(copy.reason, { accountId: copy.accountIds[0] ?? '' });
    await instances.freeze(copy);
  };
  const logFailure = (error: unknown): void => log.write('error', 'instance.notStored', { cause: causeOf(error) });
  const needsProof = !isProven && config.role !== 'api' && !hasOwnExchange(config);
  const watch = createCopyWatch({
    clock,
    log,
    sharedAccounts,
    claim: () => instances.claimCommand(serverLimits.copyClaimMs),
    onProven: () => void instances.prove().catch(logFailure),
    onFound: (accountIds) => void freeze({ reason: 'listeners', accountIds }).catch(logFailure),
  });
  return {
    mark,
    name,
    confirmedAt,
    watch: needsProof ? watch : createProvenWatch({ clock, log, sharedAccounts }),
    frozen: () => frozen,
    freeze,
    async follow() {
      const found = await instances.find();
      if (found === null) return;
      if (found.frozen !== null) note(found.frozen);
      else if (found.isProven) watch.trust();
      // The database was restored while this server ran, so its credentials are those of the backup.
      if (found.frozen === 'backup') await instances.endRestored();
    },
    keepLastSeen() {
      const isKept = place === undefined && config.role !== 'api' && !hasOwnExchange(config);
      const deps = { clock, log, instances, installation: { frozen: () => frozen, freeze }, folder: config.homeFolder };
      const kept = isKept ? keepLastSeen(deps) : null;
      return { name: 'last seen', close: async () => kept?.stop() };
    },
    onFreeze: (listener) => void listeners.push(listener),
  };
}

/** Returns the place of this server. */
async function placeOfServer({ config, place }: Pick<InstallationDeps, 'config' | 'place'>): Promise<ServerPlace> {
  if (place !== undefined) return { place, machine: place };
  const { databaseUrl, homeFolder, role } = config;
  const here = await serverPlace(homeFolder, { isEmbedded: databaseUrl === null, trades: role !== 'api' });
  return hasOwnExchange(config) ? { ...here, seen: null } : here;
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
