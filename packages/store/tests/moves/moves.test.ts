// Tests of the move of a person between two databases: what arrives, what the first database refuses, and a process that ends at each step.
import {
  furtherDatabaseSetting,
  givenKey,
  localSeals,
  openMoves,
  openServerStore,
  type Moves,
  type MoveStep,
  type ToolStore,
} from '@rondo/store';
import {
  batch,
  createAccount,
  createBot,
  createUser,
  event,
  fill,
  intent,
  newBot,
  silentLog,
  startAt,
  startTestDatabase,
  testMasterKey,
  view,
  type TestDatabase,
  openStoredKey,
} from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movedTables, stayingTables } from '../../src/moves/moved-tables.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const password = 'the words of the person';
const longMs = 60_000;
const now = startAt + 60_000;
const options = { foldVersion: 1, events: 100, keys: 100 };

interface Pair {
  readonly sourceUrl: string;
  readonly targetUrl: string;
  readonly source: ToolStore;
}

async function twoDatabases(): Promise<Pair> {
  const [sourceUrl, targetUrl] = [await database.createUrl(), await database.createBareUrl()];
  return { sourceUrl, targetUrl, source: await database.openStore({ url: sourceUrl }) };
}

function openPair(
  { sourceUrl, targetUrl }: Pick<Pair, 'sourceUrl' | 'targetUrl'>,
  {
    masterKey = testMasterKey,
    onStep,
  }: { readonly masterKey?: Uint8Array; readonly onStep?: (step: MoveStep) => void } = {},
) {
  return openMoves({
    source: { databaseUrl: sourceUrl, log: silentLog },
    targetUrl,
    masterKey: givenKey(masterKey, 'the test key'),
    ...(onStep === undefined ? {} : { onStep }),
  });
}

async function withMoves<T>(
  pair: Pair,
  work: (moves: Moves) => Promise<T>,
  onStep?: (step: MoveStep) => void,
): Promise<T> {
  const opened = await openPair(pair, onStep === undefined ? {} : { onStep });
  if (!opened.ok) throw new Error(opened.refusal);
  try {
    return await work(opened.moves);
  } finally {
    await opened.moves.close();
  }
}

/** Creates a person with an account and a bot that trades: intents, fills, events, a view, a log line and a pending command. */
async function createTrader(store: ToolStore, name: string) {
  const userId = await createUser(store, `${name}@rondo.test`);
  const bot = await createBot(store, { userId, accountId: await createAccount(store, userId, name) });
  const epoch = (await store.journal.acquire(bot.accountId, longMs))?.epoch ?? 0n;
  await store.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch)]);
  const log = { botId: bot.id, type: 'ORDER', messageKey: 'bots.log.order', parameters: {}, at: startAt } as const;
  const facts = { fills: [fill(bot, '7')], events: [event(bot, 1)], views: [view(bot)], logs: [log], fillCursor: '7' };
  await store.journal.applyFacts(batch(bot, { ...facts, epoch }));
  const recorded = await store.bots.recordCommand({
    botId: bot.id,
    kind: 'set_last',
    isLast: true,
    requestId: 'r1',
    now,
  });
  if (!recorded.ok) throw new Error(recorded.refusal);
  return { userId, bot, epoch, command: recorded.command };
}

test('every table of the database moves or stays, and none does both', async () => {
  const rows = await database.sql(await database.createUrl())`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('schema_migrations', 'schema_state')`;
  const listed = [...movedTables.map(({ name }) => name), ...Object.keys(stayingTables)];
  expect(listed.toSorted()).toEqual(rows.map((row) => String(row['name'])).toSorted());
});

test('a moved person has the same journal, key and password in the other database, which alone may trade', async () => {
  const pair = await twoDatabases();
  const { userId, bot, epoch, command } = await createTrader(pair.source, 'moved');
  const stays = await createTrader(pair.source, 'stays');
  const before = await pair.source.journal.load(bot.accountId, options);
  const user = await pair.source.users.findById(userId);
  const sql = database.sql(pair.sourceUrl);
  await sql`insert into past_orders values (${bot.accountId}, 'deleted')`;
  await sql`insert into past_bots values (1000, ${userId}, sha256('deleted'))`;
  const key = (await openStoredKey(pair.source, bot.accountId)).secretKey;
  const moved = await withMoves(pair, async (moves) => {
    expect(await moves.ownerOf(bot.accountId)).toBe(userId);
    expect((await moves.listPeople(10)).map((person) => person.userId)).toContain(userId);
    return moves.move(userId, now);
  });
  expect(moved).toMatchObject({ ok: true });

  const target = await database.openStore({ url: pair.targetUrl });
  expect(await target.users.findById(userId)).toEqual(user);
  expect((await openStoredKey(target, bot.accountId)).secretKey).toBe(key);
  expect(await target.bots.pendingCommands([bot.accountId])).toMatchObject([{ id: command.id, isLast: true }]);
  const taken = await target.journal.acquire(bot.accountId, longMs);
  expect(taken?.epoch).toBeGreaterThan(epoch);
  const after = await target.journal.load(bot.accountId, options);
  expect(after).toEqual({ ...before, epoch: taken?.epoch });
  expect(after.bots).toHaveLength(1);
  expect(after.fillCursor).toBe('7');
  expect(await target.journal.knownClientIds(bot.accountId, ['q1p1', 'deleted'])).toEqual(new Set(['q1p1', 'deleted']));
  const request = newBot(userId, bot.accountId, { instrumentId: 'BTC-USDT-SWAP', idempotencyKey: 'deleted' });
  expect(await target.bots.create(request)).toEqual({ ok: false, refusal: 'key_reused' });
  expect(await target.audit.check()).toMatchObject({ problem: null });

  expect(await pair.source.users.findByEmail('moved@rondo.test')).toBeNull();
  expect(await pair.source.accounts.find(bot.accountId)).toBeNull();
  expect(await pair.source.journal.acquire(bot.accountId, longMs)).toBeNull();
  expect(await pair.source.journal.commitIntents(bot.accountId, epoch, [intent(bot, epoch, { id: 'late' })])).toBe(
    'fenced',
  );
  const [keys] = await database.sql(
    pair.sourceUrl,
  )`select sealed_api_key from exchange_accounts where id = ${bot.accountId}`;
  expect(keys?.['sealed_api_key']).toBeNull();
  expect(await pair.source.audit.check()).toMatchObject({ problem: null });

  expect(await pair.source.journal.acquire(stays.bot.accountId, longMs)).not.toBeNull();
  // The numbers of bots of both databases differ, so that a client id names one bot.
  const next = await createBot(target);
  expect(next.botNumber).toBeGreaterThan(1_000_000_000);
});

test('an account that was moved away cannot be linked again, because both databases would trade it', async () => {
  const pair = await twoDatabases();
  const { userId } = await createTrader(pair.source, 'away');
  expect(await withMoves(pair, (moves) => moves.move(userId, now))).toMatchObject({ ok: true });
  const again = await createUser(pair.source, 'away@rondo.test');
  await expect(createAccount(pair.source, again, 'away')).rejects.toThrow('already_linked');
  await expect(createAccount(pair.source, again, 'another')).resolves.toBeTypeOf('string');
});

test('a database that a move prepared is marked as a further database of the installation, and a used database is not', async () => {
  const pair = await twoDatabases();
  await withMoves(pair, async () => undefined);
  const target = await database.openStore({ url: pair.targetUrl });
  expect([
    await target.settings.get(furtherDatabaseSetting),
    await pair.source.settings.get(furtherDatabaseSetting),
  ]).toEqual([true, null]);
});

const steps: readonly MoveStep[] = ['fenced', 'copied', 'left', 'open'];

test.each(steps)(
  'a process that ends after the step %s is continued by the next one, and no two databases own the account meanwhile',
  async (last) => {
    const pair = await twoDatabases();
    const { userId, bot } = await createTrader(pair.source, last);
    const before = await pair.source.journal.load(bot.accountId, options);
    const end = (step: MoveStep): void => {
      if (step === last) throw new Error(`ended after ${step}`);
    };
    await expect(withMoves(pair, (moves) => moves.move(userId, now), end)).rejects.toThrow(`ended after ${last}`);

    const target = await database.openStore({ url: pair.targetUrl });
    expect(await pair.source.journal.acquire(bot.accountId, longMs)).toBeNull();
    if (last !== 'open') expect(await target.journal.acquire(bot.accountId, longMs).catch(() => null)).toBeNull();
    await withMoves(pair, async (moves) => {
      const [running, ...others] = await moves.listRunning();
      expect(others).toEqual([]);
      if (running === undefined) throw new Error('The move is not listed.');
      expect(await moves.resume(running, now)).toMatchObject({ ok: true });
      expect(await moves.listRunning()).toEqual([]);
    });
    const taken = await target.journal.acquire(bot.accountId, longMs);
    expect(await target.journal.load(bot.accountId, options)).toEqual({ ...before, epoch: taken?.epoch });
    expect(await pair.source.journal.acquire(bot.accountId, longMs)).toBeNull();
  },
);

test('while a person is moved, changes of the person are refused, and an undone move leaves everything as it was', async () => {
  const pair = await twoDatabases();
  const { userId, bot } = await createTrader(pair.source, 'undone');
  const end = (): void => {
    throw new Error('ended');
  };
  await expect(withMoves(pair, (moves) => moves.move(userId, now), end)).rejects.toThrow('ended');
  const refused = { code: 'RM001' };
  const command = { botId: bot.id, kind: 'stop_close', requestId: 'r2', now } as const;
  await expect(pair.source.bots.recordCommand(command)).rejects.toMatchObject(refused);
  const second = newBot(userId, bot.accountId, { instrumentId: 'BTC-USDT-SWAP', idempotencyKey: 'key-2' });
  await expect(pair.source.bots.create(second)).rejects.toMatchObject(refused);
  await expect(createAccount(pair.source, userId, 'another')).rejects.toMatchObject(refused);
  await expect(pair.source.users.renewPasswordHash(userId, { from: 'none', to: 'x' })).rejects.toMatchObject(refused);
  expect(await pair.source.leases.listHeld([bot.accountId])).toEqual(new Set([bot.accountId]));

  await withMoves(pair, async (moves) => {
    const [running] = await moves.listRunning();
    if (running === undefined) throw new Error('The move is not listed.');
    expect(await moves.undo(running)).toBe(true);
  });
  expect(await pair.source.journal.acquire(bot.accountId, longMs)).not.toBeNull();
  expect(await pair.source.bots.recordCommand(command)).toMatchObject({ ok: true });
});

test('a person whose e-mail the target knows stays, and continues to trade', async () => {
  const pair = await twoDatabases();
  const { userId, bot } = await createTrader(pair.source, 'twice');
  await withMoves(pair, async (moves) => {
    await createUser(await database.openStore({ url: pair.targetUrl }), 'twice@rondo.test');
    expect(await moves.move(userId, now)).toEqual({ ok: false, refusal: 'collision' });
    expect(await moves.listRunning()).toEqual([]);
  });
  expect(await pair.source.journal.acquire(bot.accountId, longMs)).not.toBeNull();
});

test('an operator and a person with an unfinished replacement of a key stay', async () => {
  const pair = await twoDatabases();
  const { userId, bot } = await createTrader(pair.source, 'keys');
  await pair.source.keyChanges.begin({ accountId: bot.accountId, userId, now });
  const operator = await pair.source.users.create({
    email: 'o@rondo.test',
    username: 'o',
    name: 'O',
    role: 'operator',
    passwordHash: 'none',
    now,
  });
  if (!operator.ok) throw new Error(operator.refusal);
  await withMoves(pair, async (moves) => {
    expect(await moves.move(userId, now)).toEqual({ ok: false, refusal: 'key_change' });
    expect(await moves.move(operator.user.id, now)).toEqual({ ok: false, refusal: 'operator' });
    expect(await moves.move('nobody', now)).toEqual({ ok: false, refusal: 'unknown' });
  });
  expect(await pair.source.journal.acquire(bot.accountId, longMs)).not.toBeNull();
});

test('a database of another installation, the same database, and a second process are refused', async () => {
  const pair = await twoDatabases();
  const otherUrl = await database.createBareUrl();
  await (await database.openStore({ url: otherUrl, masterKey: new Uint8Array(32).fill(9) })).close();
  await expect(openPair({ ...pair, targetUrl: otherUrl })).rejects.toThrow('not the master key');
  // A database that was opened before its first move has drawn keys of its own, also with the master key of the source.
  const usedUrl = await database.createBareUrl();
  await (await database.openStore({ url: usedUrl })).close();
  expect(await openPair({ ...pair, targetUrl: usedUrl })).toEqual({ ok: false, refusal: 'other_keys' });
  expect(await openPair({ ...pair, targetUrl: pair.sourceUrl })).toEqual({ ok: false, refusal: 'same' });
  await withMoves(pair, async () => {
    expect(await openPair(pair)).toEqual({ ok: false, refusal: 'busy' });
  });
});

test('a password of a later pepper stays valid in the other database, also when both databases have later peppers', async () => {
  const pair = await twoDatabases();
  const { userId } = await createTrader(pair.source, 'peppered');
  const early = await createTrader(pair.source, 'early');
  await withMoves(pair, (moves) => moves.move(early.userId, now));
  const target = await database.openStore({ url: pair.targetUrl });
  const there = await target.keyRotation.rotatePepper(now);
  await pair.source.keyRotation.rotatePepper(now);
  const hashed = await pair.source.passwords.hashPassword(password);
  if (!hashed.ok) throw new Error(hashed.refusal);
  await database.sql(pair.sourceUrl)`update users set password_hash = ${hashed.passwordHash} where id = ${userId}`;
  expect(await withMoves(pair, (moves) => moves.move(userId, now))).toMatchObject({ ok: true });
  const hash = (await target.users.findById(userId))?.passwordHash ?? '';
  expect(await target.passwords.verifyPassword(hash, password)).toEqual({ ok: true, isMatch: true, needsRehash: true });
  const [newest] = (await target.keyRotation.status()).peppers.filter(({ isNewest }) => isNewest);
  expect(newest?.id).toBe(there.ok ? there.pepperId : '');
});

test('a further database has the people key, also for a pepper that a move brings, and a database with another people key is refused', async () => {
  const pair = await twoDatabases();
  const { userId } = await createTrader(pair.source, 'factor');
  const early = await createTrader(pair.source, 'early');
  const peopleKey = new Uint8Array(32).fill(3);
  const later = { now, report: () => undefined };
  await pair.source.keyRotation.rotatePeople(peopleKey, later);
  await pair.source.secondFactors.begin(userId);
  await withMoves(pair, (moves) => moves.move(early.userId, now));
  await pair.source.keyRotation.rotatePepper(now);
  const hashed = await pair.source.passwords.hashPassword(password);
  if (!hashed.ok) throw new Error(hashed.refusal);
  await database.sql(pair.sourceUrl)`update users set password_hash = ${hashed.passwordHash} where id = ${userId}`;
  expect(await withMoves(pair, (moves) => moves.move(userId, now))).toMatchObject({ ok: true });
  const seals = localSeals(givenKey(peopleKey, 'the people key'), 'people');
  const node = await openServerStore({ databaseUrl: pair.targetUrl, seals, log: silentLog });
  try {
    const hash = (await node.users.findById(userId))?.passwordHash ?? '';
    expect(await node.passwords.verifyPassword(hash, password)).toMatchObject({ ok: true, isMatch: true });
    expect(await node.secondFactors.verify(userId, '000000', now)).toBe('wrong');
  } finally {
    await node.close();
  }
  await pair.source.keyRotation.rotatePeople(new Uint8Array(32).fill(4), later);
  expect(await openPair(pair)).toEqual({ ok: false, refusal: 'other_keys' });
});
