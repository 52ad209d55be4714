// Tests of the creation of bots and of user commands: an instrument of an account has at most one running bot, the reservations do not exceed the balance, and
// no command replaces stop_close.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import type { NewBotCommand } from '@rondo/store';
import { batch, createAccount, createBot, createUser, newBot, startAt, view } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

test('after fifty simultaneous creations each instrument has at most one bot, and the reservations do not exceed the balance', async () => {
  const store = await database.openStore();
  const userId = await createUser(store);
  const accountId = await createAccount(store, userId);
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      store.bots.create(
        newBot(userId, accountId, {
          instrumentId: `I${index % 10}-USDT-SWAP`,
          reservedMargin: '1500.5',
          idempotencyKey: `key-${index}`,
        }),
      ),
    ),
  );
  const made = results.flatMap((result) => (result.ok ? [result.bot] : []));
  const refusals = new Set(results.flatMap((result) => (result.ok ? [] : [result.refusal])));
  // Six reservations of 1500.5 are below the balance of 10,000, and seven reservations are above it.
  expect(made).toHaveLength(6);
  expect(new Set(made.map((bot) => bot.instrumentId)).size).toBe(6);
  expect(refusals).toEqual(new Set(['symbol_in_use', 'insufficient_margin']));
  expect(await store.bots.reservedMargin(accountId)).toBe('9003.0');
  expect(await store.bots.listActive(userId)).toHaveLength(6);
});

test('fifty creations with one idempotency key create one bot, and a creation with the same key and another configuration is refused', async () => {
  const store = await database.openStore();
  const userId = await createUser(store);
  const accountId = await createAccount(store, userId);
  const results = await Promise.all(Array.from({ length: 50 }, () => store.bots.create(newBot(userId, accountId))));
  const ids = new Set(results.map((result) => (result.ok ? result.bot.id : result.refusal)));
  expect(ids.size).toBe(1);
  expect(results.filter((result) => result.ok && result.isNew)).toHaveLength(1);
  const other = await store.bots.create(newBot(userId, accountId, { config: '{"martinSteps":5}' }));
  expect(other).toEqual({ ok: false, refusal: 'key_reused' });
  expect((await store.bots.findByKey(userId, newBot(userId, accountId).idempotencyKey))?.id).toBe([...ids][0]);
  expect(await store.bots.findByKey('somebody-else', newBot(userId, accountId).idempotencyKey)).toBeNull();
});

test('a bot cannot be created on the account of another person, and the refusal is the same as for a missing account', async () => {
  const store = await database.openStore();
  const owner = await createUser(store, 'owner@rondo.test');
  const otherUser = await createUser(store, 'other-member@rondo.test');
  const accountId = await createAccount(store, owner);
  expect(await store.bots.create(newBot(otherUser, accountId))).toEqual({ ok: false, refusal: 'account_missing' });
  expect(await store.bots.create(newBot(owner, 'no such account'))).toEqual({ ok: false, refusal: 'account_missing' });
});

test('a person has run a bot from the creation of the first bot on, also after its end, and a person with the history of the demo world has run one', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const bot = await createBot(store);
  const other = await createUser(store, 'other@rondo.test');
  expect([await store.bots.hasRun(bot.userId), await store.bots.hasRun(other)]).toEqual([true, false]);
  await store.journal.applyFacts(batch(bot, { views: [view(bot, { status: 'completed', endedAt: startAt })] }));
  expect(await store.bots.hasRun(bot.userId)).toBe(true);
  await database.sql(url)`
    insert into simulated_history values ('s', ${other}, 'ETH-USDT-SWAP', 'demo', 'long', '{}', '{}', 1, 1, 1, 'x', 1, 2, '[]')`;
  expect(await store.bots.hasRun(other)).toBe(true);
});

test('stop_keep can be replaced by stop_close, and no command can replace stop_close', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const command = (kind: NewBotCommand['kind'], requestId: string) =>
    store.bots.recordCommand({ botId: bot.id, kind, isLast: true, requestId, now: startAt });
  expect(await command('set_last', '1')).toMatchObject({ ok: true, isNew: true, command: { isLast: true } });
  expect(await store.bots.find(bot.id)).toMatchObject({ course: 'last' });
  expect(await command('release_guard', 'r')).toMatchObject({ ok: true, isNew: true, command: { isLast: null } });
  expect(await command('recover_exit', 'x')).toMatchObject({ ok: true, isNew: true, command: { isLast: null } });
  expect(await store.bots.find(bot.id)).toMatchObject({ course: 'last' });
  expect(await command('stop_keep', '2')).toMatchObject({ ok: true, isNew: true });
  expect(await command('release_guard', 's')).toEqual({ ok: false, refusal: 'already_closing' });
  expect(await command('set_last', '3')).toEqual({ ok: false, refusal: 'already_closing' });
  expect(await command('stop_close', '4')).toMatchObject({ ok: true, isNew: true });
  expect(await command('stop_close', '5')).toMatchObject({ ok: true, isNew: false, command: { requestId: '4' } });
  expect(await command('stop_keep', '6')).toEqual({ ok: false, refusal: 'already_closing' });
  expect(await store.bots.find(bot.id)).toMatchObject({ course: 'closing', stopKind: 'stop_close' });
});

test('listWithoutView returns a running bot until the engine has written its view', async () => {
  const store = await database.openStore({ url: await database.createUrl() });
  const bot = await createBot(store);
  const withoutView = async (accountId: string) => (await store.bots.listWithoutView([accountId])).map(({ id }) => id);
  expect(await withoutView(bot.accountId)).toEqual([bot.id]);
  expect(await withoutView('another')).toEqual([]);
  await store.journal.applyFacts(batch(bot, { views: [view(bot)] }));
  expect(await withoutView(bot.accountId)).toEqual([]);
});

test('a command is pending until the command is done or its bot ends, also after a restart', async () => {
  const url = await database.createUrl();
  const first = await database.openStore({ url });
  const bot = await createBot(first);
  await first.bots.recordCommand({ botId: bot.id, kind: 'set_last', isLast: true, requestId: '1', now: startAt });
  await first.bots.recordCommand({ botId: bot.id, kind: 'stop_close', requestId: '2', now: startAt });
  await first.close();
  const store = await database.openStore({ url });
  const [last, stop] = await store.bots.pendingCommands([bot.accountId]);
  expect([last?.kind, stop?.kind]).toEqual(['set_last', 'stop_close']);
  expect((await store.bots.pendingCommands([bot.accountId], last?.sequence)).map(({ id }) => id)).toEqual([stop?.id]);
  expect(await store.bots.pendingCommands([bot.accountId], stop?.sequence)).toEqual([]);
  await store.bots.markCommandDone(last?.id ?? '', startAt + 1);
  expect((await store.bots.pendingCommands([bot.accountId])).map((command) => command.id)).toEqual([stop?.id]);
  await store.journal.applyFacts(batch(bot, { views: [view(bot, { status: 'completed', endedAt: startAt })] }));
  expect(await store.bots.pendingCommands([bot.accountId])).toEqual([]);
  expect(await store.bots.recordCommand({ botId: bot.id, kind: 'stop_close', requestId: '3', now: startAt })).toEqual({
    ok: false,
    refusal: 'bot_done',
  });
});

test('a recorded command of a kind that this program does not know stays pending, and does not hide the commands after it', async () => {
  const url = await database.createUrl();
  const [store, sql] = [await database.openStore({ url }), database.sql(url)];
  const bot = await createBot(store);
  await sql`alter table bot_commands drop constraint bot_commands_kind_check`;
  await store.bots.recordCommand({ botId: bot.id, kind: 'release_guard', requestId: '1', now: startAt });
  await sql`update bot_commands set kind = 'kind_of_a_newer_program'`;
  await store.bots.recordCommand({ botId: bot.id, kind: 'stop_close', requestId: '2', now: startAt });
  expect((await store.bots.pendingCommands([bot.accountId])).map(({ kind }) => kind)).toEqual(['stop_close']);
  const stored = await sql`select kind from bot_commands where settled_at is null order by sequence`;
  expect(stored.map(({ kind }) => String(kind))).toEqual(['kind_of_a_newer_program', 'stop_close']);
});

test('listWatched returns bots with the newest lines of their logs, and listReservations returns the reserved margins of an account', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const line = (at: number) => ({
    botId: bot.id,
    type: 'ORDER' as const,
    messageKey: 'bots.log.stepFilled',
    parameters: { step: '1', note: 'a "quoted" \\ word' },
    at: startAt + at,
  });
  await store.journal.applyFacts(batch(bot, { logs: [line(1), line(2), line(3)], views: [view(bot)] }));
  const [watched] = await store.bots.listWatched(bot.userId, 2);
  expect(watched?.bot).toEqual(await store.bots.find(bot.id));
  expect(watched?.logs).toEqual([line(3), line(2)]);
  expect((await store.bots.listWatched(bot.userId, 2))[0]?.logs).toHaveLength(2);
  await store.journal.applyFacts(batch(bot, { logs: [line(4)] }));
  expect((await store.bots.listWatched(bot.userId, 2))[0]?.logs).toEqual([line(4), line(3)]);
  const { id, name, instrumentId, direction, reservedMargin } = bot;
  expect(await store.bots.listReservations(bot.accountId)).toEqual([
    { id, name, instrumentId, direction, reservedMargin },
  ]);
});

test('listWatched returns the same array until a bot, a view or the newest log lines change', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const line = (at: number) => ({
    botId: bot.id,
    type: 'ORDER' as const,
    messageKey: 'bots.log.stepFilled',
    parameters: {},
    at: startAt + at,
  });
  const watch = () => store.bots.listWatched(bot.userId, 2);
  await store.journal.applyFacts(batch(bot, { logs: [line(1), line(5)], views: [view(bot)] }));
  const before = await watch();
  expect(await watch()).toBe(before);
  const changes = [
    () => store.journal.applyFacts(batch(bot, { logs: [line(3)] })),
    () => store.journal.applyFacts(batch(bot, { views: [view(bot, { realisedPnl: '7' })] })),
    () => store.bots.recordCommand({ botId: bot.id, kind: 'set_last', isLast: true, requestId: '1', now: startAt }),
  ];
  for (const change of changes) {
    const known = await watch();
    await change();
    const now = await watch();
    expect(now).not.toEqual(known);
    expect(now[0]?.bot).toEqual(await store.bots.find(bot.id));
    expect(await watch()).toBe(now);
  }
  expect((await watch())[0]?.logs).toEqual([line(5), line(3)]);
  // This line is older than the lines in the list, so the list does not change.
  const shown = await watch();
  await store.journal.applyFacts(batch(bot, { logs: [line(2)] }));
  expect(await watch()).toBe(shown);
});

test('when one bot changes, the list of listWatched has the same entries of the other bots', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const { userId, accountId } = bot;
  const other = await createBot(store, { userId, accountId, instrumentId: 'BTC-USDT-SWAP', idempotencyKey: 'key-2' });
  const watch = () => store.bots.listWatched(userId, 2);
  const before = await watch();
  await store.journal.applyFacts(batch(bot, { views: [view(bot, { realisedPnl: '7' })] }));
  const after = await watch();
  expect(after.map((each) => each.bot.id)).toEqual([bot.id, other.id]);
  expect(after[0]).not.toEqual(before[0]);
  expect(after[0]?.bot).toEqual(await store.bots.find(bot.id));
  expect(after[1]).toBe(before[1]);
});

test('bots, users, accounts and settings are unchanged after a restart', async () => {
  const url = await database.createUrl();
  const first = await database.openStore({ url });
  const bot = await createBot(first);
  await first.settings.set('links', { guide: 'https://guide.test', open: [1, null, true] });
  await first.journal.applyFacts(batch(bot, { views: [view(bot)] }));
  const before = {
    bot: await first.bots.find(bot.id),
    user: await first.users.findById(bot.userId),
    accounts: await first.accounts.listAll(),
  };
  await first.close();
  const second = await database.openStore({ url });
  const after = {
    bot: await second.bots.find(bot.id),
    user: await second.users.findById(bot.userId),
    accounts: await second.accounts.listAll(),
  };
  expect(after).toEqual(before);
  expect(await second.settings.get('links')).toEqual({ guide: 'https://guide.test', open: [1, null, true] });
  expect(await second.settings.get('nothing')).toBeNull();
});
