// Tests that a database which lacks confirmed commits, as a standby that was promoted too early, is noticed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  batch,
  createAccount,
  createBot,
  createUser,
  intent,
  startTestDatabase,
  type TestDatabase,
} from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const longMs = 60_000;
const options = { foldVersion: 1, events: 1_000, keys: 1_000 };

test('a lost intent is noticed by the process that has stored it, its account is not loaded, and another account and another process are not affected', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const other = await database.openStore({ url });
  const userId = await createUser(store);
  const bots = [];
  for (const uid of ['lost', 'lost with facts', 'whole']) {
    const bot = await createBot(store, {
      userId,
      accountId: await createAccount(store, userId, uid),
      idempotencyKey: uid,
    });
    const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
    await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)]);
    const second = intent(bot, epoch, { id: 'q1p2/1p', clientId: 'q1p2' });
    if (uid === 'lost with facts') await store.journal.applyFacts(batch(bot, { epoch, commands: [second] }));
    bots.push(bot);
  }
  const [lost, lostWithFacts, whole] = bots.map(({ accountId }) => accountId);
  await database.sql(url).begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from intents where account_id = ${lost ?? ''} or (account_id = ${lostWithFacts ?? ''} and id = 'q1p2/1p')`;
  });
  expect(new Set(await store.commits.listLost())).toEqual(new Set([lost, lostWithFacts]));
  await expect(store.journal.load(lost ?? '', options)).rejects.toThrow('the database has lost commits of the account');
  expect((await store.journal.load(whole ?? '', options)).bots).toHaveLength(1);
  expect(await other.commits.listLost()).toEqual([]);
  expect((await other.journal.load(lost ?? '', options)).bots).toHaveLength(1);
});

test('a database server is checked once, because it loses no commit while it runs', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const bot = await createBot(store);
  expect(await store.commits.listLost()).toEqual([]);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)]);
  await database.sql(url).begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from intents`;
  });
  expect(await store.commits.listLost()).toEqual([]);
});
