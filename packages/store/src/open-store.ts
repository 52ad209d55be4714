// Opens the store: it finds or starts the database, migrates the database, and creates the repositories.
import type { Log } from '@rondo/engine/ports';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createAudit } from './people/audit.ts';
import { createAccountLabels } from './links/account-labels.ts';
import { createAccountStates } from './links/account-states.ts';
import { createAccounts } from './links/accounts.ts';
import { createBots } from './bots/bots.ts';
import { createCallers } from './sessions/callers.ts';
import { createConsents } from './links/consents.ts';
import { connect, type DatabasePlace } from './database/connection.ts';
import { StartError, systemCode } from './embedded/start-error.ts';
import { findRunning, startEmbedded, type EmbeddedServer } from './embedded/supervisor.ts';
import { createHistory } from './history/history.ts';
import { createJournal } from './journal/journal.ts';
import { createKeyChanges } from './links/key-changes.ts';
import { createKeyRevocations } from './links/key-revocations.ts';
import { holdDeathSignal } from './journal/death-signal.ts';
import { createLeaseReads, createLeases, endEarlierNodes } from './journal/leases.ts';
import type { Node, NodeIdentity } from './journal/node.ts';
import { createNodes } from './journal/nodes.ts';
import { readyTimeoutMs } from './limits.ts';
import { migrate } from './database/migrations.ts';
import { createOauthStates } from './links/oauth-states.ts';
import { createLogins } from './people/logins.ts';
import { createJobs } from './upkeep/jobs.ts';
import { createRetention } from './upkeep/retention.ts';
import { createSecondFactors } from './people/second-factors.ts';
import { openInstallationKeys } from './secrets/installation-keys.ts';
import type { KeySource } from './secrets/master-key.ts';
import { createPasswords } from './secrets/passwords.ts';
import { createPeople } from './people/people.ts';
import type { Store } from './store.ts';
import { createSessions } from './sessions/sessions.ts';
import { createDevices } from './sessions/devices.ts';
import { createEnrolments } from './people/enrolments.ts';
import { createInstances } from './upkeep/instance.ts';
import { createSettings } from './upkeep/settings.ts';
import { createThrottles } from './sessions/throttles.ts';
import { createTickets } from './sessions/tickets.ts';
import { createUsers } from './people/users.ts';

/** The options of `openStore`. Exactly one of `databaseUrl` and `dataFolder` is given. */
export type StoreOptions = ({ readonly databaseUrl: string } | { readonly dataFolder: string }) & {
  readonly masterKey: KeySource;
  readonly log: Log;
  /** The folder with the migrations. The default is `migrations/` of this package. */
  readonly migrationsFolder?: string;
  /** The name of the row of this node. The default is a new name. A name that has a row already is replaced by a new name. */
  readonly nodeId?: string;
  /** What this node tells the other nodes about itself. A program without it takes no part in the placement of accounts. */
  readonly identity?: NodeIdentity | null;
  /** True for a tool that opens the database while the program runs. The store then uses the embedded server of the program and does not lock the folder. */
  readonly isGuest?: boolean;
};

/**
 * Returns a ready store. Throws StartError with a message for a person when the embedded server cannot run, when the database of `databaseUrl` cannot be
 * used, or when the master key is not the key of the database. If `close` is not called, the embedded server keeps running, and the next start adopts the server.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { place, server } = await findDatabase(options);
  const sql = connect(place);
  try {
    const applied = await migrate(sql, options.log, options.migrationsFolder);
    options.log.write('info', 'database.migrated', { applied: applied.join(' ') });
    const { masterKey, keys } = await openInstallationKeys(sql, options.masterKey);
    if (server !== null) await endEarlierNodes(sql);
    const node = nodeOf(options);
    const signal = await holdDeathSignal((onclose) => connect(place, { connections: 1, onclose }), node);
    const leases = createLeases(sql, node);
    return {
      keys,
      journal: createJournal(sql, node, leases),
      leases: createLeaseReads(sql, node),
      nodes: createNodes(sql, node),
      passwords: createPasswords({ pepper: keys.passwords }),
      ...createCallers(sql, {
        users: createUsers(sql),
        people: createPeople(sql),
        sessions: createSessions(sql),
        accounts: createAccounts(sql, masterKey),
        accountLabels: createAccountLabels(sql),
        logins: createLogins(sql),
      }),
      audit: createAudit(sql),
      secondFactors: createSecondFactors(sql, masterKey),
      retention: createRetention(sql),
      jobs: createJobs(sql),
      bots: createBots(sql),
      history: createHistory(sql),
      settings: createSettings(sql),
      instances: createInstances(sql, node),
      enrolments: createEnrolments(sql),
      devices: createDevices(sql),
      tickets: createTickets(sql),
      throttles: createThrottles(sql),
      oauthStates: createOauthStates(sql),
      consents: createConsents(sql, masterKey),
      keyChanges: createKeyChanges(sql),
      accountStates: createAccountStates(sql),
      keyRevocations: createKeyRevocations(sql, masterKey),
      async ready() {
        const response = sql`select 1`.then(
          () => true,
          () => false,
        );
        return Promise.race([response, wait(readyTimeoutMs, false, { ref: false })]);
      },
      async close() {
        await leases.close().catch(() => undefined); // Without the database, other nodes take the leases by their death signal.
        await signal.close();
        await sql.end({ timeout: 5 });
        await server?.stop();
      },
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    await server?.stop();
    throw 'databaseUrl' in options ? withSettingName(error) : error;
  }
}

function nodeOf({ nodeId = randomUUID(), identity = null }: StoreOptions): Node {
  return { incarnation: nodeId, signalKey: 0, identity, beginning: null };
}

// The error of the driver ("connect ECONNREFUSED ...") does not name the wrong setting. The new error names DATABASE_URL and not the address, because the
// address contains a password.
function withSettingName(error: unknown): unknown {
  if (!(error instanceof Error) || systemCode(error) === '') return error;
  return new StartError('failed', `The database of DATABASE_URL cannot be used: ${error.message}.`, error);
}

async function findDatabase(
  options: StoreOptions,
): Promise<{ readonly place: DatabasePlace; readonly server: EmbeddedServer | null }> {
  if ('databaseUrl' in options) return { place: { url: options.databaseUrl }, server: null };
  if (options.isGuest === true) {
    const running = await findRunning(options.dataFolder);
    if (running !== null) return { place: running, server: null };
  }
  const server = await startEmbedded({ dataFolder: options.dataFolder, log: options.log });
  return { place: server, server };
}
