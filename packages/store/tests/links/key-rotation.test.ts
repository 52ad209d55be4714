// Tests of the replacement of the master key while servers run.
import { randomBytes } from 'node:crypto';
import { secretOf } from '@rondo/store';
import {
  createAccount,
  createUser,
  startTestDatabase,
  testMasterKey,
  type TestDatabase,
  openStoredKey,
} from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

const now = 1_700_000_000_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** Opens a database with three accounts and a begun second factor, and the store of a server that runs with the first key. */
async function openInstallation() {
  const url = await database.createUrl();
  const server = await database.openStore({ url });
  const userId = await createUser(server);
  const accountIds: string[] = [];
  for (const uid of ['1', '2', '3']) accountIds.push(await createAccount(server, userId, uid));
  await server.secondFactors.begin(userId);
  return { url, server, userId, accountIds, open: (masterKey: Uint8Array) => database.openStore({ url, masterKey }) };
}

test('a rotation seals every text with the new key, and a server that runs opens every key during the rotation and after it', async () => {
  const { server, url, userId, accountIds, open } = await openInstallation();
  const next = randomBytes(32);
  let isEnded = false;
  let opened = 0;
  const load = (async () => {
    while (!isEnded) {
      for (const id of accountIds) {
        expect((await openStoredKey(server, id)).secretKey).toBe('canary-secret');
        opened += 1;
      }
    }
  })();
  const tool = await database.openStore({ url });
  const rotated = await tool.keyRotation.rotate(next, { now, report: () => undefined });
  await expect.poll(() => opened).toBeGreaterThan(30);
  isEnded = true;
  await load;
  const { newest, ownId, texts } = await tool.keyRotation.status();
  expect(rotated).toEqual({ ok: true, result: { keyId: newest, resealed: 9, unreadable: 0 } });
  expect([texts, ownId === newest]).toEqual([[{ keyId: newest, count: 9 }], false]);
  // A server with the first key seals new texts with the new key, and a server with the new key opens them.
  const fourth = await createAccount(server, userId, '4');
  const successor = await open(next);
  expect(successor.keys).toEqual(server.keys);
  for (const id of [...accountIds, fourth])
    expect((await openStoredKey(successor, id, next)).apiKey).toBe('key-of-the-account');
  expect(await successor.secondFactors.verify(userId, '000000', now)).toBe('wrong');
  expect((await successor.audit.list({ limit: 1 }))[0]).toMatchObject({ action: 'keys.rotate' });
});

test('an interrupted rotation is finished by the next one with the same key, and a rotation to a third key is refused before', async () => {
  const { url, accountIds, open } = await openInstallation();
  const [next, third] = [randomBytes(32), randomBytes(32)];
  const tool = await database.openStore({ url });
  const crash = (): never => {
    throw new Error('the process ends');
  };
  await expect(tool.keyRotation.rotate(next, { now, report: crash })).rejects.toThrow('the process ends');
  expect((await tool.keyRotation.status()).texts).toHaveLength(2);
  for (const id of accountIds) await openStoredKey(tool, id);
  await expect(open(next)).rejects.toThrow('is not the master key of this database');
  const again = await database.openStore({ url });
  expect(await again.keyRotation.rotate(third, { now, report: () => undefined })).toEqual({
    ok: false,
    refusal: 'unfinished',
  });
  expect(await again.keyRotation.rotate(next, { now, report: () => undefined })).toMatchObject({ ok: true });
  expect((await again.keyRotation.status()).texts).toHaveLength(1);
  const successor = await open(next);
  expect(await successor.keyRotation.rotate(third, { now, report: () => undefined })).toMatchObject({ ok: true });
  for (const id of accountIds) await openStoredKey(await open(third), id, third);
});

test('after `retire` the former key opens nothing, and `retire` is refused with the former key, while a text has the former key, and while a text is damaged', async () => {
  const { url, server, accountIds, open } = await openInstallation();
  const next = randomBytes(32);
  const [wrapped] = await database.sql(
    url,
  )`select wrapped_key from exchange_accounts where id = ${accountIds[0] ?? ''}`;
  await server.keyRotation.rotate(next, { now, report: () => undefined });
  expect(await server.keyRotation.retire(now)).toEqual({ ok: false, refusal: 'other_key' });
  const successor = await open(next);
  const [resealed] = await database.sql(
    url,
  )`select wrapped_key from exchange_accounts where id = ${accountIds[0] ?? ''}`;
  const store = (value: unknown) =>
    database.sql(url)`update exchange_accounts set wrapped_key = ${value as Buffer} where id = ${accountIds[0] ?? ''}`;
  await store(wrapped?.['wrapped_key']);
  expect(await successor.keyRotation.retire(now)).toEqual({ ok: false, refusal: 'unfinished' });
  await store(Buffer.alloc(60, 9));
  expect(await successor.keyRotation.rotate(next, { now, report: () => undefined })).toMatchObject({
    result: { resealed: 0, unreadable: 1 },
  });
  expect(await successor.keyRotation.retire(now)).toEqual({ ok: false, refusal: 'unfinished' });
  await store(resealed?.['wrapped_key']);
  expect(await successor.keyRotation.retire(now)).toEqual({ ok: true });
  await expect(open(testMasterKey)).rejects.toThrow('is not the master key of this database');
  await openStoredKey(await open(next), accountIds[0] ?? '', next);
});

type Installation = Awaited<ReturnType<typeof openInstallation>>;

/** Signs up a person with a real hash. Returns the check that a log-in of this person makes, with the renewal of the hash. */
async function signUp({ server, url }: Pick<Installation, 'server' | 'url'>, password: string) {
  const userId = await createUser(server, `${randomBytes(4).toString('hex')}@rondo.test`);
  const hashed = await server.passwords.hashPassword(password);
  if (!hashed.ok) throw new Error(hashed.refusal);
  await database.sql(url)`update users set password_hash = ${hashed.passwordHash} where id = ${userId}`;
  return async (on = server): Promise<boolean> => {
    const from = (await on.users.findById(userId))?.passwordHash ?? '';
    const check = await on.passwords.verifyPassword(from, password);
    if (!check.ok || !check.isMatch) return false;
    if (!check.needsRehash) return true;
    const fresh = await on.passwords.hashPassword(password);
    return fresh.ok && on.users.renewPasswordHash(userId, { from, to: fresh.passwordHash });
  };
}

const hashesOf = async (server: Installation['server']) =>
  (await server.keyRotation.status()).peppers.map(({ id, isNewest, hashes }) => [id, isNewest, hashes]);

test('after a new pepper every password stays valid, each hash gets the new pepper at the next log-in, and the status counts the others', async () => {
  const { url, server } = await openInstallation();
  await database.sql(url)`update users set password_hash = ''`;
  const ann = await signUp({ server, url }, 'the words of ann');
  const ben = await signUp({ server, url }, 'the words of ben');
  expect(await hashesOf(server)).toEqual([[null, true, 2]]);
  const tool = await database.openStore({ url });
  const rotated = await tool.keyRotation.rotatePepper(now);
  const pepperId = rotated.ok ? rotated.pepperId : '';
  expect(await hashesOf(server)).toEqual([
    [null, false, 2],
    [pepperId, true, 0],
  ]);
  // The server ran before the rotation, and knows the new pepper without a restart.
  expect(await ann()).toBe(true);
  expect(await hashesOf(server)).toEqual([
    [null, false, 1],
    [pepperId, true, 1],
  ]);
  expect((await server.audit.list({ limit: 1 }))[0]).toMatchObject({
    action: 'keys.rotatePepper',
    detail: expect.stringContaining(pepperId),
  });
  // A hash of the former pepper is valid after a further pepper and after a new master key, on a server that starts later.
  const second = await tool.keyRotation.rotatePepper(now);
  const next = randomBytes(32);
  await tool.keyRotation.rotate(next, { now, report: () => undefined });
  const successor = await database.openStore({ url, masterKey: next });
  expect(await successor.keyRotation.retire(now)).toEqual({ ok: true });
  for (const logIn of [ann, ben, ann, ben]) expect(await logIn(successor)).toBe(true);
  const ids = [second.ok ? second.pepperId : '', true, 2];
  expect(await hashesOf(successor)).toEqual([ids]);
});

test('a hash with a new pepper matches only its own password, and is no match without this pepper', async () => {
  const { url, server } = await openInstallation();
  await server.keyRotation.rotatePepper(now);
  const hashed = await server.passwords.hashPassword('correct horse');
  if (!hashed.ok) throw new Error(hashed.refusal);
  expect(await server.passwords.verifyPassword(hashed.passwordHash, 'correct horse')).toEqual({
    ok: true,
    isMatch: true,
    needsRehash: false,
  });
  expect(await server.passwords.verifyPassword(hashed.passwordHash, 'other horse')).toMatchObject({ isMatch: false });
  const withoutId = hashed.passwordHash.slice(hashed.passwordHash.indexOf('$'));
  expect(await server.passwords.verifyPassword(withoutId, 'correct horse')).toMatchObject({ isMatch: false });
  await database.sql(url)`update settings set value = jsonb_set(value, '{keys}', '{}') where key = 'peppers'`;
  await expect(server.passwords.verifyPassword(hashed.passwordHash, 'correct horse')).rejects.toThrow(
    'which the installation does not have',
  );
});

test('a client secret is stored sealed for servers that run, survives a new master key, and can be removed', async () => {
  const { url, server } = await openInstallation();
  expect([await server.oauthSecret.read(), (await server.keyRotation.status()).hasOauthSecret]).toEqual([null, false]);
  const tool = await database.openStore({ url });
  await tool.keyRotation.rotateOauthSecret(secretOf('the-new-client-secret'), now);
  expect((await server.oauthSecret.read())?.reveal()).toBe('the-new-client-secret');
  expect((await server.keyRotation.status()).hasOauthSecret).toBe(true);
  const rows = await database.sql(url)`select value::text as value from settings`;
  expect(JSON.stringify(rows)).not.toContain('the-new-client-secret');
  const next = randomBytes(32);
  await tool.keyRotation.rotate(next, { now, report: () => undefined });
  const successor = await database.openStore({ url, masterKey: next });
  expect(await successor.keyRotation.retire(now)).toEqual({ ok: true });
  expect((await successor.oauthSecret.read())?.reveal()).toBe('the-new-client-secret');
  expect([await successor.keyRotation.retireOauthSecret(now), await server.oauthSecret.read()]).toEqual([true, null]);
  expect(await successor.keyRotation.retireOauthSecret(now)).toBe(false);
  const actions = (await successor.audit.list({ limit: 10 })).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['keys.rotateOauthSecret', 'keys.retireOauthSecret']));
});
