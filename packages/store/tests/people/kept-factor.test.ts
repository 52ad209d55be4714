// Tests that a person with a linked account with real money keeps a second factor, also through two nodes and while the link and the removal run at the same time.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretOf, type Store } from '@rondo/store';
import {
  createUser,
  linkAccount,
  startAt,
  startTestDatabase,
  turnOnFactor,
  type TestDatabase,
} from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** Two nodes on one database with one person. */
async function openNodes() {
  const url = await database.createUrl();
  const [first, second] = [await database.openStore({ url }), await database.openStore({ url })];
  return { url, first, second, userId: await createUser(first) };
}

/** Links an account of the person. */
function link(store: Store, userId: string, environment: 'live' | 'demo' = 'live') {
  const credentials = { apiKey: secretOf('key'), secretKey: secretOf('s'), passphrase: secretOf('p') };
  const account = { exchange: 'okx', label: 'main', uid: environment, environment, domain: 'global' } as const;
  return linkAccount(store, { ...account, userId, credentials, now: startAt });
}

/** Adds a passkey and returns its id. */
async function addPasskey({ passkeys }: Store, userId: string): Promise<string> {
  const key = { publicKey: Buffer.of(1), counter: 0, isSynced: false };
  const place = { credentialId: 'credential', rpId: 'localhost', name: 'Key' };
  const added = await passkeys.add({ ...key, ...place, userId, createdAt: startAt });
  if (!added.ok) throw new Error(added.refusal);
  return added.passkey.id;
}

test('the authenticator stays while an account with real money is linked through another node', async () => {
  const { first, second, userId } = await openNodes();
  await turnOnFactor(first, userId);
  const made = await link(first, userId);
  if (!made.ok) throw new Error(made.refusal);
  expect(await second.secondFactors.remove(userId, true)).toEqual({ ok: false, refusal: 'last' });
  await first.accounts.unlink(made.account.id, { isKeyDeleted: true, now: startAt });
  expect(await second.secondFactors.remove(userId, true)).toEqual({ ok: true, isOn: false });
});

test('the last passkey stays while an account with real money is linked', async () => {
  const { first, second, userId } = await openNodes();
  const passkey = { userId, id: await addPasskey(first, userId) };
  const made = await link(first, userId);
  if (!made.ok) throw new Error(made.refusal);
  expect(await second.passkeys.remove(passkey, true)).toEqual({ ok: false, refusal: 'last' });
  await first.accounts.unlink(made.account.id, { isKeyDeleted: true, now: startAt });
  expect(await second.passkeys.remove(passkey, true)).toEqual({ ok: true, isOn: false });
});

test('an account with real money is not linked without a second factor', async () => {
  const { first, second, userId } = await openNodes();
  await first.secondFactors.begin(userId);
  expect(await link(second, userId)).toEqual({ ok: false, refusal: 'factor_missing' });
  expect(await first.accounts.listByUser(userId)).toEqual([]);
  expect(await link(second, userId, 'demo')).toMatchObject({ ok: true });
  await turnOnFactor(first, userId);
  expect(await link(second, userId)).toMatchObject({ ok: true });
});

test('a link waits for a change of the second factor, and is refused when the factor has ended', async () => {
  const { url, first, userId } = await openNodes();
  await turnOnFactor(first, userId);
  const watcher = database.sql(url);
  const isLinkWaiting = async (): Promise<boolean> =>
    (await watcher`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      .length > 0;
  const { linked } = await database.sql(url).begin(async (transaction) => {
    await transaction`select 1 from users where id = ${userId} for update`;
    const waiting = link(first, userId);
    while (!(await isLinkWaiting())) await wait(1);
    await transaction`delete from second_factors where user_id = ${userId}`;
    return { linked: waiting };
  });
  expect(await linked).toEqual({ ok: false, refusal: 'factor_missing' });
});
