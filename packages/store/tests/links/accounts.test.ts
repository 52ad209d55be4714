// Tests of linked accounts: sealed credentials can be opened only when they are unchanged, in their own row, and with their own master key.
import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore, secretOf } from '@rondo/store';
import { silentLog, startTestDatabase, type TestDatabase, openStoredKey } from '@rondo/testkit/database';
import { createAccount, createBot, createUser, startAt } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

test('the signer can open the stored key, and the printed forms of a secret and the stored row contain no secret', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const accountId = await createAccount(store, await createUser(store));
  expect(await openStoredKey(store, accountId)).toMatchObject({ secretKey: 'canary-secret' });
  const secret = secretOf('canary-secret');
  const shown = `${JSON.stringify({ secret })}${inspect(secret)}${String(secret)}${JSON.stringify(await store.accounts.find(accountId))}`;
  expect(shown).not.toContain('canary');
  expect((await store.accounts.find(accountId))?.maskedKey).toBe('••••ount');
  const rows = await database.sql(url)`select a::text as text from exchange_accounts a`;
  const stored = String(rows[0]?.['text']);
  expect(stored).not.toContain('canary');
  expect(stored).not.toContain(Buffer.from('canary-secret').toString('hex'));
});

test.each([
  ['with its keys', false],
  ['of an older version, which has no keys of the installation', true],
])(
  'a database %s refuses another master key and a new master key, and its passwords stay valid',
  async (_case, isOlder) => {
    const url = await database.createUrl();
    const removeKeys = () => database.sql(url)`delete from settings where key = 'keys' and ${isOlder}`;
    const first = await database.openStore({ url });
    await createAccount(first, await createUser(first));
    await removeKeys();
    const store = await database.openStore({ url });
    const hashed = await store.passwords.hashPassword('correct horse');
    if (!hashed.ok) throw new Error(hashed.refusal);
    await removeKeys();
    await expect(database.openStore({ url, masterKey: randomBytes(32) })).rejects.toThrow(
      'The key of the test key is not the master key of this database',
    );
    const created: string[] = [];
    const masterKey = {
      name: '/home.secrets/master.key',
      read: async () => null,
      create: async () => {
        created.push('a key');
        return randomBytes(32);
      },
    };
    const options = { databaseUrl: url, masterKey, log: silentLog };
    await expect(openStore(options)).rejects.toThrow('/home.secrets/master.key does not exist');
    expect(created).toEqual([]);
    const { passwords } = await database.openStore({ url });
    expect(await passwords.verifyPassword(hashed.passwordHash, 'correct horse')).toMatchObject({ isMatch: true });
  },
);

test('a stored key is not opened when a bit was changed, and when a field or row was copied', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const userId = await createUser(store);
  const [first, second] = [await createAccount(store, userId, '1'), await createAccount(store, userId, '2')];
  const intact = await createAccount(store, userId, '3');
  const sql = database.sql(url);
  await sql`update exchange_accounts a set sealed_secret_key = set_bit(sealed_secret_key, 300, 1 - get_bit(sealed_secret_key, 300)) where id = ${first}`;
  await expect(openStoredKey(store, first)).rejects.toThrow('secretKey');
  await sql`update exchange_accounts set sealed_secret_key = sealed_passphrase where id = ${first}`;
  await expect(openStoredKey(store, first)).rejects.toThrow('secretKey');
  await sql`
    update exchange_accounts a set (wrapped_key, sealed_api_key, sealed_secret_key, sealed_passphrase) =
      (select wrapped_key, sealed_api_key, sealed_secret_key, sealed_passphrase from exchange_accounts where id = ${intact}) where id = ${second}`;
  await openStoredKey(store, intact);
  await expect(openStoredKey(store, second)).rejects.toThrow('cannot be opened');
});

test('an exchange account cannot be linked a second time until it is unlinked, and the unlinking destroys its secrets', async () => {
  const store = await database.openStore();
  const userId = await createUser(store);
  const accountId = await createAccount(store, userId);
  await expect(createAccount(store, await createUser(store, 'other@rondo.test'))).rejects.toThrow('already_linked');
  expect(await store.accounts.unlink(accountId, { isKeyDeleted: true, now: startAt })).toEqual({
    ok: true,
    isUnlinked: true,
  });
  await expect(openStoredKey(store, accountId)).rejects.toThrow('one row');
  expect(await store.accounts.listByUser(userId)).toEqual([]);
  await createAccount(store, userId);
});

test('an account cannot be unlinked while one of its bots runs', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  expect(await store.accounts.unlink(bot.accountId, { isKeyDeleted: true, now: startAt })).toEqual({
    ok: false,
    refusal: 'bots_active',
  });
  expect((await openStoredKey(store, bot.accountId)).apiKey).toBe('key-of-the-account');
});

test('the erasure of a person removes the uids, names and labels of all their accounts, including accounts that were unlinked earlier', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const userId = await createUser(store);
  const label = { isTestnet: false, mayRead: true, mayTrade: false, status: 'connected', checkedAt: null } as const;
  for (const uid of ['canary-uid-1', 'canary-uid-2']) {
    const accountId = await createAccount(store, userId, uid);
    await store.accountLabels.save(accountId, {
      ...label,
      name: 'canary name',
      tags: ['canary tag'],
      description: 'canary text',
    });
    const tokens = { accessToken: secretOf('a'), refreshToken: null, expiresAt: startAt, refreshExpiresAt: null };
    const consent = {
      userId,
      accountId,
      environment: 'sandbox',
      domain: 'global',
      kind: 'oauth',
      now: startAt,
    } as const;
    const { id } = await store.consents.create({ ...consent, uid, tokens });
    if (uid === 'canary-uid-2') continue;
    await store.consents.end(id, startAt);
    expect(await store.accounts.unlink(accountId, { isKeyDeleted: true, now: startAt })).toMatchObject({ ok: true });
  }
  const kept = async () => {
    const sql = database.sql(url);
    return JSON.stringify([
      await sql`select a::text as text from exchange_accounts a`,
      await sql`select l::text as text from account_labels l`,
      await sql`select c::text as text from consents c`,
    ]);
  };
  expect((await kept()).match(/canary-uid-1|canary-uid-2|canary name|canary tag|canary text/g)).not.toHaveLength(0);
  expect(await store.users.erase(userId, startAt + 1)).toEqual({ ok: true, isErased: true });
  expect(await kept()).not.toMatch(/canary|••••/);
});

test('the stored source address of an account is returned with the account', async () => {
  const store = await database.openStore();
  const accountId = await createAccount(store, await createUser(store));
  expect((await store.accounts.find(accountId))?.sourceAddress).toBeNull();
  await store.accounts.storeSourceAddress(accountId, '10.0.0.2');
  expect((await store.accounts.find(accountId))?.sourceAddress).toBe('10.0.0.2');
});
