// A real embedded PostgreSQL with tables of the program, and a writer of numbered transactions whose restored rows can be checked.
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { givenKey, openStore, startEmbedded, type EmbeddedServer, type ToolStore } from '@rondo/store';
import { connectRaw, createUser, silentLog, testMasterKey } from '@rondo/testkit/database';

/** A running cluster in a data folder. */
export interface Cluster {
  readonly home: string;
  readonly server: EmbeddedServer;
  readonly sql: Sql;
  stop(): Promise<void>;
}

/** Returns a folder for the data folders of a test file, and the function that deletes it. */
export async function newFolder(): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'rondo-physical-'));
  await chmod(folder, 0o755); // The server runs as another user when root runs the tests.
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Starts the server of a data folder. */
export async function startCluster(home: string): Promise<Cluster> {
  const server = await startEmbedded({ dataFolder: home, log: silentLog });
  const sql = connectRaw(server, 'postgres');
  return {
    home,
    server,
    sql,
    async stop() {
      await sql.end({ timeout: 1 });
      await server.stop();
    },
  };
}

/** Opens a store on a running cluster. */
export function openClusterStore({ home }: Cluster): Promise<ToolStore> {
  const masterKey = givenKey(testMasterKey, 'the test key');
  return openStore({ dataFolder: home, isGuest: true, masterKey, log: silentLog });
}

/** Starts a new cluster with the tables of the program, a session, and the tables of the writer. */
export async function createCluster(home: string): Promise<Cluster> {
  const cluster = await startCluster(home);
  const store = await openClusterStore(cluster);
  const userId = await createUser(store);
  await store.sessions.create({ userId, remember: true, now: Date.now() });
  await store.instances.enter({ venue: 'okx', place: 'here', machine: 'here', trades: true });
  await store.close();
  await cluster.sql`create table written (number integer primary key, at timestamptz not null default clock_timestamp())`;
  await cluster.sql`create table total (sum bigint not null)`;
  await cluster.sql`insert into total values (0)`;
  return cluster;
}

/** Writes the next numbers, each in a transaction of its own, and returns the last number. */
export async function write({ sql }: Cluster, count: number): Promise<number> {
  let last = 0;
  for (let written = 0; written < count; written += 1)
    last = await sql.begin(async (transaction) => {
      const [row] = await transaction<{ number: number }[]>`
        insert into written (number) select coalesce(max(number), 0) + 1 from written returning number`;
      await transaction`update total set sum = sum + ${row?.number ?? 0}`;
      return row?.number ?? 0;
    });
  return last;
}

/** Returns the last number of the rows. Throws when a number is missing, or when the second table does not have the same transactions. */
export async function lastWritten({ sql }: Pick<Cluster, 'sql'>): Promise<number> {
  const [row] = await sql<{ rows: number; last: number; equal: boolean }[]>`
    select count(*)::int as rows, coalesce(max(number), 0) as last, coalesce(sum(number), 0) = (select sum from total) as equal from written`;
  if (row?.rows !== row?.last || row?.equal !== true) throw new Error(`rows are missing: ${JSON.stringify(row)}`);
  return row.last;
}

/** Returns the names in a folder, or an empty list when it does not exist. */
export function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
