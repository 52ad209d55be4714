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

/** Starts the server with its data in the folder. `socket` is the file that exists when the server listens. */
export function startOtherPostgres(folder: string): {
  readonly url: string;
  readonly socket: string;
  /** A client for raw SQL. It connects at its first statement. */
  readonly sql: postgres.Sql;
  stop(): Promise<void>;
} {
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
  const server = spawn(
    path.join(programs, 'postgres'),
    ['-D', cluster, '-k', folder, '-c', 'listen_addresses='],
    options,
  );
  const url = `postgres:///postgres?host=${folder}&port=5432&user=rondo`;
  const sql = postgres({
    host: folder,
    port: 5432,
    database: 'postgres',
    username: 'rondo',
    onnotice: () => undefined,
  });
  return {
    url,
    sql,
    socket: path.join(folder, '.s.PGSQL.5432'),
    async stop() {
      await sql.end({ timeout: 1 });
      server.kill('SIGINT');
      if (server.exitCode === null) await once(server, 'exit');
    },
  };
}
