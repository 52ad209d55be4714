// The drill of physical backups with the real command: a receiver that is killed while transactions are written, a restore to an instant, and a restore for an external PostgreSQL.
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { databaseUser, givenKey, openStore, startEmbedded, type EmbeddedServer } from '@rondo/store';
import { connectRaw, otherMajor, silentLog, startOtherPostgres } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

const program = path.resolve(import.meta.dirname, '../../../tools/rondo.mjs');
/** PostgreSQL refuses to run as root, so root gives the files to the user nobody. */
const nobody = 65_534;
const masterKey = '07'.repeat(32);

let folder: string;
let home: string;
let server: EmbeddedServer;
let sql: Sql;
let recipient: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'rondo-physical-'));
  chmodSync(folder, 0o755);
  home = path.join(folder, 'original');
  ({ server, sql } = await start(home));
  recipient = (await type('backup --new-identity key.txt')).trim().split(' ').at(-1) ?? '';
  const key = givenKey(Buffer.from(masterKey, 'hex'), 'the test key');
  const store = await openStore({ dataFolder: home, isGuest: true, masterKey: key, log: silentLog });
  await store.instances.enter({ venue: 'sandbox', place: 'here', machine: 'here', trades: true });
  await store.close();
  await sql`create table written (number integer primary key)`;
});
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Sql = ReturnType<typeof connectRaw>;

async function start(dataFolder: string): Promise<{ readonly server: EmbeddedServer; readonly sql: Sql }> {
  const running = await startEmbedded({ dataFolder, log: silentLog });
  return { server: running, sql: connectRaw(running, 'postgres') };
}

const environment = (settings: Readonly<Record<string, string>> = {}) => ({
  ...process.env,
  INIT_CWD: folder,
  RONDO_HOME: home,
  RONDO_MASTER_KEY: masterKey,
  ...settings,
});

/** Runs `rondo` and returns what it prints. Throws when its exit code is not 0. */
async function type(line: string, settings: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...line.split(' ')], {
    env: environment(settings),
  });
  return stdout;
}

function startReceiver(): ChildProcess {
  return spawn(process.execPath, [program, 'wal', '--to', 'wal', '--recipient', recipient], {
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The position that PostgreSQL knows as stored by the receiver, compared with its own. */
async function isStored(): Promise<boolean> {
  const [row] = await sql`
    select coalesce(bool_or(flush_lsn >= pg_current_wal_flush_lsn()), false) as done from pg_stat_replication where state = 'streaming'`;
  return row?.['done'] === true;
}

async function write(count: number): Promise<number> {
  let last = 0;
  for (let written = 0; written < count; written += 1) {
    const [row] = await sql<{ number: number }[]>`
      insert into written select coalesce(max(number), 0) + 1 from written returning number`;
    last = row?.number ?? 0;
  }
  return last;
}

async function numbersOf(client: Sql): Promise<{ readonly rows: number; readonly last: number }> {
  const [row] = await client<
    { rows: number; last: number }[]
  >`select count(*)::int as rows, max(number) as last from written`;
  return row ?? { rows: 0, last: 0 };
}

/** Starts a restored cluster, returns its numbers, and stops it. */
async function restoredNumbers(dataFolder: string): Promise<Awaited<ReturnType<typeof numbersOf>>> {
  const restored = await start(dataFolder);
  try {
    return await numbersOf(restored.sql);
  } finally {
    await restored.sql.end({ timeout: 1 });
    await restored.server.stop();
  }
}

async function end(receiver: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const exit = once(receiver, 'exit');
  receiver.kill(signal);
  await exit;
}

test('a receiver that is killed five times and outlives a restart of PostgreSQL loses no transaction, and a restore to an instant has all that were committed before it', async () => {
  let receiver = startReceiver();
  onTestFinished(() => void receiver.kill('SIGKILL'));
  await expect.poll(isStored, { timeout: 60_000 }).toBe(true);
  await type(`backup --physical --to base.age --recipient ${recipient}`);
  expect(await type('verify --from base.age --identity key.txt')).toContain('The backup is complete.');
  for (let kill = 0; kill < 5; kill += 1) {
    await write(200);
    await sql`select pg_switch_wal()`;
    await write(50);
    await end(receiver, 'SIGKILL');
    await write(50);
    receiver = startReceiver();
  }
  await expect.poll(isStored, { timeout: 120_000 }).toBe(true);
  await sql.end({ timeout: 1 });
  await server.stop();
  ({ server, sql } = await start(home));
  const last = await write(20);
  await expect.poll(isStored, { timeout: 120_000 }).toBe(true);
  const [at] = await sql<
    { at: string }[]
  >`select to_char(clock_timestamp() at time zone 'UTC' + interval '1 ms', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
  await expect
    .poll(
      async () =>
        (await sql`select clock_timestamp() > ${at?.at ?? ''}::timestamptz + interval '1 ms' as over`)[0]?.['over'],
    )
    .toBe(true);
  const newest = await write(20);
  await expect.poll(isStored, { timeout: 60_000 }).toBe(true);
  await end(receiver, 'SIGTERM');
  const segments = readdirSync(path.join(folder, 'wal')).filter((name) => /^[0-9A-F]{24}\.age$/.test(name));
  expect(segments.length).toBeGreaterThanOrEqual(5);

  const restore = `restore --from base.age --identity key.txt --wal wal`;
  const until = path.join(folder, 'until');
  expect(await type(`${restore} --until ${at?.at}`, { RONDO_HOME: until })).toContain('the installation is frozen');
  expect(await restoredNumbers(until)).toEqual({ rows: last, last });
  const whole = path.join(folder, 'whole');
  await type(restore, { RONDO_HOME: whole });
  expect(await restoredNumbers(whole)).toEqual({ rows: newest, last: newest });
  expect(await type('restore status', { RONDO_HOME: whole })).toContain('The installation is frozen (backup).');

  const late = new Date(Date.now() + 3_600_000).toISOString();
  const refused = path.join(folder, 'refused');
  await expect(type(`${restore} --until ${late}`, { RONDO_HOME: refused })).rejects.toThrow(
    'The WAL ends before the time',
  );
  rmSync(path.join(folder, 'wal', segments[2] ?? ''));
  await expect(type(restore, { RONDO_HOME: refused })).rejects.toThrow('is missing in');
  expect(readdirSync(folder)).not.toContain('refused');
  await type('wal --drop');
  expect(await sql`select 1 from pg_replication_slots`).toEqual([]);
  for (let segment = 0; segment < 3; segment += 1) {
    await write(1);
    await sql`select pg_switch_wal()`;
    await sql`checkpoint`;
  }
  const again = () => type(`wal --to wal --recipient ${recipient}`);
  await expect(again()).rejects.toThrow('PostgreSQL has no slot rondo_wal');
  await sql`select pg_create_physical_replication_slot('rondo_wal', true)`;
  await expect(again()).rejects.toThrow('PostgreSQL no longer has the WAL that follows the WAL in');
  await type('wal --drop');
});

test('a backup of an external PostgreSQL is refused for the embedded one, and its files in a folder start frozen', async () => {
  const url = `postgres:///postgres?host=${server.socketFolder}&port=${server.port}&user=${databaseUser}`;
  await type(`backup --physical --to external.age --recipient ${recipient}`, { DATABASE_URL: url });
  const numbers = await numbersOf(sql);
  const moved = path.join(folder, 'moved');
  const restore = 'restore --from external.age --identity key.txt';
  await expect(type(restore, { RONDO_HOME: moved })).rejects.toThrow('The backup is of an external PostgreSQL');
  await expect(type(restore, { DATABASE_URL: url })).rejects.toThrow('add --into FOLDER');
  expect(await type(`${restore} --into moved/postgres/cluster`).catch(String)).toContain('cannot be written (ENOENT)');
  execFileSync('mkdir', ['-p', path.join(moved, 'postgres')]);
  expect(await type(`${restore} --into moved/postgres/cluster`)).toContain(
    'Start PostgreSQL 18 with this data folder.',
  );
  const cluster = path.join(moved, 'postgres', 'cluster');
  expect(statSync(cluster).mode & 0o777).toBe(0o700);
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${nobody}:${nobody}`, cluster]);
  expect(await restoredNumbers(moved)).toEqual(numbers);
  const restored = await start(moved);
  await expect
    .poll(async () => (await restored.sql`select pg_is_in_recovery() as is_recovering`)[0]?.['is_recovering'])
    .toBe(false);
  await expect(type('restore status', { RONDO_HOME: moved })).rejects.toThrow('read-only transaction');
  const session = await restored.sql.reserve();
  for (const name of ['freeze.sql', 'open.sql'])
    for (const statement of readFileSync(path.join(cluster, 'rondo_wal', name), 'utf8').split(/;\n/))
      await session.unsafe(statement).simple();
  session.release();
  await restored.sql.end({ timeout: 1 });
  await restored.server.stop();
  expect(await type('restore status', { RONDO_HOME: moved })).toContain('The installation is frozen (backup).');
});

test.skipIf(otherMajor === undefined)(
  'a backup of another major version is complete, and is refused for the embedded PostgreSQL',
  async () => {
    const data = path.join(folder, 'other');
    mkdirSync(data);
    const other = await startOtherPostgres(data);
    onTestFinished(() => other.stop());
    const settings = { DATABASE_URL: other.url };
    await expect
      .poll(() => type('restore status', settings).catch(String), { timeout: 60_000 })
      .toContain('Accounts: 0.');
    await type(`backup --physical --to other.age --recipient ${recipient}`, settings);
    expect(await type('verify --from other.age --identity key.txt')).toContain('The backup is complete.');
    const refused = type('restore --from other.age --identity key.txt', { RONDO_HOME: path.join(folder, 'refused') });
    await expect(refused).rejects.toThrow(`The backup is of PostgreSQL ${otherMajor}, and this program contains`);
    await expect(type(`wal --to other-wal --recipient ${recipient}`, settings)).rejects.toThrow(
      'The setting max_slot_wal_keep_size of PostgreSQL has no limit',
    );
    expect(readdirSync(folder)).not.toContain('refused');
  },
);

test('a role that may not replicate and tablespaces are refused with a sentence, and no file remains', async () => {
  const url = (role: string) => `postgres:///postgres?host=${server.socketFolder}&port=${server.port}&user=${role}`;
  await sql`create role reader login`;
  await sql.unsafe('grant select on all tables in schema public to reader');
  const backup = `backup --physical --to refused.age --recipient ${recipient}`;
  await expect(type(backup, { DATABASE_URL: url('reader') })).rejects.toThrow('alter role NAME replication');
  const session = await sql.reserve();
  await session.unsafe('set allow_in_place_tablespaces = on');
  await session.unsafe("create tablespace other location ''");
  session.release();
  await expect(type(backup)).rejects.toThrow('has tablespaces outside its data folder');
  await sql.unsafe('drop tablespace other');
  expect(readdirSync(folder)).not.toContain('refused.age');
});
