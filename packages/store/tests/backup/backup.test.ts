// Tests of backups on a real database: the round trip under load, and every refusal.
import { createHash } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  defaultMigrationsFolder,
  makeBackup,
  newBackupKeys,
  restoreBackup,
  secretOf,
  verifyBackup,
  type BackupKeys,
  type BotRecord,
  type Store,
} from '@rondo/store';
import { writeBackupFile } from '../../src/backup/write-backup.ts';
import { migrate } from '../../src/database/migrations.ts';
import {
  createBot,
  createUser,
  linkAccount,
  silentLog,
  startTestDatabase,
  testMasterKey,
  type TestDatabase,
} from '@rondo/testkit/database';

let database: TestDatabase;
let folder: string;
let keys: BackupKeys;
let url: string;
/** A database without tables. A refused restore leaves it as it is. */
let bareUrl: string;
let made: string;
let bot: BotRecord;
const now = 1_767_225_600_000;
const server = { venue: 'sandbox', place: 'here', machine: 'here', trades: true };
/** The characters that the text format of COPY escapes, and the text that it uses for null. */
const hardText = 'tab\t, line\n, return\r, backslash\\ \\N \\n, "quote" and 바둑 🀄';

beforeAll(async () => {
  database = await startTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'rondo-backup-'));
  keys = await newBackupKeys();
  url = await database.createUrl();
  const store = await database.openStore({ url });
  bot = await createBot(store);
  await store.settings.set('text', hardText);
  await store.settings.set('null', null);
  await store.instances.enter(server);
  await store.sessions.create({ userId: await createUser(store, 'eve@rondo.test'), remember: true, now });
  bareUrl = await database.createBareUrl();
  made = await makeTo('made.age');
});
afterAll(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const pathOf = (name: string): string => join(folder, name);

async function makeTo(name: string): Promise<string> {
  const file = pathOf(name);
  await makeBackup({ databaseUrl: url, log: silentLog }, { file, recipients: [keys.recipient], now });
  return file;
}

const restore = (file: string, databaseUrl: string, identities = keys.identity) =>
  restoreBackup({ file, identities }, { databaseUrl, log: silentLog }, { now });

/** Returns all rows of all tables as sorted texts. */
async function contentOf(address: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const sql = database.sql(address);
  const tables = await sql<{ name: string }[]>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;
  const content: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const rows = await sql.unsafe<{ line: string }[]>(`select t::text as line from "${name}" t order by 1`);
    content[name] = rows.map(({ line }) => line);
  }
  return content;
}

test('a restored database has all rows and sequences of the snapshot, is frozen, and has no open session', async () => {
  const before = await contentOf(url);
  expect((await stat(made)).mode & 0o777).toBe(0o600);
  const target = await database.createBareUrl();
  const facts = await restore(made, target);
  expect(facts.header).toMatchObject({ format: 1, madeAt: now, venue: 'sandbox' });
  const after = await contentOf(target);
  for (const name of ['schema_migrations', 'settings', 'sessions'])
    expect(after[name]?.length).toBe(before[name]?.length);
  const unchanged = ({ schema_migrations: _m, settings: _s, sessions: _e, ...rest }: typeof before) => rest;
  expect(unchanged(after)).toEqual(unchanged(before));
  expect(facts.tables.find(({ name }) => name === 'users')?.rows).toBe(before['users']?.length);
  const store = await database.openStore({ url: target });
  const original = await database.openStore({ url });
  expect((await store.instances.find())?.name).not.toBe((await original.instances.find())?.name);
  expect([await store.settings.get('text'), await store.settings.get('null')]).toEqual([hardText, null]);
  expect(await store.instances.enter(server)).toMatchObject({ instance: { frozen: 'backup' } });
  expect((await store.instances.confirm({ ...server, now: Date.now() })).frozen).toBeNull();
  expect(await database.sql(target)`select distinct revoked_at from sessions`).toEqual([{ revoked_at: String(now) }]);
  const again = {
    userId: bot.userId,
    accountId: bot.accountId,
    instrumentId: 'BTC-USDT-SWAP',
    idempotencyKey: 'after',
  };
  expect((await createBot(store, again)).botNumber).toBeGreaterThan(bot.botNumber);
});

test('a restored database accepts no session, ticket, state of a link, one-time link or token, known device or secret address of the backup', async () => {
  const source = await database.createUrl();
  const before = await database.openStore({ url: source });
  const { id: botId, userId, accountId } = await createBot(before);
  const at = Date.now();
  const { sessionId, accessToken } = await before.sessions.create({ userId, remember: true, now: at });
  const link = await before.logins.createResetLink({ userId, actorId: null, now: at });
  const device = await before.devices.add({ userId, agent: 'browser', now: at });
  const hook = await before.signalHooks.renew({ botId, userId, now: at });
  const sql = database.sql(source);
  await sql`insert into enrolments values ('\\x01', ${userId}, ${at + 60_000})`;
  await before.tickets.create({ userId, sessionId, accountId, now: at });
  await sql`insert into oauth_states values ('\\x01', ${userId}, ${sessionId}, 'oauth', ${accountId}, ${at + 60_000}, null)`;
  const valid = async (store: Store) => ({
    session: await store.sessions.findByAccess(accessToken, at),
    link: await store.logins.findResetLink(link.token, at),
    device: await store.devices.isKnown(device, userId, at),
    hook: await store.signalHooks.find(hook),
  });
  expect(await valid(before)).toMatchObject({ session: { sessionId }, link: userId, device: true, hook: botId });

  const file = pathOf('credentials.age');
  await makeBackup({ databaseUrl: source, log: silentLog }, { file, recipients: [keys.recipient], now });
  const target = await database.createBareUrl();
  await restore(file, target);
  const refused = { session: null, link: null, device: false, hook: null };
  expect(await valid(await database.openStore({ url: target }))).toEqual(refused);
  const content = await contentOf(target);
  for (const table of ['tickets', 'oauth_states', 'enrolments'])
    expect([table, (await contentOf(source))[table]?.length, content[table]?.length]).toEqual([table, 1, 0]);
});

test('a restored database accepts no recovery code of the backup, because it may have been used since, and the second factor stays', async () => {
  const source = await database.createUrl();
  const before = await database.openStore({ url: source });
  const { userId } = await createBot(before);
  const at = Date.now();
  const key = { credentialId: 'one', publicKey: Buffer.of(1), counter: 0, isSynced: false };
  const added = await before.passkeys.add({ ...key, rpId: 'localhost', name: 'Key', userId, createdAt: at });
  const [used = '', unused = ''] = added.ok ? added.recoveryCodes : [];
  const file = pathOf('codes.age');
  await makeBackup({ databaseUrl: source, log: silentLog }, { file, recipients: [keys.recipient], now });
  expect(await before.secondFactors.verify(userId, used, at)).toBe('right');

  const target = await database.createBareUrl();
  await restore(file, target);
  const restored = await database.openStore({ url: target });
  const results = [];
  for (const code of [used, unused]) results.push(await restored.secondFactors.verify(userId, code, at));
  expect(results).toEqual(['wrong', 'wrong']);
  expect(await restored.secondFactors.status(userId)).toMatchObject({ recoveryCodesLeft: 0 });
  expect(await restored.passkeys.list(userId)).toHaveLength(1);
});

test('a backup contains all rows of a transaction or none while other transactions write', async () => {
  const source = await database.createUrl();
  const sql = database.sql(source);
  await sql.unsafe('create table first (text text); create table second (text text)');
  const write = (count: number) => sql`
    with rows as (select repeat(md5(i::text), 60) as text from generate_series(1, ${count}) i), other as (insert into second select text from rows)
    insert into first select text from rows`;
  await write(3_000);
  let isDone = false;
  const writer = (async () => {
    while (!isDone) await write(1);
  })();
  const file = pathOf('load.age');
  await makeBackup({ databaseUrl: source, log: silentLog }, { file, recipients: [keys.recipient], now });
  isDone = true;
  await writer;
  const facts = await verifyBackup({ file, identities: keys.identity });
  const tables = facts.way === 'logical' ? facts.tables : [];
  const rowsOf = (wanted: string) => tables.find(({ name }) => name === wanted)?.rows;
  expect(rowsOf('first')).toBeGreaterThanOrEqual(3_000);
  expect(rowsOf('second')).toBe(rowsOf('first'));
});

test('a backup can be made for two recipients, and the identity of each recipient opens it', async () => {
  const second = await newBackupKeys();
  const file = pathOf('two.age');
  await makeBackup({ databaseUrl: url, log: silentLog }, { file, recipients: [keys.recipient, second.recipient], now });
  const identities = `# made by age-keygen\n${second.identity}\n`;
  const [one, other] = [
    await verifyBackup({ file, identities: keys.identity }),
    await verifyBackup({ file, identities }),
  ];
  expect(other).toEqual(one);
});

test('a backup contains no text of the database in clear', async () => {
  const bytes = await readFile(made);
  const packed = bytes.indexOf(Buffer.from([0x1f, 0x8b, 0x08]));
  const unpacked = packed === -1 ? '' : await gunzipped(bytes.subarray(packed));
  expect(bytes.includes('age-encryption.org/v1\n')).toBe(true);
  expect(bytes.includes('eve@rondo.test') || unpacked.includes('eve@rondo.test')).toBe(false);
});

test('the decrypted content of a backup has no key, passphrase, token, password and master key in clear', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const userId = await createUser(store, 'canary@rondo.test');
  const hashed = await store.passwords.hashPassword('Canary-Password-51');
  if (!hashed.ok) throw new Error(hashed.refusal);
  await store.users.renewPasswordHash(userId, { from: 'none', to: hashed.passwordHash });
  const account = {
    userId,
    exchange: 'okx',
    label: 'canary',
    uid: '777',
    environment: 'sandbox',
    domain: 'global',
  } as const;
  const parts = { apiKey: 'canary-api-key', secretKey: 'canary-secret', passphrase: 'canary-phrase' };
  const linked = await linkAccount(store, {
    ...account,
    now,
    credentials: {
      apiKey: secretOf(parts.apiKey),
      secretKey: secretOf(parts.secretKey),
      passphrase: secretOf(parts.passphrase),
    },
  });
  if (!linked.ok) throw new Error(linked.refusal);
  const tokens = { accessToken: 'canary-access', refreshToken: 'canary-refresh' };
  await store.consents.create({
    ...account,
    accountId: linked.account.id,
    kind: 'oauth',
    now,
    tokens: {
      accessToken: secretOf(tokens.accessToken),
      refreshToken: secretOf(tokens.refreshToken),
      expiresAt: now,
      refreshExpiresAt: now,
    },
  });
  await store.honey.plant(async () => ({ passwordHash: hashed.passwordHash, passphrase: 'canary-honey', now }));
  const session = await store.sessions.create({ userId, remember: true, now });
  const file = pathOf('canaries.age');
  await makeBackup({ databaseUrl: url, log: silentLog }, { file, recipients: [keys.recipient], now });

  const age = new Decrypter();
  age.addIdentity(keys.identity);
  const content = gunzipSync(await age.decrypt(await readFile(file)));
  const secrets = [
    ...Object.values(parts),
    ...Object.values(tokens),
    'Canary-Password-51',
    'canary-honey',
    session.accessToken,
    session.refreshToken,
    ...[store.keys.oauthStates, ...Object.values(store.keys.trading)].map((key) => Buffer.from(key)),
    testMasterKey,
  ];
  for (const known of ['canary@rondo.test', linked.account.id, hashed.passwordHash])
    expect(content.includes(known)).toBe(true);
  const found = secrets.filter((secret) => {
    const bytes = Buffer.from(secret as Uint8Array);
    return [bytes, bytes.toString('hex'), bytes.toString('base64')].some((form) => content.includes(form));
  });
  expect(found).toEqual([]);
});

/** Returns the text as far as the bytes can be unpacked. */
async function gunzipped(bytes: Buffer): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of Readable.from([bytes]).pipe(createGunzip())) parts.push(part as Buffer); // A gunzip stream has buffers.
  } catch {
    // The bytes are not packed, or they end early.
  }
  return Buffer.concat(parts).toString();
}

test('rows that differ from the manifest are refused, although somebody has encrypted them for the same recipient', async () => {
  const rows = Buffer.from('one\ttwo\n');
  const sum = { name: 'settings', rows: 1, sha256: createHash('sha256').update(rows).digest('hex') };
  const header = { format: 1, madeAt: now, server: '18', mark: null, venue: null, migrations: [] };
  const backupWith = async (name: string, tables: readonly object[]) => {
    const file = pathOf(name);
    const entries = [
      ['header.json', JSON.stringify({ ...header, tables: [{ name: 'settings', columns: ['key', 'value'] }] })],
      ['tables/settings/0.copy', rows.toString()],
      ['manifest.json', JSON.stringify({ tables, sequences: [] })],
    ] as const;
    await writeBackupFile(
      file,
      [keys.recipient],
      (async function* () {
        for (const [entry, text] of entries) yield { name: entry, body: Buffer.from(text) };
      })(),
    );
    return verifyBackup({ file, identities: keys.identity });
  };
  expect(await backupWith('equal.age', [sum])).toMatchObject({ way: 'logical', tables: [sum] });
  await expect(backupWith('rows.age', [{ ...sum, rows: 2 }])).rejects.toThrow('differ from the manifest');
  const otherText = { ...sum, sha256: 'a'.repeat(64) };
  await expect(backupWith('text.age', [otherText])).rejects.toThrow('differ from the manifest');
});

/** Changes a copy of the backup. */
const changed = (change: (bytes: Buffer) => Buffer | string) => async () => {
  await writeFile(pathOf('changed.age'), change(await readFile(made)));
  return restore(pathOf('changed.age'), bareUrl);
};
const make = (options: { readonly file?: string; readonly recipient?: string; readonly from?: string }) => () =>
  makeBackup(
    { databaseUrl: options.from ?? url, log: silentLog },
    { file: pathOf(options.file ?? 'new.age'), recipients: [options.recipient ?? keys.recipient], now },
  );
const flipped = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(copy.length - 40) ^ 1, copy.length - 40);
  return copy;
};

test.each<[string, () => Promise<unknown>, string]>([
  ['another identity', async () => restore(made, bareUrl, (await newBackupKeys()).identity), 'for another key'],
  ['an identity file without a key', () => restore(made, bareUrl, '# a comment'), 'has no secret key of age'],
  ['a cut file', changed((bytes) => bytes.subarray(0, -1)), 'was cut or changed'],
  ['a file that was cut in its header', changed((bytes) => bytes.subarray(0, 30)), 'was cut or changed'],
  ['a changed byte', changed(flipped), 'was cut or changed'],
  ['a file of another format', changed(() => 'hello'), 'is not a backup'],
  ['a missing file', () => restore(pathOf('missing.age'), bareUrl), 'missing.age cannot be read (ENOENT)'],
  ['a database with tables', () => restore(made, url), 'has tables already'],
  ['a file name that exists', make({ file: 'made.age' }), 'exists already'],
  ['a folder that does not exist', make({ file: 'missing/new.age' }), 'cannot be written (ENOENT)'],
  ['a wrong recipient', make({ recipient: 'age1wrong' }), 'is not a public key of age'],
  ['a backup of an empty database', () => make({ from: bareUrl })(), 'nothing to back up'],
])('%s is refused with a sentence, and nothing is written', async (_label, act, sentence) => {
  const files = new Set(await readdir(folder)).add('changed.age');
  const rows = await contentOf(url);
  await expect(act()).rejects.toThrow(sentence);
  expect([...new Set(await readdir(folder)).add('changed.age')].toSorted()).toEqual([...files].toSorted());
  expect([await contentOf(bareUrl), await contentOf(url)]).toEqual([{}, rows]);
});

test('a restore is refused when the program lacks or differs in a migration of the backup, and the database stays empty', async () => {
  const older = pathOf('migrations');
  await cp(defaultMigrationsFolder, older, { recursive: true });
  const names = (await readdir(older)).toSorted();
  const newest = names.at(-1) ?? '';
  const attempt = () =>
    restoreBackup(
      { file: made, identities: keys.identity },
      { databaseUrl: bareUrl, log: silentLog },
      { now, migrationsFolder: older },
    );
  await appendFile(join(older, newest, 'up.sql'), '\n-- another text\n');
  await expect(attempt()).rejects.toThrow(`The migration ${newest} of the backup is not the migration ${newest}`);
  await rm(join(older, newest), { recursive: true });
  await expect(attempt()).rejects.toThrow(`The backup has migration ${newest}, and this program ends with`);
  expect(await contentOf(bareUrl)).toEqual({});
});

test('a backup of a version without some tables of credentials is restored', async () => {
  const older = pathOf('older');
  await cp(defaultMigrationsFolder, older, { recursive: true });
  for (const name of await readdir(older)) if (name >= '0027') await rm(join(older, name), { recursive: true });
  const [from, to] = [await database.createBareUrl(), await database.createBareUrl()];
  await migrate(database.sql(from), silentLog, older);
  const file = pathOf('older.age');
  await makeBackup({ databaseUrl: from, log: silentLog }, { file, recipients: [keys.recipient], now });
  await restore(file, to);
  expect(await database.sql(to)`select value->>'home' as home from settings`).toEqual([{ home: 'backup' }]);
});
