// Opens the store: it finds or starts the database, migrates the database, and creates the repositories.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { anchorKeyOf, createAuditAnchor, type AuditAnchor } from './people/audit-anchor.ts';
import { createAudit } from './people/audit.ts';
import { createAuditWriter, type AuditWriter } from './people/audit-writer.ts';
import { createAccountLabels } from './links/account-labels.ts';
import { createAccountStates } from './links/account-states.ts';
import { createAccounts } from './links/accounts.ts';
import { createBots } from './bots/bots.ts';
import { createCallers } from './sessions/callers.ts';
import { createConsents } from './links/consents.ts';
import { connect } from './database/connection.ts';
import type { Sql } from 'postgres';
import { readDatabaseFacts } from './database/database-facts.ts';
import { findDatabase, type DatabaseOptions } from './database/find-database.ts';
import { StartError, systemCode } from './embedded/start-error.ts';
import { createHistory } from './history/history.ts';
import { createCommitMarks } from './journal/commit-marks.ts';
import { createJournal } from './journal/journal.ts';
import { createHoneyAccount, type HoneyIds } from './links/honey-account.ts';
import { createKeyCalls } from './links/key-calls.ts';
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
import { createKeyRotation } from './rotation/key-rotation.ts';
import type { KeySource } from './secrets/key-source.ts';
import { createMasterKeys } from './rotation/master-keys.ts';
import { localSeals, type SealSource } from './secrets/seal-work.ts';
import type { Seals } from './secrets/seals.ts';
import { createOauthSecret } from './rotation/oauth-secret.ts';
import { createPasswords } from './secrets/passwords.ts';
import { openStoreKeys, type StoreKeys } from './store-keys.ts';
import { createPasskeys } from './people/passkeys.ts';
import { createPeople } from './people/people.ts';
import type { Store, ToolStore } from './store.ts';
import { createAiDecisions } from './signals/ai-decisions.ts';
import { createSignalHooks } from './signals/signal-hooks.ts';
import { createSignalReadings } from './signals/signal-readings.ts';
import { createSessions } from './sessions/sessions.ts';
import { createDevices } from './sessions/devices.ts';
import { createEnrolments } from './people/enrolments.ts';
import { createInstances } from './upkeep/instance.ts';
import { createSettings } from './upkeep/settings.ts';
import { createThrottles } from './sessions/throttles.ts';
import { createOpenSockets } from './sessions/open-sockets.ts';
import { createTickets } from './sessions/tickets.ts';
import { createUsers } from './people/users.ts';

/** The options of `openStore`. Exactly one of `databaseUrl` and `dataFolder` is given. */
export type StoreOptions = DatabaseOptions & {
  /** The folder with the migrations. The default is `migrations/` of this package. */
  readonly migrationsFolder?: string;
  /** The name of the row of this node. The default is a new name. A name that has a row already is replaced by a new name. */
  readonly nodeId?: string;
  /** What this node tells the other nodes about itself. A program without it takes no part in the placement of accounts. */
  readonly identity?: NodeIdentity | null;
  /** The user of the operating system who runs a tool. The audit names this user in the lines that the tool writes. */
  readonly systemUser?: string;
};

/** Returns a ready store whose master key is in this process. Throws like `openServerStore`. */
export async function openStore(options: StoreOptions & { readonly masterKey: KeySource }): Promise<ToolStore> {
  const source = localSeals(options.masterKey);
  return openWith(options, source, ({ sql, store, writer }) => {
    const { oauthStates, trading } = store.keys;
    if (trading === null) throw new Error('a process with the master key opens all keys of the installation');
    const rotation = createKeyRotation(sql, createMasterKeys(sql, source.own()), { writer, honey: store.honey.ids });
    return { ...store, keys: { oauthStates, trading }, keyRotation: rotation };
  });
}

/**
 * Returns a ready store without the master key: `seals` does the work with it or with the people key, in the process of the signer. Throws StartError with a message for a person when the embedded server cannot run, when the database of `databaseUrl` cannot be
 * used, or when the key is not the key of the database. If `close` is not called, the embedded server keeps running, and the next start adopts the server.
 */
export function openServerStore(options: StoreOptions & { readonly seals: SealSource }): Promise<Store> {
  return openWith(options, options.seals, ({ store }) => store);
}

interface Opened {
  readonly sql: Sql;
  readonly store: Store;
  readonly writer: AuditWriter;
}

async function openWith<Result>(
  options: StoreOptions,
  source: SealSource,
  complete: (opened: Opened) => Result,
): Promise<Result> {
  const { place, server } = await findDatabase(options);
  const sql = connect(place);
  try {
    const applied = await migrate(sql, options.log, options.migrationsFolder);
    options.log.write('info', 'database.migrated', { applied: applied.join(' ') });
    const { seals, keys, audit, honey, peppers, signersKey } = await openStoreKeys(sql, source);
    const writer = createAuditWriter(audit, options.systemUser);
    await writer.sign(sql);
    if (server !== null) await endEarlierNodes(sql);
    const node = nodeOf(options);
    const signal = await holdDeathSignal((onclose) => connect(place, { connections: 1, onclose }), node);
    const [leases, marks] = [createLeases(sql, node), createCommitMarks(sql)];
    const store: Store = {
      keys,
      journal: createJournal(sql, node, { leases, marks }),
      commits: marks,
      leases: createLeaseReads(sql, node),
      nodes: createNodes(sql, node, honey),
      oauthSecret: createOauthSecret(sql, seals),
      passwords: createPasswords({ peppers }),
      ...createCallers(sql, {
        users: createUsers(sql, writer),
        people: createPeople(sql, writer, honey),
        sessions: createSessions(sql, keys.oauthStates),
        accounts: createAccounts(sql, honey),
        accountLabels: createAccountLabels(sql),
        logins: createLogins(sql, writer),
      }),
      audit: createAudit({ sql, writer, key: audit, anchor: auditAnchorOf(sql, keys, audit) }),
      secondFactors: createSecondFactors(sql, seals),
      passkeys: createPasskeys(sql, seals),
      retention: createRetention(sql, writer),
      jobs: createJobs(sql),
      bots: createBots(sql, writer),
      history: createHistory(sql, honey),
      settings: createSettings(sql),
      instances: createInstances(sql, node, writer),
      enrolments: createEnrolments(sql, writer),
      devices: createDevices(sql),
      tickets: createTickets(sql),
      openSockets: createOpenSockets(sql, node),
      throttles: createThrottles(sql),
      ...createLinks(sql, { seals, writer, ids: honey }),
      keyCalls: createKeyCalls(sql, { node: node.incarnation, publicKey: signersKey }),
      facts: () => readDatabaseFacts(sql),
      aiDecisions: createAiDecisions(sql),
      signalReadings: createSignalReadings(sql),
      signalHooks: createSignalHooks(sql, writer),
      ready: () => responds(sql),
      async close() {
        await leases.close().catch(() => undefined); // Without the database, other nodes take the leases by their death signal.
        await signal.close();
        await sql.end({ timeout: 5 });
        await server?.stop();
      },
    };
    return complete({ sql, store, writer });
  } catch (error) {
    await sql.end({ timeout: 1 });
    await server?.stop();
    throw 'databaseUrl' in options ? withReason(error) : error;
  }
}

function createLinks(
  sql: Sql,
  { seals, writer, ids }: { readonly seals: Seals; readonly writer: AuditWriter; readonly ids: HoneyIds },
): Pick<Store, 'oauthStates' | 'consents' | 'keyChanges' | 'accountStates' | 'keyRevocations' | 'honey'> {
  return {
    oauthStates: createOauthStates(sql),
    consents: createConsents(sql, seals),
    keyChanges: createKeyChanges(sql),
    accountStates: createAccountStates(sql),
    keyRevocations: createKeyRevocations(sql, { seals, writer, honey: ids }),
    honey: createHoneyAccount(sql, { ids, seals }),
  };
}

/** Returns the anchor of the audit, or null in a process without the master key. */
function auditAnchorOf(sql: Sql, { trading }: StoreKeys, audit: Uint8Array): AuditAnchor | null {
  return trading === null ? null : createAuditAnchor(sql, anchorKeyOf(trading.clientOrderIds, audit));
}

/** Returns true when the database responds within `readyTimeoutMs`. */
async function responds(sql: Sql): Promise<boolean> {
  const response = sql`select 1`.then(
    () => true,
    () => false,
  );
  return Promise.race([response, wait(readyTimeoutMs, false, { ref: false })]);
}

function nodeOf({ nodeId = randomUUID(), identity = null }: StoreOptions): Node {
  return { incarnation: nodeId, signalKey: 0, identity, beginning: null, confirmedAt: null };
}

/** The code of PostgreSQL for a change in a transaction that only reads. */
const readOnlyCode = '25006';

// The error of the driver ("connect ECONNREFUSED ...") does not name the wrong setting. The new error names DATABASE_URL and not the address, because the
// address contains a password.
function withReason(error: unknown): unknown {
  if (systemCode(error) === readOnlyCode)
    return new StartError(
      'failed',
      'The database of DATABASE_URL permits no changes (default_transaction_read_only). After "rondo restore --into", run freeze.sql and open.sql in it first, as the restore has said.',
      error,
    );
  if (!(error instanceof Error) || systemCode(error) === '') return error;
  return new StartError('failed', `The database of DATABASE_URL cannot be used: ${error.message}.`, error);
}
