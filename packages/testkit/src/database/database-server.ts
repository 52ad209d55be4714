// A real embedded PostgreSQL server for tests. It has a migrated template database, of which every test database is a copy.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { databaseUser, givenKey, openStore, startEmbedded } from '@rondo/store';

/** The address of a server whose template database is ready. The fields can be sent to another process. */
export interface DatabaseServer {
  readonly socketFolder: string;
  readonly port: number;
}

/** The name of the migrated database without rows. */
export const templateDatabase = 'template_rondo';
/** This log writes nothing. */
export const silentLog = { write: (): void => undefined };
/** The default master key of the stores in tests. */
export const testMasterKey: Uint8Array = new Uint8Array(32).fill(7);

/** Returns the address of a database for `openStore`. */
export function databaseUrl({ socketFolder, port }: DatabaseServer, name: string): string {
  return `postgres:///${name}?host=${socketFolder}&port=${port}&user=${databaseUser}`;
}

/** Opens at most two connections to a database of the server. */
export function connectRaw({ socketFolder, port }: DatabaseServer, database: string): postgres.Sql {
  return postgres({
    path: `${socketFolder}/.s.PGSQL.${port}`,
    username: databaseUser,
    database,
    max: 2,
    onnotice: () => undefined,
  });
}

/** Starts the server in a temporary folder and creates its template. This takes about two seconds of processor time. `stop` deletes the folder. */
export async function startDatabaseServer(): Promise<DatabaseServer & { stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'rondo-test-'));
  await chmod(folder, 0o755); // `mkdtemp` creates a folder that only its owner may enter, but PostgreSQL may run as another operating-system user.
  const running = await startEmbedded({ dataFolder: join(folder, 'home'), log: silentLog });
  const server = { socketFolder: running.socketFolder, port: running.port };
  const stop = async (): Promise<void> => {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await prepare(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...server, stop };
}

async function prepare(server: DatabaseServer): Promise<void> {
  const sql = connectRaw(server, 'postgres');
  try {
    // The data of a test does not survive a crash of the machine, so the server need not wait for the disk. Tests of durability start their own server.
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await sql.unsafe(`alter system set ${setting} = off`);
    }
    await sql`select pg_reload_conf()`;
    await sql.unsafe(`create database ${templateDatabase}`);
  } finally {
    await sql.end({ timeout: 1 });
  }
  const options = { masterKey: givenKey(testMasterKey, 'the test key'), log: silentLog };
  await (await openStore({ databaseUrl: databaseUrl(server, templateDatabase), ...options })).close();
}
