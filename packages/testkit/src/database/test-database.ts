// A real embedded PostgreSQL server for one test file. It has a migrated template database, and every test database is
// a copy of the template.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { databaseUser, openStore, startEmbedded, type Store } from '@rondo/store';

/** A PostgreSQL server for one test file. */
export interface TestDatabase {
  /**
   * Creates an empty, migrated database and returns its address. A test that simulates several nodes opens one store
   * per node at this address.
   */
  createUrl(): Promise<string>;
  /** Creates a database without tables and returns its address. The first store that is opened there applies all migrations. */
  createBareUrl(): Promise<string>;
  /** Opens a store on a new database, or on the database at `url`. `stop` of the test database closes the store. */
  openStore(options?: {
    readonly url?: string;
    readonly nodeId?: string;
    readonly masterKey?: Uint8Array;
  }): Promise<Store>;
  /** Returns a client for raw SQL on a database, to read and change rows without the store. */
  sql(url: string): Sql;
  stop(): Promise<void>;
}

/** This log writes nothing. */
export const silentLog = { write: (): void => undefined };
/** The default master key of the stores in tests. */
export const testMasterKey: Uint8Array = new Uint8Array(32).fill(7);

/**
 * Starts the server in a temporary folder. This takes about one second. Call this function in `beforeAll`, and call `stop` in `afterAll`.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'rondo-test-'));
  const dataFolder = join(folder, 'home');
  await chmod(folder, 0o755); // `mkdtemp` creates a folder that only its owner may enter, but PostgreSQL may run as another operating-system user.
  const server = await startEmbedded({ dataFolder, log: silentLog });
  const stopServer = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const urlOf = (name: string): string =>
    `postgres:///${name}?host=${server.socketFolder}&port=${server.port}&user=${databaseUser}`;
  const open = new Set<{ close(): Promise<void> }>();
  const sql = (url: string): Sql => {
    const query = new URL(url);
    const client = postgres({
      path: `${server.socketFolder}/.s.PGSQL.${server.port}`,
      username: databaseUser,
      database: query.pathname.slice(1),
      max: 2,
      onnotice: () => undefined,
    });
    open.add({ close: () => client.end({ timeout: 1 }) });
    return client;
  };
  const root = sql(urlOf('postgres'));
  try {
    await root`create database template_rondo`;
    await (await openStore({ databaseUrl: urlOf('template_rondo'), masterKey: testMasterKey, log: silentLog })).close();
  } catch (error) {
    await stopServer();
    throw error;
  }
  let databases = 0;
  const createFrom = async (template: string): Promise<string> => {
    databases += 1;
    const name = `test_${databases}`;
    await root.unsafe(`create database ${name} template ${template}`);
    return urlOf(name);
  };
  const createUrl = (): Promise<string> => createFrom('template_rondo');
  return {
    createUrl,
    createBareUrl: () => createFrom('template1'),
    sql,
    async openStore(options = {}) {
      const store = await openStore({
        databaseUrl: options.url ?? (await createUrl()),
        masterKey: options.masterKey ?? testMasterKey,
        log: silentLog,
        ...(options.nodeId === undefined ? {} : { nodeId: options.nodeId }),
      });
      open.add(store);
      return store;
    },
    async stop() {
      await Promise.all([...open].map((each) => each.close()));
      await stopServer();
    },
  };
}
