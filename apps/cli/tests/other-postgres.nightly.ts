// Tests that a backup moves an installation to another major version of PostgreSQL and back. The other version is the server of a Debian package.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeBackup, newBackupKeys, restoreBackup } from '@rondo/store';
import { createBot, silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

const packages = '/usr/lib/postgresql';
/** The embedded PostgreSQL has this major version. */
const ownMajor = '18';
const major = existsSync(packages) ? readdirSync(packages).find((version) => version !== ownMajor) : undefined;
/** PostgreSQL refuses to run as root, so root starts the server as the user nobody. */
const nobody = 65_534;
const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
const now = Date.UTC(2026, 0, 1);

const folder = mkdtempSync(path.join(tmpdir(), 'rondo-other-'));
let database: TestDatabase;
let server: ChildProcess | null = null;

beforeAll(async () => {
  database = await startTestDatabase();
  if (major !== undefined) server = startServer(path.join(packages, major, 'bin'));
});
afterAll(async () => {
  if (server !== null) {
    server.kill('SIGINT');
    if (server.exitCode === null) await once(server, 'exit');
  }
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

function startServer(programs: string): ChildProcess {
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
  return spawn(path.join(programs, 'postgres'), ['-D', cluster, '-k', folder, '-c', 'listen_addresses='], options);
}

test.skipIf(major === undefined)(
  'a backup of the embedded PostgreSQL is restored on an older major version, and its backup is restored on the embedded PostgreSQL',
  async () => {
    const other = `postgres:///postgres?host=${folder}&port=5432&user=rondo`;
    await expect.poll(() => existsSync(path.join(folder, '.s.PGSQL.5432')), { timeout: 20_000 }).toBe(true);
    const url = await database.createUrl();
    const bot = await createBot(await database.openStore({ url }));
    const { identity, recipient } = await newBackupKeys();
    const move = async (from: string, to: string, name: string) => {
      const file = path.join(folder, name);
      await makeBackup({ databaseUrl: from, log: silentLog }, { file, recipients: [recipient], now });
      return restoreBackup({ file, identities: identity }, { databaseUrl: to, log: silentLog }, { now });
    };
    const there = await move(url, other, 'there.age');
    const back = await database.createBareUrl();
    const again = await move(other, back, 'back.age');
    expect([there.header.server.slice(0, 2), again.header.server.slice(0, 2)]).toEqual([ownMajor, major]);
    const sums = (tables: typeof there.tables) => tables.filter(({ name }) => name !== 'settings');
    expect(sums(again.tables)).toEqual(sums(there.tables));
    expect(await (await database.openStore({ url: back })).bots.find(bot.id)).toEqual(bot);
  },
);
