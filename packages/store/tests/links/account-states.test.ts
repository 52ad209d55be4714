// Tests the states that nodes show each other, and the work that a node finds for its accounts.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batch, createAccount, createBot, createUser, startAt, startTestDatabase, view } from '@rondo/testkit/database';
import type { Store } from '@rondo/store';

let database: Awaited<ReturnType<typeof startTestDatabase>>;
let store: Store;
let accountId: string;

beforeAll(async () => {
  database = await startTestDatabase();
  store = await database.openStore();
  accountId = await createAccount(store, await createUser(store));
});
afterAll(() => database.stop());

test('a state of an older epoch does not replace a newer state, and the age counts from the write', async () => {
  const write = (epoch: bigint, picture: string) => store.accountStates.write([{ accountId, epoch, picture }]);
  await write(3n, '{"n":1}');
  await write(2n, '{"n":2}');
  expect(await store.accountStates.list([accountId, 'unknown'])).toEqual([
    { accountId, epoch: 3n, picture: '{"n": 1}', ageMs: expect.any(Number) },
  ]);
  await write(3n, '{"n":3}');
  const [state] = await store.accountStates.list([accountId]);
  expect(state).toMatchObject({ picture: '{"n": 3}' });
  expect(state?.ageMs).toBeLessThan(5_000);
});

test('the work of a node contains watched accounts until the watch ends, recorded commands, and bots without a view', async () => {
  const { accountStates, bots, journal } = store;
  const nothing = { hasCommands: false, hasNewBots: false, watched: new Set() };
  expect(await accountStates.findWork([accountId])).toEqual(nothing);
  await accountStates.watch([accountId, 'unknown'], 60_000);
  expect(await accountStates.findWork([accountId, 'unknown'])).toEqual({ ...nothing, watched: new Set([accountId]) });
  await accountStates.watch([accountId], 0);
  const user = (await store.accounts.find(accountId))?.userId ?? '';
  const bot = await createBot(store, { userId: user, accountId });
  expect(await accountStates.findWork([accountId])).toEqual({ ...nothing, hasNewBots: true });
  await journal.applyFacts(batch(bot, { views: [view(bot)] }));
  const recorded = await bots.recordCommand({ botId: bot.id, kind: 'stop_keep', requestId: '1', now: startAt });
  expect(await accountStates.findWork([accountId])).toEqual({ ...nothing, hasCommands: true });
  expect(await accountStates.findWork(['another'])).toEqual(nothing);
  const commandId = recorded.ok ? recorded.command.id : '';
  expect(await bots.isCommandDone(commandId)).toBe(false);
  await bots.markCommandDone(commandId, startAt);
  expect(await bots.isCommandDone(commandId)).toBe(true);
  expect(await accountStates.findWork([accountId])).toEqual(nothing);
});

test('the version of a bot changes with its view, and a bot that has just ended still has a version', async () => {
  const user = (await store.accounts.find(accountId))?.userId ?? '';
  const [bot] = await store.bots.listActive(user);
  if (bot === undefined) throw new Error('the bot of the previous test is missing');
  const versionOf = async (): Promise<string | undefined> =>
    (await store.bots.listVersions([accountId])).find(({ botId }) => botId === bot.id)?.version;
  const first = await versionOf();
  expect(first).toBeDefined();
  expect(await versionOf()).toBe(first);
  const ended = { phase: 'completed', status: 'completed', endedAt: Date.now(), eventPosition: 2 } as const;
  await store.journal.applyFacts(batch(bot, { views: [view(bot, ended)] }));
  expect(await versionOf()).not.toBe(first);
});
