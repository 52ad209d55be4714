// Tests of the people key: a node that has it and no master key serves people, and opens no trading key (ADR 8).
import { randomBytes } from 'node:crypto';
import { givenKey, localSeals, openServerStore, secretOf, type Store } from '@rondo/store';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import {
  createAccount,
  createUser,
  silentLog,
  startTestDatabase,
  testMasterKey,
  type TestDatabase,
} from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyRing } from '../../src/secrets/key-ring.ts';
import { openEnvelope } from '../../src/secrets/key-envelope.ts';
import { peopleSecretsPurpose, signersKeyPurpose } from '../../src/secrets/people-keys.ts';
import { createPeopleWork } from '../../src/secrets/seal-work.ts';
import { keyIdOf, secondFactorPurpose, unseal } from '../../src/secrets/sealing.ts';

const now = 1_700_000_000_000;
const report = (): void => undefined;
const opened: Store[] = [];
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(async () => {
  for (const store of opened) await store.close();
  await database.stop();
});

/** Opens the store of a node without the master key. */
async function openPeopleNode(url: string, peopleKey: Uint8Array): Promise<Store> {
  const seals = localSeals(givenKey(peopleKey, 'the people key'), 'people');
  const store = await openServerStore({ databaseUrl: url, seals, log: silentLog });
  opened.push(store);
  return store;
}

/** Turns the second factor of a person on through one store. Returns the code of a time. */
async function turnOn(store: Store, userId: string): Promise<(at: number) => string> {
  const begun = await store.secondFactors.begin(userId);
  if (!begun.ok) throw new Error(begun.refusal);
  const codeAt = (at: number): string => authenticatorCode(begun.secret, at);
  expect(await store.secondFactors.confirm(userId, codeAt(now), now)).toMatchObject({ ok: true });
  return codeAt;
}

async function openInstallation() {
  const url = await database.createUrl();
  const tool = await database.openStore({ url });
  const userId = await createUser(tool);
  return { url, tool, userId, codeAt: await turnOn(tool, userId) };
}

const keyOfFactor = async (url: string, userId: string): Promise<string | null> => {
  const [row] = await database.sql(url)`select sealed_secret from second_factors where user_id = ${userId}`;
  return keyIdOf(row?.['sealed_secret'] as Buffer);
};

test('second factors that were sealed with the master key open on a node with the people key, and new ones open on every node', async () => {
  const { url, tool, userId, codeAt } = await openInstallation();
  const peopleKey = randomBytes(32);
  await expect(openPeopleNode(url, peopleKey)).rejects.toThrow('This database has no people key');
  const made = await tool.keyRotation.rotatePeople(peopleKey, { now, report });
  const keyId = made.ok ? made.result.keyId : '';
  expect(made).toEqual({ ok: true, result: { keyId, resealed: 1, unreadable: 0 } });
  expect(await keyOfFactor(url, userId)).toBe(keyId);
  const node = await openPeopleNode(url, peopleKey);
  expect(await node.secondFactors.verify(userId, codeAt(now + 60_000), now + 60_000)).toBe('right');
  expect(await node.secondFactors.verify(userId, '000000', now + 60_000)).toBe('wrong');
  // A server that ran before the people key was made opens and seals with it at once.
  expect(await tool.secondFactors.verify(userId, codeAt(now + 120_000), now + 120_000)).toBe('right');
  for (const [from, to] of [
    [tool, node],
    [node, tool],
  ] as const) {
    const other = await createUser(tool, `${randomBytes(4).toString('hex')}@rondo.test`);
    const code = await turnOn(from, other);
    expect(await keyOfFactor(url, other)).toBe(keyId);
    expect(await to.secondFactors.verify(other, code(now + 60_000), now + 60_000)).toBe('right');
  }
  expect(await tool.keyRotation.status()).toMatchObject({
    people: { newest: keyId, isLinked: false, factors: [{ keyId, count: 3 }] },
    texts: [
      { keyId: expect.any(String), count: 1 },
      { keyId: null, count: 6 },
    ],
  });
  expect((await tool.audit.list({ limit: 1 }))[0]).toMatchObject({
    action: 'keys.rotatePeople',
    detail: `people key ${keyId}`,
  });
  expect(await node.audit.check([])).toEqual(await tool.audit.check([]));
});

test('a node with another key than the people key, and a node without the key file, refuse to start with a sentence', async () => {
  const { url, tool } = await openInstallation();
  await tool.keyRotation.rotatePeople(randomBytes(32), { now, report });
  await expect(openPeopleNode(url, randomBytes(32))).rejects.toThrow(
    'The key of the people key is not the people key of this database. Type "rondo keys rotate --people --to FILE"',
  );
  const missing = { name: '/none/people.key', read: async () => null, create: async () => randomBytes(32) };
  const seals = localSeals(missing, 'people');
  await expect(openServerStore({ databaseUrl: url, seals, log: silentLog })).rejects.toThrow(
    'The people key file /none/people.key does not exist.',
  );
});

test('a node with the people key knows the peppers and the honey account, also a pepper that is made while it runs', async () => {
  const { url, tool } = await openInstallation();
  await tool.keyRotation.rotatePepper(now);
  const peopleKey = randomBytes(32);
  await tool.keyRotation.rotatePeople(peopleKey, { now, report });
  const node = await openPeopleNode(url, peopleKey);
  expect([node.honey.ids, node.keys]).toEqual([tool.honey.ids, { oauthStates: tool.keys.oauthStates, trading: null }]);
  const check = async (from: Store, to: Store): Promise<void> => {
    const hashed = await from.passwords.hashPassword('correct horse');
    if (!hashed.ok) throw new Error(hashed.refusal);
    const match = { ok: true, isMatch: true, needsRehash: false };
    expect(await to.passwords.verifyPassword(hashed.passwordHash, 'correct horse')).toEqual(match);
  };
  await check(tool, node);
  await check(node, tool);
  await tool.keyRotation.rotatePepper(now);
  await check(tool, node);
  await check(node, tool);
});

test('a node with the people key opens and seals no trading key, no token and no client secret', async () => {
  const { url, tool, userId } = await openInstallation();
  const accountId = await createAccount(tool, userId);
  const peopleKey = randomBytes(32);
  await tool.keyRotation.rotatePeople(peopleKey, { now, report });
  await tool.keyRotation.rotateOauthSecret(secretOf('client-secret'), now);
  const node = await openPeopleNode(url, peopleKey);
  await expect(node.oauthSecret.read()).rejects.toThrow('is not permitted');
  const { wrappedKey, secretKey } = await node.accounts.sealedKey(accountId);
  const work = createPeopleWork(createKeyRing(peopleKey), { rotation: null, people: null });
  for (const purpose of [
    `rondo/exchange_accounts/${accountId}/dataKey/v1`,
    'rondo/oauth_secret',
    'rondo/installation_keys/clientOrderIds',
    'rondo/peppers/12345678',
    'rondo/people_keys/12345678',
    peopleSecretsPurpose,
  ])
    await expect(work.sealText(purpose, Buffer.from('text'))).rejects.toThrow('is not permitted');
  for (const sealed of [wrappedKey, secretKey])
    for (const purpose of [secondFactorPurpose(userId), peopleSecretsPurpose])
      await expect(work.openText(purpose, sealed)).rejects.toThrow('with');
  const texts = { apiKey: 'a', secretKey: 'b', passphrase: 'c' };
  for (const refused of [
    work.sealKey(accountId, texts),
    work.sealHoneyKey(accountId, texts),
    work.sealTokens('consent', { accessToken: 'a', refreshToken: null }),
    work.openTokens('consent', { wrappedKey, accessToken: secretKey, refreshToken: null }),
    work.firstKeys([]),
  ])
    await expect(refused).rejects.toThrow('no master key');
});

test('the people key is replaced while a node runs with the former one, which opens nothing after it was retired', async () => {
  const { url, tool, userId, codeAt } = await openInstallation();
  const [first, second] = [randomBytes(32), randomBytes(32)];
  expect(await tool.keyRotation.retirePeople(now)).toEqual({ ok: false, refusal: 'no_key' });
  await tool.keyRotation.rotatePeople(first, { now, report });
  const node = await openPeopleNode(url, first);
  const crash = (): never => {
    throw new Error('the process ends');
  };
  await expect(tool.keyRotation.rotatePeople(second, { now, report: crash })).rejects.toThrow('the process ends');
  expect(await tool.keyRotation.rotatePeople(first, { now, report })).toEqual({ ok: false, refusal: 'former_key' });
  const again = await tool.keyRotation.rotatePeople(second, { now, report });
  const keyId = again.ok ? again.result.keyId : '';
  expect(await keyOfFactor(url, userId)).toBe(keyId);
  expect(await node.secondFactors.verify(userId, codeAt(now + 60_000), now + 60_000)).toBe('right');
  const other = await createUser(tool, 'other@rondo.test');
  await turnOn(node, other);
  expect(await keyOfFactor(url, other)).toBe(keyId);
  expect((await tool.keyRotation.status()).people).toMatchObject({ isLinked: true });
  expect(await tool.keyRotation.retirePeople(now)).toEqual({ ok: true });
  expect((await tool.keyRotation.status()).people).toMatchObject({ isLinked: false });
  await expect(openPeopleNode(url, first)).rejects.toThrow('is not the people key of this database');
  const later = await openPeopleNode(url, second);
  expect(await later.secondFactors.verify(userId, codeAt(now + 120_000), now + 120_000)).toBe('right');
  expect(await tool.secondFactors.verify(userId, codeAt(now + 180_000), now + 180_000)).toBe('right');
});

test('a people key is not retired while a second factor has a former key', async () => {
  const { url, tool, userId } = await openInstallation();
  await tool.keyRotation.rotatePeople(randomBytes(32), { now, report });
  const [row] = await database.sql(url)`select sealed_secret from second_factors where user_id = ${userId}`;
  await tool.keyRotation.rotatePeople(randomBytes(32), { now, report });
  await database.sql(url)`
    update second_factors set sealed_secret = ${row?.['sealed_secret'] as Buffer} where user_id = ${userId}`;
  expect(await tool.keyRotation.retirePeople(now)).toEqual({ ok: false, refusal: 'unfinished' });
});

test('after a rotation of the master key the second factors keep the people key, and both kinds of nodes open them', async () => {
  const { url, tool, userId, codeAt } = await openInstallation();
  const [peopleKey, next] = [randomBytes(32), randomBytes(32)];
  await tool.keyRotation.rotatePeople(peopleKey, { now, report });
  const before = await keyOfFactor(url, userId);
  expect(await tool.keyRotation.rotate(next, { now, report })).toMatchObject({ result: { resealed: 7 } });
  const successor = await database.openStore({ url, masterKey: next });
  expect(await successor.keyRotation.retire(now)).toEqual({ ok: true });
  expect(await keyOfFactor(url, userId)).toBe(before);
  const node = await openPeopleNode(url, peopleKey);
  expect(await node.secondFactors.verify(userId, codeAt(now + 60_000), now + 60_000)).toBe('right');
  expect(await successor.secondFactors.verify(userId, codeAt(now + 120_000), now + 120_000)).toBe('right');
  const envelope = await node.keyCalls.sealForSigners('a purpose', 'a text');
  const { publicKey, sealed } = await successor.keyCalls.signersKey();
  const privateKey = unseal(next, sealed, signersKeyPurpose);
  expect(openEnvelope({ publicKey, privateKey }, envelope, 'a purpose').toString()).toBe('a text');
  expect(() => unseal(testMasterKey, sealed, signersKeyPurpose)).toThrow('cannot be opened');
  expect(await successor.keyRotation.rotate(randomBytes(32), { now, report })).toMatchObject({ ok: true });
});

test('a replaced people key has other keys of the signers, which nodes that run use at once', async () => {
  const { url, tool } = await openInstallation();
  const first = randomBytes(32);
  await tool.keyRotation.rotatePeople(first, { now, report });
  const node = await openPeopleNode(url, first);
  const before = await tool.keyCalls.signersKey();
  await tool.keyRotation.rotatePeople(randomBytes(32), { now, report });
  const { publicKey, sealed } = await tool.keyCalls.signersKey();
  expect(Buffer.from(publicKey).equals(before.publicKey)).toBe(false);
  const envelope = await node.keyCalls.sealForSigners('a purpose', 'a text');
  const privateKey = unseal(testMasterKey, sealed, signersKeyPurpose);
  expect(openEnvelope({ publicKey, privateKey }, envelope, 'a purpose').toString()).toBe('a text');
});
