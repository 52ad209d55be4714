// Tests of the keys of an installation: a new database draws them, and a database of an earlier version keeps those that its master key derives.
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { givenKey, localSeals } from '@rondo/store';
import { createUser, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInstallationKeys } from '../../src/secrets/installation-keys.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const hex = (key: Uint8Array | ArrayBuffer): string => Buffer.from(new Uint8Array(key)).toString('hex');

/** Opens the store of a database, and returns the keys of its installation in hex. */
async function keysOf(url: string, masterKey: Uint8Array): Promise<Readonly<Record<string, string>>> {
  await (await database.openStore({ url, masterKey })).close();
  const { keys } = await openInstallationKeys(database.sql(url), localSeals(givenKey(masterKey, 'the test key')));
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, hex(key)]));
}

/** Returns the keys that a person with the master key can compute. Earlier versions used them. */
function computedKeys(masterKey: Uint8Array) {
  const digest = (text: string): string => createHmac('sha256', masterKey).update(text).digest('hex');
  return {
    clientOrderIds: digest('client order ids'),
    oauthStates: digest('oauth states'),
    sandboxClient: digest('sandbox client secret'),
    passwords: hex(hkdfSync('sha256', masterKey, 'rondo', 'password pepper', 32)),
  };
}

test('a new database draws all its keys, so nobody computes them from its master key', async () => {
  const masterKey = randomBytes(32);
  const [first, second] = [await database.createBareUrl(), await database.createBareUrl()];
  const drawn = [await keysOf(first, masterKey), await keysOf(second, masterKey)].flatMap((keys) =>
    Object.values(keys),
  );
  const all = [...drawn, ...Object.values(computedKeys(masterKey))];
  expect(drawn).toHaveLength(10);
  expect(new Set(all).size).toBe(all.length);
  expect(Object.values(await keysOf(first, masterKey))).toEqual(drawn.slice(0, 5));
});

test('a database of an earlier version keeps the keys that its master key derives', async () => {
  const masterKey = randomBytes(32);
  const url = await database.createBareUrl();
  const store = await database.openStore({ url, masterKey });
  await createUser(store);
  await database.sql(url)`delete from settings where key = 'keys'`;
  const kept = await keysOf(url, masterKey);
  expect(kept).toMatchObject(computedKeys(masterKey));
  expect(await keysOf(url, masterKey)).toEqual(kept);
});

test('of two nodes that start together on a new database, both have the same keys', async () => {
  const masterKey = randomBytes(32);
  const url = await database.createUrl();
  await database.sql(url)`delete from settings where key = 'keys'`;
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => keysOf(url, masterKey)));
  expect([second, third]).toEqual([first, first]);
});
