// Tests of the purge of contract records: which bots are deleted with their rows, and what stays the same for orders and creations.
import { decimal } from '@rondo/decimal';
import type { BotRecord, ToolStore } from '@rondo/store';
import {
  batch,
  createAccount,
  createBot,
  createUser,
  event,
  fill,
  intent,
  newBot,
  startTestDatabase,
  view,
  type TestDatabase,
} from '@rondo/testkit/database';
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

type Sql = ReturnType<TestDatabase['sql']>;

const dayMs = 24 * 60 * 60_000;
const longMs = 60_000;
const options = { foldVersion: 1, events: 1_000, keys: 1_000 };
const endedAt = 1_546_300_800_000; // 2019-01-01 UTC
const createdAt = endedAt - 30 * dayMs;
/** The first millisecond at which the records of a bot that ended at `endedAt` are deleted. */
const over = endedAt + (5 * 365 + 2) * dayMs + 1;
const [eth, btc, xrp] = ['ETH-USDT-SWAP', 'BTC-USDT-SWAP', 'XRP-USDT-SWAP'];

interface World {
  readonly url: string;
  readonly store: ToolStore;
  readonly sql: Sql;
  readonly userId: string;
  readonly accountId: string;
}

async function openWorld(): Promise<World> {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const userId = await createUser(store);
  return { url, store, sql: database.sql(url), userId, accountId: await createAccount(store, userId) };
}

/** Creates a bot that has traded, with rows in every table of a bot. Without `end` the bot runs and its first order is open. */
async function createTraded(
  { store, sql, userId, accountId }: World,
  { instrumentId, end }: { readonly instrumentId: string; readonly end: number | null },
): Promise<BotRecord> {
  const idempotencyKey = `${instrumentId} ${end}`;
  const bot = await createBot(store, { userId, accountId, instrumentId, idempotencyKey, now: createdAt });
  const { epoch = 0n } = (await store.journal.acquire(accountId, longMs)) ?? {};
  const clientId = clientIdOf(bot);
  const placed = intent(bot, epoch, { id: `${clientId}/1p`, clientId });
  const change = { id: `${clientId}/2a`, clientId, verb: 'amend', payloadHash: 'hash 2' } as const;
  await store.journal.commitIntents(accountId, epoch, [placed, intent(bot, epoch, change)]);
  const completed = { status: 'completed', positionSize: '0', realisedPnl: '7', endedAt: end } as const;
  await store.journal.applyFacts(
    batch(bot, {
      epoch,
      fills: [fill(bot, `fill of ${bot.id}`, { clientId, at: createdAt })],
      bills: [{ ...billOf(`bill of ${bot.id}`, instrumentId, createdAt), botId: bot.id }],
      events: [event(bot, 1)],
      intents: end === null ? [] : [reportOf(placed.id, 'filled'), reportOf(change.id, 'done')],
      logs: [{ botId: bot.id, type: 'ORDER', messageKey: 'bots.log.order', parameters: {}, at: createdAt }],
      waits: [{ botId: bot.id, body: '{}' }],
      checkpoints: [{ botId: bot.id, position: 1, foldVersion: 1, body: '{}', hash: 'hash' }],
      views: [view(bot, end === null ? {} : completed)],
    }),
  );
  await sql`insert into bot_commands (id, bot_id, kind, request_id, created_at) values (${bot.id}, ${bot.id}, 'stop_close', 'request', 1)`;
  await sql`insert into signal_hooks values (${bot.id}, sha256(convert_to(${bot.id}, 'UTF8')), 1)`;
  await sql`insert into hook_messages values (${bot.id}, 'id open 1', 'open', 1, ${createdAt}, ${createdAt}, false, 'x')`;
  return bot;
}

const clientIdOf = ({ botNumber }: BotRecord): string => `order of ${botNumber}`;

const reportOf = (id: string, state: 'filled' | 'done') => ({ id, state, evidence: '' });

const billOf = (billId: string, instrumentId: string, at: number) => {
  const none = decimal('0');
  const figures = { balanceChange: decimal('-1'), pnl: none, fee: decimal('-1') };
  return { billId, instrumentId, clientId: '', fillId: '', kind: 'trade', ...figures, at, botId: null } as const;
};

/** Returns the rows of every table that refers to bots, as sorted texts, by the name of the table. */
async function rowsOf(sql: Sql, botId: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const tables = await sql<{ name: string; column: string }[]>`
    select k.conrelid::regclass::text as name, a.attname::text as column from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.confrelid = 'bots'::regclass union all select 'bots', 'id'`;
  const found: Record<string, readonly string[]> = {};
  for (const { name, column } of tables) {
    const rows = await sql<
      { line: string }[]
    >`select t::text as line from ${sql(name)} t where ${sql(column)} = ${botId} order by 1`;
    found[name] = rows.map(({ line }) => line);
  }
  return found;
}

const totalsOf = ({ store, userId }: World) => store.history.totals({ userId, fromAt: 0, toAt: over });

test('the purge deletes a bot with its rows in all tables five years after its end, in several batches, and a younger bot and a running bot keep all rows', async () => {
  const world = await openWorld();
  const { store, sql } = world;
  const old = await createTraded(world, { instrumentId: eth, end: endedAt });
  const young = await createTraded(world, { instrumentId: btc, end: endedAt + dayMs });
  const running = await createTraded(world, { instrumentId: xrp, end: null });
  // More rows than two batches have.
  await sql`insert into bot_events select ${old.id}, n, 'event ' || n, '{}', 1 from generate_series(2, 5001) n`;
  await sql`insert into bot_logs (bot_id, type, message_key, parameters, at) select ${old.id}, 'OTHER', 'key', '{}', n from generate_series(1, 5000) n`;
  const before = await rowsOf(sql, old.id);
  expect(Object.keys(before)).toHaveLength(12);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  const stays = [await rowsOf(sql, young.id), await rowsOf(sql, running.id)];
  expect(await totalsOf(world)).toMatchObject({ count: 2, netPnl: '14' });

  expect(await store.retention.purge(over - 1)).toMatchObject({ bots: 0, botRows: 0 });
  expect(await rowsOf(sql, old.id)).toMatchObject({ bots: before['bots'], fills: before['fills'] });
  const botRows = Object.values(before).flat().length - 1; // The purge of the signals deletes the message before.
  expect(botRows).toBe(10_012);
  expect(await store.retention.purge(over)).toMatchObject({ bots: 1, botRows, hookMessages: 1 });
  expect(Object.values(await rowsOf(sql, old.id)).flat()).toEqual([]);
  expect([await rowsOf(sql, young.id), await rowsOf(sql, running.id)]).toEqual(stays);
  expect(await totalsOf(world)).toMatchObject({ count: 1, netPnl: '7' });
  expect(await store.bots.find(old.id)).toBeNull();
});

test('a person whose only bot was deleted has still run a bot', async () => {
  const world = await openWorld();
  await createTraded(world, { instrumentId: eth, end: endedAt });
  expect(await world.store.retention.purge(over)).toMatchObject({ bots: 1 });
  expect((await totalsOf(world)).count).toBe(0);
  expect(await world.store.bots.hasRun(world.userId)).toBe(true);
});

test('after the purge an account loads the same journal and stores new orders, and the orders of the deleted bot are still known', async () => {
  const world = await openWorld();
  const { url, store, sql, accountId } = world;
  const running = await createTraded(world, { instrumentId: xrp, end: null });
  // The newest intent that this process remembers belongs to the bot that is deleted.
  const old = await createTraded(world, { instrumentId: eth, end: endedAt });
  const journal = await store.journal.load(accountId, options);
  const ids = [clientIdOf(old), clientIdOf(running)];
  expect(await store.retention.purge(over)).toMatchObject({ bots: 1 });
  expect(await sql`select id from intents where bot_id = ${old.id}`).toEqual([]);

  expect(await store.journal.load(accountId, options)).toEqual(journal);
  expect(await store.commits.listLost()).toEqual([]);
  expect(await store.journal.knownClientIds(accountId, [...ids, 'other'])).toEqual(new Set(ids));
  const next = intent(running, journal.epoch, { id: 'next/1p', clientId: 'next' });
  expect(await store.journal.commitIntents(accountId, journal.epoch, [next])).toBe('committed');
  await store.journal.applyFacts(
    batch(running, {
      epoch: journal.epoch,
      fills: [fill(running, 'next', { clientId: 'next' })],
      events: [event(running, 2)],
    }),
  );
  const restarted = await database.openStore({ url });
  const loaded = await restarted.journal.load(accountId, options);
  expect(loaded.openIntents.map(({ clientId }) => clientId)).toEqual([
    clientIdOf(running),
    clientIdOf(running),
    'next',
  ]);
  expect(loaded.bots).toMatchObject([{ row: { botId: running.id }, lastPosition: 2 }]);
  // The account gets another id when it is linked again.
  await sql`update bots set course = 'done', ended_at = created_at where id = ${running.id}`;
  await store.accounts.unlink(accountId, { isKeyDeleted: true, now: over });
  const again = await createAccount(store, world.userId);
  expect(await store.journal.knownClientIds(again, ids)).toEqual(new Set(ids));
});

test('the number and the request of a deleted bot create no second bot', async () => {
  const world = await openWorld();
  const { store, sql, userId, accountId } = world;
  const old = await createTraded(world, { instrumentId: eth, end: endedAt });
  expect(await store.retention.purge(over)).toMatchObject({ bots: 1 });
  const request = newBot(userId, accountId, { instrumentId: eth, idempotencyKey: `${eth} ${endedAt}` });
  expect(await store.bots.create(request)).toEqual({ ok: false, refusal: 'key_reused' });
  const next = await createBot(store, { ...request, idempotencyKey: 'another' });
  expect(next.botNumber).toBeGreaterThan(old.botNumber);
  const moved = { id: 'moved', bot_number: old.botNumber, idempotency_key: 'moved', instrument_id: btc };
  const copied = sql`
    insert into bots select (json_populate_record(b, ${JSON.stringify(moved)}::text::json)).* from bots b`;
  await expect(copied).rejects.toMatchObject({ code: '23505', constraint_name: 'past_bots_pkey' });
});

/** What an ended bot may have left at the exchange. */
const leftovers = {
  'an order may be open': (sql: Sql, id: string) => sql`update intents set state = 'unknown' where bot_id = ${id}`,
  'a position was left': (sql: Sql, id: string) => sql`update bot_views set position_size = 3 where bot_id = ${id}`,
  // The view of a bot that has left its position to its owner has no position.
  'the bot was stopped without a close of its position': (sql: Sql, id: string) =>
    sql`update bots set stop_kind = 'stop_keep' where id = ${id}`,
  'the bot had left its position before a stop with a close': (sql: Sql, id: string) =>
    sql`update bot_views set end_reason = 'stopped_left_open' where bot_id = ${id}`,
};

test.each(Object.entries(leftovers))(
  'while %s, a bot stays until its account was unlinked for five years',
  async (_, leave) => {
    const world = await openWorld();
    const { store, sql } = world;
    const old = await createTraded(world, { instrumentId: eth, end: endedAt });
    await leave(sql, old.id);
    const before = await rowsOf(sql, old.id);
    expect(await store.retention.purge(over)).toMatchObject({ bots: 0, botRows: 0 });
    expect({ ...(await rowsOf(sql, old.id)), hook_messages: before['hook_messages'] }).toEqual(before);
    await store.accounts.unlink(world.accountId, { isKeyDeleted: true, now: endedAt + dayMs });
    expect(await store.retention.purge(over + dayMs - 1)).toMatchObject({ bots: 0 });
    expect(await store.retention.purge(over + dayMs)).toMatchObject({ bots: 1 });
    expect(await store.journal.knownClientIds(world.accountId, [clientIdOf(old)])).toEqual(new Set([clientIdOf(old)]));
  },
);

test('a bot that left a position is deleted when a later bot ran on the instrument, because a bot is created only without a position', async () => {
  const world = await openWorld();
  const { store, sql, userId, accountId } = world;
  const old = await createTraded(world, { instrumentId: eth, end: endedAt });
  await leftovers['the bot was stopped without a close of its position'](sql, old.id);
  await createBot(store, { userId, accountId, instrumentId: btc, idempotencyKey: 'other', now: endedAt });
  expect(await store.retention.purge(over)).toMatchObject({ bots: 0 });
  await createBot(store, { userId, accountId, instrumentId: eth, idempotencyKey: 'later', now: endedAt });
  expect(await store.retention.purge(over)).toMatchObject({ bots: 1 });
});

test('the bots of a person who is being moved to another database stay until the end of the move', async () => {
  const world = await openWorld();
  const { store, sql, userId } = world;
  await createTraded(world, { instrumentId: eth, end: endedAt });
  await sql`insert into person_moves values ('move', ${userId}, 'out', 'fenced', 'elsewhere', clock_timestamp(), null)`;
  expect(await store.retention.purge(over)).toMatchObject({ bots: 0 });
  await sql`delete from person_moves`;
  expect(await store.retention.purge(over)).toMatchObject({ bots: 1 });
});

test('a bot is deleted although a deleted bot of a person who was moved here had its number', async () => {
  const world = await openWorld();
  const { store, sql } = world;
  const { botNumber } = await createTraded(world, { instrumentId: eth, end: endedAt });
  await createTraded(world, { instrumentId: btc, end: endedAt });
  const moved = await createUser(store, 'moved@rondo.test');
  await sql`insert into past_bots values (${botNumber}, ${moved}, sha256('moved'))`;
  expect(await store.retention.purge(over)).toMatchObject({ bots: 2 });
  expect(await sql`select user_id from past_bots where bot_number = ${botNumber}`).toEqual([{ user_id: moved }]);
});

test('two purges at the same time delete each bot once', async () => {
  const world = await openWorld();
  for (const instrumentId of [eth, btc, xrp]) await createTraded(world, { instrumentId, end: endedAt });
  const other = await database.openStore({ url: world.url });
  const purged = await Promise.all([world.store, other].map(({ retention }) => retention.purge(over)));
  expect(purged.map(({ bots }) => bots).reduce((sum, bots) => sum + bots, 0)).toBe(3);
  expect(await world.sql`select 1 from bots`).toEqual([]);
  expect(await world.sql`select count(*)::int as numbers from past_bots`).toEqual([{ numbers: 3 }]);
});

test('a node whose clock is fast deletes no bot that ended less than five years ago by the clock of the database', async () => {
  const world = await openWorld();
  const old = await createTraded(world, { instrumentId: eth, end: endedAt });
  await world.sql`update bots set ended_at = extract(epoch from clock_timestamp()) * 1000 where id = ${old.id}`;
  expect(await world.store.retention.purge(over + 100_000 * dayMs)).toMatchObject({ bots: 0, botRows: 0 });
});

test('fills, bills and unreadable rows without a bot are deleted after five years, except those that a running bot needs', async () => {
  const world = await openWorld();
  const { store, sql, accountId } = world;
  const running = await createTraded(world, { instrumentId: xrp, end: null });
  const outside = (id: string, instrumentId: string, at: number) => ({
    ...fill(running, id, { instrumentId, at, clientId: '' }),
    botId: null,
    slot: null,
  });
  const unreadable = (rowKey: string, instrumentId: string | null, at: number | null) =>
    ({ list: 'fill', rowKey, instrumentId, at, cause: '', raw: '', readAt: createdAt }) as const;
  await store.journal.applyFacts(
    batch(running, {
      fills: [
        outside('old', eth, endedAt),
        outside('young', eth, endedAt + 1),
        outside('of the running bot', xrp, createdAt),
        outside('before the running bot', xrp, createdAt - 1),
      ],
      bills: [billOf('old', eth, endedAt), billOf('young', eth, endedAt + 1)],
      unreadableRows: [
        unreadable('old', eth, endedAt),
        unreadable('without an instrument', null, null),
        unreadable('young', eth, endedAt + 1),
        unreadable('without a time', eth, null),
        unreadable('of the running bot', xrp, createdAt),
      ],
    }),
  );
  const journal = await store.journal.load(accountId, options);
  expect(await store.retention.purge(over)).toMatchObject({ outsideFills: 2, outsideBills: 1, unreadableRows: 2 });
  expect(await store.journal.load(accountId, options)).toEqual(journal);
  const left = async (rows: Promise<readonly Readonly<Record<string, unknown>>[]>) =>
    (await rows).map((row) => String(row['key'])).toSorted();
  expect(await left(sql`select fill_id as key from fills where bot_id is null`)).toEqual([
    'of the running bot',
    'young',
  ]);
  expect(await left(sql`select bill_id as key from bills where bot_id is null`)).toEqual(['young']);
  expect(await left(sql`select row_key as key from unreadable_rows`)).toEqual([
    'of the running bot',
    'without a time',
    'young',
  ]);
  expect(await store.retention.purge(over)).toMatchObject({ outsideFills: 0, outsideBills: 0, unreadableRows: 0 });
});

const journalTables = ['bot_events', 'fills', 'bills', 'bot_logs', 'intents', 'bots'] as const;

test.each(journalTables)(
  'only a purge deletes rows of %s, and only after their bot ended five years ago',
  async (table) => {
    const world = await openWorld();
    const { store, sql, userId, accountId } = world;
    // Other tables refer to a bot that has traded.
    const isBot = table === 'bots';
    const bot = isBot
      ? await createBot(store, { userId, accountId })
      : await createTraded(world, { instrumentId: eth, end: null });
    const remove = (client: Sql | TransactionSql) =>
      client`delete from ${client(table)} where ${client(isBot ? 'id' : 'bot_id')} = ${bot.id}`;
    const empty = (client: Sql | TransactionSql) => client`truncate ${client(table)} cascade`;
    const purge = (run: typeof remove) =>
      sql.begin(async (transaction) => {
        await transaction`set local rondo.purge = 'on'`;
        return (await run(transaction)).count;
      });
    await expect(remove(sql)).rejects.toThrow('append-only');
    await expect(empty(sql)).rejects.toThrow('append-only');
    await expect(purge(empty)).rejects.toThrow('append-only');
    await expect(purge(remove)).rejects.toThrow('younger than five years');
    await sql`update bots set course = 'done', ended_at = extract(epoch from clock_timestamp()) * 1000`;
    await expect(purge(remove)).rejects.toThrow('younger than five years');
    await sql`update bots set ended_at = ${endedAt}`;
    expect(await purge(remove)).toBeGreaterThan(0);
  },
);

test.each(['past_bots', 'past_orders'])(
  'what remains of a deleted bot in %s is never changed or deleted',
  async (table) => {
    const sql = database.sql(await database.createUrl());
    const column = table === 'past_bots' ? 'user_id' : 'client_id';
    await expect(sql`delete from ${sql(table)}`).rejects.toThrow('append-only');
    await expect(sql`update ${sql(table)} set ${sql(column)} = ''`).rejects.toThrow('append-only');
  },
);
