// The databases of one test file on a real PostgreSQL server. The files of a test run use one server, and each file creates its own databases.
import { type Sql } from 'postgres';
import { givenKey, openStore, type NodeIdentity, type ToolStore } from '@rondo/store';
import { inject } from 'vitest';
import {
  connectRaw,
  databaseUrl,
  silentLog,
  startDatabaseServer,
  templateDatabase,
  testMasterKey,
  type DatabaseServer,
} from './database-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that tests/database-server.ts started for the test run. The value is undefined in a run without a shared server. */
    readonly databaseServer?: DatabaseServer;
  }
}

/** The databases of one test file. */
export interface TestDatabase {
  /**
   * Creates an empty, migrated database and returns its address. A test that simulates several nodes opens one store
   * per node at this address.
   */
  createUrl(): Promise<string>;
  /** Ends the connections to the database at `url`, copies the database, and returns the address of the copy. */
  copyUrl(url: string): Promise<string>;
  /** Creates a database without tables and returns its address. The first store that is opened there applies all migrations. */
  createBareUrl(): Promise<string>;
  /** Opens a store on a new database, or on the database at `url`. `stop` of the test database closes the store. */
  openStore(options?: {
    readonly url?: string;
    readonly nodeId?: string;
    readonly identity?: NodeIdentity;
    readonly masterKey?: Uint8Array;
    readonly systemUser?: string;
  }): Promise<ToolStore>;
  /** Returns a client for raw SQL on a database, to read and change rows without the store. */
  sql(url: string): Sql;
  /** Closes the stores and clients, and deletes the databases. */
  stop(): Promise<void>;
}

/**
 * Returns the databases of a test file. Without a server, this function starts a server of its own, which `stop` stops. Call this function in
 * `beforeAll`, and call `stop` in `afterAll`.
 */
export async function startTestDatabase(
  shared: DatabaseServer | null = inject('databaseServer') ?? null,
): Promise<TestDatabase> {
  const own = shared === null ? await startDatabaseServer() : null;
  const server = shared ?? own;
  if (server === null) throw new Error('No server runs.');
  const open = new Set<{ close(): Promise<void> }>();
  const connect = (database: string): Sql => {
    const client = connectRaw(server, database);
    open.add({ close: () => client.end({ timeout: 1 }) });
    return client;
  };
  const root = connectRaw(server, 'postgres');
  const databases: string[] = [];
  const createFrom = async (template: string): Promise<string> => {
    const [row] = await root<{ name: string }[]>`select 'test_' || md5(gen_random_uuid()::text) as name`;
    const name = row?.name ?? '';
    databases.push(name);
    // Without `fsync`, copying the files takes 30 ms. The default strategy writes the whole template to the log and takes ten times longer.
    await root.unsafe(`create database ${name} template ${template} strategy file_copy`);
    return databaseUrl(server, name);
  };
  const createUrl = (): Promise<string> => createFrom(templateDatabase);
  return {
    createUrl,
    async copyUrl(url) {
      const name = new URL(url).pathname.slice(1);
      await root`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`;
      return createFrom(name);
    },
    createBareUrl: () => createFrom('template1'),
    sql: (url) => connect(new URL(url).pathname.slice(1)),
    async openStore({ url, masterKey = testMasterKey, ...node } = {}) {
      const address = url ?? (await createUrl());
      const source = givenKey(masterKey, 'the test key');
      const store = await openStore({ databaseUrl: address, masterKey: source, log: silentLog, ...node });
      open.add(store);
      return store;
    },
    async stop() {
      await Promise.all([...open].map((each) => each.close()));
      if (own === null) for (const name of databases) await root.unsafe(`drop database ${name} with (force)`);
      await root.end({ timeout: 1 });
      await own?.stop();
    },
  };
}
