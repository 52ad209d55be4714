// Tests of the replacement of the master key while servers run.
import { randomBytes } from 'node:crypto';
import {
  createAccount,
  createUser,
  startTestDatabase,
  testMasterKey,
  type TestDatabase,
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
        expect((await server.accounts.unwrap(id)).secretKey.reveal()).toBe('canary-secret');
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
    expect((await successor.accounts.unwrap(id)).apiKey.reveal()).toBe('key-of-the-account');
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
  for (const id of accountIds) await tool.accounts.unwrap(id);
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
  for (const id of accountIds) await (await open(third)).accounts.unwrap(id);
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
  await (await open(next)).accounts.unwrap(accountIds[0] ?? '');
});
