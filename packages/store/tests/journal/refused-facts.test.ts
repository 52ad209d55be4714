// Tests of batches of facts that the journal refuses, and of the cursors and the intents of commands that a batch contains.
import { createMemoryJournal } from '@rondo/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batch, createBot, event, fill, intent, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const longMs = 60_000;
const options = { foldVersion: 1, events: 1_000, keys: 1_000 };

test('applyFacts stores nothing and returns the known event when one batch contains an event at two numbers', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const twice = [event(bot, 1), { ...event(bot, 2), key: event(bot, 1).key }];
  const result = await store.journal.applyFacts(batch(bot, { fills: [fill(bot, '1')], events: twice }));
  expect(result.knownEvents[0]).toEqual({ botId: bot.id, key: event(bot, 1).key });
  expect(await store.bots.fills(bot.id)).toEqual([]);
  expect((await store.journal.load(bot.accountId, options)).bots[0]?.events).toEqual([]);
});

test.each(['PostgreSQL', 'memory'] as const)(
  'in %s, an event that is repeated has no effect, and with another body nothing is stored and the result names it',
  async (kind) => {
    const store = await database.openStore();
    const bot = await createBot(store);
    const memory = createMemoryJournal({ now: () => bot.createdAt });
    const { id: botId, accountId, createdAt } = bot;
    memory.addBot({ botId, botNumber: 1, accountId, instrumentId: 'ETH-USDT-SWAP', config: '{}', createdAt });
    const journal = kind === 'memory' ? memory.connect('a') : store.journal;
    const stored = event(bot, 1);
    const nothing = { newFillIds: [], knownEvents: [], alteredEvent: null, isFenced: false };
    expect(await journal.applyFacts(batch(bot, { events: [stored] }))).toEqual(nothing);
    expect(await journal.applyFacts(batch(bot, { events: [stored, event(bot, 2)] }))).toEqual(nothing);
    const other = { ...stored, body: '{"kind":"price"}' };
    const facts = batch(bot, { fills: [fill(bot, '1')], events: [other, event(bot, 3)] });
    expect(await journal.applyFacts(facts)).toEqual({ ...nothing, alteredEvent: { botId, key: stored.key } });
    const loaded = await journal.load(accountId, options);
    expect([loaded.bots[0]?.events, loaded.unappliedFills]).toEqual([[stored, event(bot, 2)], []]);
  },
);

test('of two nodes that store different events with one key and one number at the same time, one is refused', async () => {
  const url = await database.createUrl();
  const stores = [await database.openStore({ url, nodeId: 'a' }), await database.openStore({ url, nodeId: 'b' })];
  const bot = await createBot(stores[0] ?? (await database.openStore()));
  for (let position = 1; position <= 20; position += 1) {
    const results = await Promise.allSettled(
      stores.map(({ journal }, index) =>
        journal.applyFacts(batch(bot, { events: [{ ...event(bot, position), body: `{"node":${index}}` }] })),
      ),
    );
    const isRefused = (result: (typeof results)[number] | undefined): boolean =>
      result?.status !== 'fulfilled' || result.value.alteredEvent !== null;
    expect(results.filter(isRefused)).toHaveLength(1);
  }
});

test('when one report of a batch names an intent that was never committed, no intent changes', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)]);
  const reports = [
    { id: 'q1p1/1p', state: 'live' as const, evidence: '' },
    { id: 'nobody/1p', state: 'done' as const, evidence: '' },
  ];
  await expect(store.journal.applyFacts(batch(bot, { intents: reports }))).rejects.toThrow('never committed');
  expect((await store.bots.intents(bot.id, 1))[0]).toMatchObject({ state: 'sent' });
});

test('a report of an open command is ignored after another node has taken the account, and a report of a finished command is stored', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)]);
  const report = async (of: bigint, state: 'live' | 'unknown' | 'cancelled') => {
    await store.journal.applyFacts(batch(bot, { epoch: of, intents: [{ id: 'q1p1/1p', state, evidence: '' }] }));
    return (await store.bots.intents(bot.id, 1))[0]?.state;
  };
  await store.journal.release(bot.accountId, epoch);
  const next = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  expect(next).toBeGreaterThan(epoch);
  expect(await report(next, 'live')).toBe('live');
  expect(await report(epoch, 'unknown')).toBe('live');
  expect(await report(epoch, 'cancelled')).toBe('cancelled');
  expect(await report(next, 'live')).toBe('cancelled');
});

test('a batch stores its facts with the intents of its commands, and without them when another node has the lease', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  const commandsOf = (of: bigint, id: string) => ({
    epoch: of,
    commands: [intent(bot, of, { id: `${id}/1p`, clientId: id })],
  });
  const first = { fills: [fill(bot, '1')], events: [event(bot, 1)], ...commandsOf(epoch, 'now') };
  expect(await store.journal.applyFacts(batch(bot, first))).toMatchObject({ newFillIds: ['1'], isFenced: false });
  const freezes = [{ botId: bot.id, reason: 'frozen', at: bot.createdAt, hasEnded: false }];
  const rare = { fillCursor: '7', freezes, ...commandsOf(epoch, 'rare') };
  expect(await store.journal.applyFacts(batch(bot, rare))).toMatchObject({ isFenced: false });
  const late = { fills: [fill(bot, '2')], events: [event(bot, 2)], ...commandsOf(epoch - 1n, 'late') };
  expect(await store.journal.applyFacts(batch(bot, late))).toMatchObject({ newFillIds: ['2'], isFenced: true });
  const known = await store.journal.knownClientIds(bot.accountId, ['now', 'rare', 'late']);
  expect([...known].toSorted()).toEqual(['now', 'rare']);
});

test('a batch is not stored when an intent of its commands, or an order with the same client id, has another payload', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)]);
  const storeWith = (changes: Parameters<typeof intent>[2]) => {
    const commands = [intent(bot, epoch, { payloadHash: 'other', ...changes })];
    return store.journal.applyFacts(batch(bot, { epoch, fills: [fill(bot, '1')], events: [event(bot, 1)], commands }));
  };
  await expect(storeWith({})).rejects.toThrow('another payload');
  await expect(storeWith({ id: 'q1p1/2p' })).rejects.toThrow('two different orders');
  expect(await store.bots.fills(bot.id)).toEqual([]);
  const same = [intent(bot, epoch)];
  await store.journal.applyFacts(
    batch(bot, { epoch, fills: [fill(bot, '1')], events: [event(bot, 1)], commands: same }),
  );
  expect(await store.bots.fills(bot.id)).toHaveLength(1);
  expect(await store.bots.intents(bot.id, 9)).toHaveLength(1);
});

test('of several cursors that are stored at one time, the latest stays, and an earlier cursor does not replace a later one', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const cursors = ['5', '40', '7', '12', '9', '31'];
  await Promise.all(
    cursors.map((cursor) =>
      store.journal.applyFacts(batch(bot, { fillCursor: cursor, billCursor: cursor, fills: [fill(bot, cursor)] })),
    ),
  );
  await store.journal.applyFacts(batch(bot, { fillCursor: '39', billCursor: '41' }));
  const { fillCursor, billCursor } = await store.journal.load(bot.accountId, options);
  expect([fillCursor, billCursor]).toEqual(['40', '41']);
  expect(await store.bots.fills(bot.id)).toHaveLength(cursors.length);
});
