// Starts a PostgreSQL of another major version than the embedded one. It is the server of a Debian package.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';

const packages = '/usr/lib/postgresql';
/** The embedded PostgreSQL has this major version. */
export const ownMajor = '18';
/** The other major version, or undefined on a machine without one. */
export const otherMajor = existsSync(packages)
  ? readdirSync(packages).find((version) => version !== ownMajor)
  : undefined;
/** PostgreSQL refuses to run as root, so root starts the server as the user nobody. */
const nobody = 65_534;

/** The longest time that the server needs until it executes statements, on a busy machine. */
const startSeconds = 60;

/** A running server. `sql` is a client for raw SQL. */
interface OtherPostgres {
  readonly url: string;
  readonly sql: postgres.Sql;
  stop(): Promise<void>;
}

/** Starts the server with its data in the folder, and returns it when it executes statements. Its socket exists earlier. */
export async function startOtherPostgres(folder: string): Promise<OtherPostgres> {
  if (otherMajor === undefined) throw new Error(`There is no other PostgreSQL in ${packages}.`);
  const programs = path.join(packages, otherMajor, 'bin');
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  chmodSync(folder, 0o755);
  if (account.uid !== undefined) chownSync(folder, account.uid, nobody);
  const cluster = path.join(folder, 'cluster');
  const options = { ...account, cwd: folder, stdio: 'ignore' as const };
  const made = spawnSync(
    path.join(programs, 'initdb'),
    ['-D', cluster, '-U', 'rondo', '-A', 'trust', '-E', 'UTF8'],
    options,
  );
  if (made.status !== 0) throw new Error(`initdb of ${programs} has failed.`);
  const control = async (...args: readonly string[]): Promise<void> => {
    const [code] = await once(spawn(path.join(programs, 'pg_ctl'), [...args, '-D', cluster], options), 'exit');
    if (code !== 0) throw new Error(`pg_ctl ${args[0]} of ${programs} has failed.`);
  };
  await control('start', '-t', String(startSeconds), '-o', `-k ${folder} -c listen_addresses=`);
  const sql = postgres({
    host: folder,
    port: 5432,
    database: 'postgres',
    username: 'rondo',
    onnotice: () => undefined,
  });
  return {
    url: `postgres:///postgres?host=${folder}&port=5432&user=rondo`,
    sql,
    async stop() {
      await sql.end({ timeout: 1 });
      await control('stop', '-m', 'fast');
    },
  };
}
