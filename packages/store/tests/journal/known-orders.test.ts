// Tests that the journal knows the client ids of the orders of an account.
import {
  createAccount,
  createBot,
  createUser,
  intent,
  startTestDatabase,
  type TestDatabase,
} from '@rondo/testkit/database';
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

/** Opens a database with a bot, one intent of the bot with the client id `theirs`, and one order of which a purge has left the client id `purged`. */
async function openWithOrders() {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch, { clientId: 'theirs' })]);
  const sql = database.sql(url);
  await sql`insert into past_orders values (${bot.accountId}, 'purged')`;
  const ofOthers = async (clientId: string, botNumber = bot.botNumber): Promise<boolean> =>
    (await store.journal.clientIdsOfOthers([{ clientId, botNumber }])).has(clientId);
  return { store, bot, sql, ofOthers };
}

test('a client id belongs to another account when an intent of the owner of its bot has it, also after a purge', async () => {
  const { store, bot, sql, ofOthers } = await openWithOrders();
  expect([await ofOthers('theirs'), await ofOthers('purged'), await ofOthers('new')]).toEqual([true, true, false]);
  expect(await store.journal.clientIdsOfOthers([])).toEqual(new Set());
  // Of a deleted bot only its number and its owner are left.
  await sql`insert into past_bots values (77, ${bot.userId}, sha256('key'))`;
  expect([await ofOthers('purged', 77), await ofOthers('new', 77)]).toEqual([true, false]);
});

test('a client id whose bot has moved to another database belongs to another account, because the bot gets new ids there', async () => {
  const { store, bot, sql, ofOthers } = await openWithOrders();
  const other = await createUser(store, 'other@rondo.test');
  const move = (id: string, userId: string, state: string) =>
    sql`insert into person_moves (id, user_id, direction, state, other, began_at) values (${id}, ${userId}, 'out', ${state}, 'elsewhere', now())`;
  await move('another move', other, 'left');
  await move('a move', bot.userId, 'fenced');
  expect(await ofOthers('new')).toBe(false);
  await sql`update person_moves set state = 'left' where user_id = ${bot.userId}`;
  expect(await ofOthers('new')).toBe(true);
});

test('a client id belongs to another database when its bot is unknown and its number is far from the numbers of this database', async () => {
  const { bot, sql, ofOthers } = await openWithOrders();
  // Another copy of this database continues the numbers of its bots.
  expect([await ofOthers('new', bot.botNumber + 5), await ofOthers('new', 900_000_000)]).toEqual([false, false]);
  expect(await ofOthers('new', 1_000_000_100)).toBe(true);
  await sql`select setval('bot_numbers', 1000000090)`;
  expect([await ofOthers('new', 1_000_000_100), await ofOthers('new', 50)]).toEqual([false, true]);
  // A person from another database keeps the bots.
  await sql`update bots set bot_number = 50 where id = ${bot.id}`;
  expect(await ofOthers('new', 50)).toBe(false);
});
