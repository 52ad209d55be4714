// Tests of the journal with a real PostgreSQL: fencing, idempotence, sequence, and the data that a restart loads.
import { decimal, formatDecimal } from '@rondo/decimal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { batch, createBot, event, fill, intent, slotOfBot, startAt, view } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const longMs = 60_000;
const options = { foldVersion: 1, events: 1_000, keys: 1_000 };

test('a commit with an older epoch is fenced, and its intent is not stored', async () => {
  const url = await database.createUrl();
  const [first, second] = [
    await database.openStore({ url, nodeId: 'a' }),
    await database.openStore({ url, nodeId: 'b' }),
  ];
  const bot = await createBot(first);
  const old = await first.journal.acquire(bot.accountId, 1);
  expect(old).toMatchObject({ epoch: 2n });
  // The lease lasts one millisecond. The poll repeats until the database gives the lease to the second store.
  await expect.poll(() => second.journal.acquire(bot.accountId, longMs)).toMatchObject({ epoch: 3n });
  expect(await first.journal.commitIntents(bot.accountId, 2n, [intent(bot, 2n)])).toBe('fenced');
  expect(await first.journal.renew([{ accountId: bot.accountId, epoch: 2n }], longMs)).toEqual(new Set());
  expect(await second.bots.intents(bot.id, 10)).toEqual([]);
  expect(await second.journal.commitIntents(bot.accountId, 3n, [intent(bot, 3n)])).toBe('committed');
  expect(await second.bots.intents(bot.id, 10)).toEqual([intent(bot, 3n)]);
});

test('a running node keeps its lease, and when the node closes its connections, another node can acquire the lease before the lease expires', async () => {
  const url = await database.createUrl();
  const [first, second] = [
    await database.openStore({ url, nodeId: 'a' }),
    await database.openStore({ url, nodeId: 'b' }),
  ];
  const bot = await createBot(first);
  expect(await first.journal.acquire(bot.accountId, longMs)).not.toBeNull();
  expect(await second.journal.acquire(bot.accountId, longMs)).toBeNull();
  expect(await second.leases.listHeld([bot.accountId, 'unknown'])).toEqual(new Set([bot.accountId]));
  expect(await first.leases.listHeld([bot.accountId])).toEqual(new Set());
  await first.close();
  await expect.poll(() => second.leases.listHeld([bot.accountId])).toEqual(new Set());
  await expect.poll(() => second.journal.acquire(bot.accountId, longMs)).not.toBeNull();
});

test('another node can acquire a released lease, and every acquisition starts a new epoch', async () => {
  const url = await database.createUrl();
  const [first, second] = [
    await database.openStore({ url, nodeId: 'a' }),
    await database.openStore({ url, nodeId: 'b' }),
  ];
  const bot = await createBot(first);
  expect(await first.journal.acquire(bot.accountId, longMs)).toMatchObject({ epoch: 2n });
  expect(await first.journal.acquire(bot.accountId, longMs)).toMatchObject({ epoch: 3n });
  expect(await first.journal.commitIntents(bot.accountId, 2n, [intent(bot, 2n)])).toBe('fenced');
  expect(await first.journal.renew([{ accountId: bot.accountId, epoch: 3n }], longMs)).toEqual(
    new Set([bot.accountId]),
  );
  const again = await first.journal.acquire(bot.accountId, longMs);
  // The previous lease of this node has not expired, so `heldUntil` is in the future.
  expect(again?.heldUntil).toBeGreaterThan(Date.now());
  await first.journal.release(bot.accountId, 4n);
  expect(await second.journal.acquire(bot.accountId, longMs)).toMatchObject({ epoch: 5n });
});

test('after a lease has expired, a commit is fenced and a renewal fails, even when the lease has no new holder', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const lease = await store.journal.acquire(bot.accountId, 0);
  expect(await store.journal.commitIntents(bot.accountId, lease?.epoch ?? 0n, [intent(bot, lease?.epoch ?? 0n)])).toBe(
    'fenced',
  );
  expect(await store.journal.renew([{ accountId: bot.accountId, epoch: lease?.epoch ?? 0n }], longMs)).toEqual(
    new Set(),
  );
});

test('a commit while another node takes the lease is stored or fenced, and a later commit with the old epoch is fenced', async () => {
  const url = await database.createUrl();
  const [first, second] = [
    await database.openStore({ url, nodeId: 'a' }),
    await database.openStore({ url, nodeId: 'b' }),
  ];
  const bot = await createBot(first);
  const directSql = database.sql(url);
  for (let round = 0; round < 10; round += 1) {
    const epoch = (await first.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
    const id = `race${round}`;
    const commit = first.journal.commitIntents(bot.accountId, epoch, [
      intent(bot, epoch, { id: `${id}/1p`, clientId: id }),
    ]);
    const takeOver =
      directSql`update nodes set seen_until = now() where incarnation = (select node_id from leases where account_id = ${bot.accountId})`.then(
        () => second.journal.acquire(bot.accountId, longMs),
      );
    const [committed, taken] = await Promise.all([commit, takeOver]);
    expect(taken?.epoch).toBe(epoch + 1n);
    const isStored = (await second.bots.intents(bot.id, 100)).some((each) => each.clientId === id);
    expect(isStored).toBe(committed === 'committed');
    expect(
      await first.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch, { id: `${id}/2p`, clientId: id })]),
    ).toBe('fenced');
    await second.journal.release(bot.accountId, epoch + 1n);
  }
});

test('an intent that is committed twice is stored once, and a commit of the same id with another payload throws', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)]);
  expect(await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)])).toBe('committed');
  expect(await store.bots.intents(bot.id, 10)).toHaveLength(1);
  await expect(
    store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch, { payloadHash: 'other' })]),
  ).rejects.toThrow('another payload');
  const renamed = intent(bot, epoch, { id: 'q1p1/2p', payloadHash: 'other' });
  await expect(store.journal.commitIntents(bot.accountId, epoch, [renamed])).rejects.toThrow('two different orders');
  expect(await store.bots.intents(bot.id, 10)).toHaveLength(1);
});

test('a batch that is applied twice is stored once, and its fills are returned as new only the first time', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const bill = {
    billId: '7',
    instrumentId: bot.instrumentId,
    clientId: 'q1p1',
    fillId: '1',
    kind: 'trade' as const,
    balanceChange: decimal('-0.03'),
    pnl: decimal('0'),
    fee: decimal('-0.03'),
    at: startAt,
    botId: bot.id,
  };
  const log = {
    botId: bot.id,
    type: 'ORDER' as const,
    messageKey: 'bot.log.entry',
    parameters: { step: '1', price: '2000.01' },
    at: startAt,
  };
  const facts = batch(bot, {
    fills: [fill(bot, '1'), fill(bot, '2')],
    bills: [bill],
    events: [event(bot, 1), event(bot, 2)],
    logs: [log],
    views: [view(bot)],
  });
  expect((await store.journal.applyFacts(facts)).newFillIds).toEqual(['1', '2']);
  expect((await store.journal.applyFacts({ ...facts, fills: [fill(bot, '2'), fill(bot, '3')] })).newFillIds).toEqual([
    '3',
  ]);
  expect((await store.bots.fills(bot.id)).map((each) => each.fillId)).toEqual(['1', '2', '3']);
  expect(await store.bots.bills(bot.id)).toHaveLength(1);
  expect(await store.bots.logs(bot.id, 10)).toEqual([log]);
  expect(await store.bots.view(bot.id)).toEqual(view(bot));
});

test('the fills of a bot are read with a limit, and the fills of a round are those among the newest fills', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const ofRound = (fillId: string, round: number) => ({
    ...fill(bot, fillId, { at: startAt + Number(fillId) }),
    slot: { ...slotOfBot(bot), round },
  });
  await store.journal.applyFacts(
    batch(bot, { fills: [ofRound('1', 1), ofRound('2', 2), ofRound('3', 1), ofRound('4', 2)] }),
  );
  const newest = await store.bots.newestFills(bot.id, 2);
  const whole = await store.bots.roundFills(bot.id, 2, 4);
  const cut = await store.bots.roundFills(bot.id, 2, 2);
  expect([newest, whole, cut].map((fills) => fills.map(({ fillId }) => fillId))).toEqual([
    ['3', '4'],
    ['2', '4'],
    ['4'],
  ]);
});

test('a fill is read exactly as it was written, with all twenty decimals', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  await store.journal.applyFacts(batch(bot, { fills: [fill(bot, '1')] }));
  const [stored] = await store.bots.fills(bot.id);
  expect(stored).toEqual(fill(bot, '1'));
  expect(stored && formatDecimal(stored.fee)).toBe('0.03125000000000000001');
});

test('applyFacts throws when two different events of a bot have the same number, or when a number is skipped, and nothing of the batch is stored', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  await store.journal.applyFacts(batch(bot, { events: [event(bot, 1)] }));
  const conflicting = batch(bot, { fills: [fill(bot, '1')], events: [event(bot, 1, 'another')] });
  await expect(store.journal.applyFacts(conflicting)).rejects.toThrow('duplicate key');
  await expect(store.journal.applyFacts(batch(bot, { events: [event(bot, 3)] }))).rejects.toThrow('gap');
  expect(await store.bots.fills(bot.id)).toEqual([]);
  expect((await store.journal.load(bot.accountId, options)).bots[0]?.events).toEqual([event(bot, 1)]);
});

test('an older report does not reopen a finished command', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)]);
  await store.journal.applyFacts(batch(bot, { intents: [{ id: 'q1p1/1p', state: 'filled', evidence: 'fill 1' }] }));
  await store.journal.applyFacts(batch(bot, { intents: [{ id: 'q1p1/1p', state: 'live', evidence: 'late' }] }));
  expect((await store.bots.intents(bot.id, 1))[0]).toMatchObject({ state: 'filled', evidence: 'fill 1' });
  const unknownIntent = batch(bot, { intents: [{ id: 'nobody/1p', state: 'done', evidence: '' }] });
  await expect(store.journal.applyFacts(unknownIntent)).rejects.toThrow('never committed');
});

test('another store on the same database loads the open intents, the newest waits, the cursors, and the events in the order of their numbers', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const bot = await createBot(store);
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  const done = intent(bot, epoch, { id: 'done/1p', clientId: 'done' });
  const open = intent(bot, epoch, { id: 'open/1p', clientId: 'open', slot: slotOfBot(bot, { step: 2 }) });
  const cancel = intent(bot, epoch, { id: 'open/1c', clientId: 'open', verb: 'cancel', slot: open.slot });
  await store.journal.commitIntents(bot.accountId, epoch, [done, open, cancel]);
  const intents = [
    { id: 'done/1p', state: 'filled' as const, evidence: 'fill' },
    { id: 'open/1c', state: 'done' as const, evidence: 'looked up' },
  ];
  await store.journal.applyFacts(
    batch(bot, {
      fills: [fill(bot, '99'), fill(bot, '100')],
      events: [event(bot, 1), event(bot, 2)],
      intents,
      epoch: 5n,
      waits: [{ botId: bot.id, body: 'new' }],
      fillCursor: '100',
    }),
  );
  const waits = [{ botId: bot.id, body: 'old' }];
  await store.journal.applyFacts(batch(bot, { epoch: 4n, fillCursor: '99', waits }));
  await store.close();
  const loaded = await (await database.openStore({ url })).journal.load(bot.accountId, options);
  expect(loaded.bots).toEqual([
    {
      row: {
        botId: bot.id,
        botNumber: bot.botNumber,
        accountId: bot.accountId,
        instrumentId: bot.instrumentId,
        config: bot.config,
        createdAt: startAt,
      },
      checkpoint: null,
      recentKeys: [],
      events: [event(bot, 1), event(bot, 2)],
      lastPosition: 2,
      waits: 'new',
      frozenCloses: 0,
    },
  ]);
  expect(loaded.openIntents).toEqual([open]);
  expect(loaded.cancelledClientIds).toEqual(['open']);
  expect(loaded.fillCursor).toBe('100');
  expect(loaded.billCursor).toBeNull();
});

test('events, fills, bills and logs cannot be changed or deleted, even with direct SQL', async () => {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const bot = await createBot(store);
  await store.journal.applyFacts(batch(bot, { fills: [fill(bot, '1')], events: [event(bot, 1)] }));
  const sql = database.sql(url);
  for (const table of ['bot_events', 'fills', 'bills', 'bot_logs']) {
    await expect(sql.unsafe(`update ${table} set at = 0`)).rejects.toThrow('append-only');
    await expect(sql.unsafe(`delete from ${table}`)).rejects.toThrow('append-only');
  }
  await expect(sql.unsafe('delete from intents')).rejects.toThrow('append-only');
});

test('a completed view ends its bot in the same transaction, and a new bot can be created on the instrument', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const ended = view(bot, {
    status: 'completed',
    phase: 'completed',
    endReason: 'stopped',
    realisedPnl: '12.5',
    eventPosition: 2,
    endedAt: startAt + 99,
  });
  await store.journal.applyFacts(batch(bot, { views: [ended] }));
  await store.journal.applyFacts(batch(bot, { views: [view(bot)] }));
  expect(await store.bots.find(bot.id)).toMatchObject({ course: 'done', endedAt: startAt + 99, view: ended });
  expect((await store.journal.load(bot.accountId, options)).bots).toEqual([]);
  const again = await createBot(store, { userId: bot.userId, accountId: bot.accountId, idempotencyKey: 'key-2' });
  expect(again.botNumber).toBeGreaterThan(bot.botNumber);
  const range = { userId: bot.userId, fromAt: startAt, toAt: startAt + 100 };
  const rows = await store.history.list({ ...range, limit: 10, offset: 0 });
  // The account of the bot is an account of the sandbox.
  expect(rows).toMatchObject([{ botId: bot.id, netPnl: '12.5', isSimulated: true }]);
  expect(await store.history.totals(range)).toMatchObject({
    count: 1,
    netPnl: '12.5',
    won: 1,
    kept: 0,
    worst: { name: 'first' },
  });
});

test('the reservation of a running bot follows the budget of its round, and a negative budget does not change the reservation', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  await store.journal.applyFacts(batch(bot, { views: [{ ...view(bot, { eventPosition: 2 }), reserved: '812.50' }] }));
  expect(await store.bots.reservedMargin(bot.accountId)).toBe('812.50');
  await store.journal.applyFacts(batch(bot, { views: [{ ...view(bot, { eventPosition: 1 }), reserved: '999' }] }));
  await store.journal.applyFacts(batch(bot, { views: [{ ...view(bot, { eventPosition: 3 }), reserved: '-3' }] }));
  expect(await store.bots.reservedMargin(bot.accountId)).toBe('812.50');
});

test('a fill without a bot is loaded when a running bot has its instrument and the fill is not older than the bot', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const unassigned = { botId: null, slot: null, clientId: '' };
  await store.journal.applyFacts(
    batch(bot, {
      fills: [
        fill(bot, '1'),
        fill(bot, '2', { at: startAt - 1 }),
        { ...fill(bot, '3'), ...unassigned },
        { ...fill(bot, '4', { at: startAt - 1 }), ...unassigned },
        { ...fill(bot, '5', { instrumentId: 'OTHER-USDT-SWAP' }), ...unassigned },
      ],
    }),
  );
  const { outsideFills } = await store.journal.load(bot.accountId, options);
  expect(outsideFills.map((each) => each.fillId)).toEqual(['3']);
});

test('a freeze changes the view and adds one log line, and a fill without an event is loaded until its event is stored', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const { journal } = store;
  const own = fill(bot, 'unapplied');
  await journal.applyFacts(batch(bot, { fills: [own], views: [view(bot)] }));
  expect((await journal.load(bot.accountId, options)).unappliedFills.map(({ fillId }) => fillId)).toEqual([own.fillId]);
  const freeze = { botId: bot.id, reason: 'frozen', at: startAt + 30, hasEnded: false };
  await journal.applyFacts(batch(bot, { freezes: [freeze] }));
  await journal.applyFacts(batch(bot, { freezes: [{ ...freeze, at: startAt + 40 }] }));
  const [watched] = await store.bots.listWatched(bot.userId, 10);
  expect(watched?.bot.view).toMatchObject({
    phase: 'error',
    endReason: 'frozen',
    positionSize: view(bot).positionSize,
  });
  expect(watched?.logs).toMatchObject([{ messageKey: 'bots.log.failed', parameters: { reason: 'frozen' } }]);
  const key = `fill:${own.instrumentId}:${own.fillId}`;
  await journal.applyFacts(batch(bot, { events: [event(bot, 1, key)] }));
  expect((await journal.load(bot.accountId, options)).unappliedFills).toEqual([]);
});

test('load counts the closing orders of a bot as frozenCloses, and the end of a frozen bot closes its open intents', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const { journal } = store;
  const epoch = (await journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  const entry = intent(bot, epoch);
  const slot = { ...entry.slot, kind: 'close', round: 0, step: 0 } as const;
  const close = intent(bot, epoch, { id: 'close/1p', clientId: 'close', slot });
  const cancel = intent(bot, epoch, { id: 'entry/2c', verb: 'cancel' });
  await journal.commitIntents(bot.accountId, epoch, [entry, close, cancel]);
  await journal.applyFacts(
    batch(bot, { fills: [{ ...fill(bot, 'f'), clientId: 'close', botId: null, slot: null }], views: [view(bot)] }),
  );
  expect((await journal.load(bot.accountId, options)).bots.map(({ frozenCloses }) => frozenCloses)).toEqual([1]);
  const freeze = { botId: bot.id, reason: 'frozen', at: startAt + 30, hasEnded: true };
  await journal.applyFacts(batch(bot, { freezes: [freeze] }));
  const loaded = await journal.load(bot.accountId, options);
  expect([loaded.bots, loaded.openIntents]).toEqual([[], []]);
  const states = (await store.bots.intents(bot.id, 10)).map(({ id, state }) => [id, state]);
  expect(Object.fromEntries(states)).toEqual({ [entry.id]: 'cancelled', [close.id]: 'filled', [cancel.id]: 'done' });
});

test('an unreadable row is stored once, and is loaded when a running bot has its instrument and the row is not older than the bot', async () => {
  const store = await database.openStore();
  const bot = await createBot(store);
  const { journal } = store;
  const row = { list: 'fill', at: startAt + 5, cause: 'c', raw: '{}', readAt: startAt + 9 } as const;
  const unreadableRows = [
    { ...row, rowKey: '1', instrumentId: bot.instrumentId },
    { ...row, rowKey: '2', instrumentId: bot.instrumentId, at: null },
    { ...row, rowKey: '3', instrumentId: bot.instrumentId, at: startAt - 1 },
    { ...row, rowKey: '4', instrumentId: 'OTHER-USDT-SWAP' },
    { ...row, rowKey: '5', instrumentId: null },
  ];
  await journal.applyFacts(batch(bot, { unreadableRows }));
  await journal.applyFacts(batch(bot, { unreadableRows }));
  expect((await journal.load(bot.accountId, options)).unreadableRows).toEqual(unreadableRows.slice(0, 2));
});
