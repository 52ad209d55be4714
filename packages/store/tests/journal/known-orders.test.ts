// Tests that the journal knows the client ids of the orders of an account.
import { createAccount, createBot, intent, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';

const longMs = 60_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

test('the client ids that the journal knows are the client ids of the intents of the account', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch, { clientId: 'known' })]);
  expect(await store.journal.knownClientIds(bot.accountId, ['known', 'other'])).toEqual(new Set(['known']));
  expect(await store.journal.knownClientIds('another account', ['known'])).toEqual(new Set());
});

test('the client ids of an account that was unlinked and linked again are known', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch, { clientId: 'earlier' })]);
  const earlier = await store.accounts.find(bot.accountId);
  if (earlier === null) throw new Error('The account is not linked.');
  await database.sql(url)`update bots set ended_at = created_at, course = 'done'`;
  await store.accounts.unlink(bot.accountId, { isKeyDeleted: true, now: 2 });
  const accountId = await createAccount(store, earlier.userId, earlier.uid);
  expect(await store.journal.knownClientIds(accountId, ['earlier', 'other'])).toEqual(new Set(['earlier']));
});
