// The database of a bench: a PostgreSQL server of its own that waits for the disk, like the server of `npm start`.
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';

/** Starts the server. The servers of tests do not wait for the disk, so the bench resets their settings. */
export async function startBenchDatabase(): Promise<TestDatabase> {
  const database = await startTestDatabase(null);
  const sql = database.sql(await database.createUrl());
  await sql.unsafe('alter system reset all');
  await sql`select pg_reload_conf()`;
  return database;
}
