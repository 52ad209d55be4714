// Tests of the revocation of all keys. The tests count the affected keys, request a revocation once per account, destroy our copy of a key, restart the store,
// and end a revocation with a new key.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretOf } from '@rondo/store';
import { startTestDatabase, type TestDatabase, openStoredKey } from '@rondo/testkit/database';
import {
  batch,
  createAccount,
  createBot,
  createUser,
  intent,
  createOperator,
  orderRevocation,
  slotOfBot,
  startAt,
  view,
} from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const noOrders = { entries: 0, exits: 0, positions: 0 };

/** Opens a store with a bot that has one entry and one exit at the exchange, and with an account without bots. */
async function openWorld() {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const ada = { email: 'ada@rondo.test', username: 'ada', name: 'Ada', passwordHash: '', hasGranted: true };
  const made = await store.users.create({ ...ada, now: startAt });
  if (!made.ok) throw new Error(made.refusal);
  const bot = await createBot(store, { userId: made.user.id });
  const epoch = (await store.journal.acquire(bot.accountId, 15_000))?.epoch ?? 0n;
  const exit = { kind: 'takeProfit', step: 1 } as const;
  await store.journal.commitIntents(bot.accountId, epoch, [
    intent(bot, epoch, { id: 'e/1p', clientId: 'e' }),
    intent(bot, epoch, { id: 'x/1p', clientId: 'x', slot: slotOfBot(bot, exit) }),
    intent(bot, epoch, { id: 'x/1c', clientId: 'x', verb: 'cancel', slot: slotOfBot(bot, exit) }),
  ]);
  const show = async (phase: string, heldBy = '') =>
    store.journal.applyFacts(
      batch(bot, { views: [{ ...view(bot), phase, heldBy, positionSize: '2', reserved: '1000' }] }),
    );
  await show('running');
  const idle = await createAccount(store, await createUser(store, 'idle@rondo.test'), '2002');
  return { url, store, bot, idle, show };
}

test('the count returns the accounts, bots, orders and positions that a revocation would affect, and changes nothing', async () => {
  const { store } = await openWorld();
  const expected = { accounts: 2, bots: 1, entries: 1, exits: 1, positions: 1 };
  expect(await store.keyRevocations.count('okx')).toEqual(expected);
  expect(await store.keyRevocations.count('okx')).toEqual(expected);
  expect(await store.keyRevocations.count('lbank')).toEqual({ accounts: 0, bots: 0, ...noOrders });
  expect(await store.keyRevocations.listOrdered(startAt)).toEqual([]);
  expect((await store.audit.list({ limit: 5 })).map(({ action }) => action)).toEqual(['bot.create']);
});

test('a revocation is requested once per account and forbids entries, and each request writes a line to the audit', async () => {
  const { store, bot, idle, show } = await openWorld();
  expect(await store.bots.listHoldChanges([bot.accountId])).toEqual([]);
  expect(await orderRevocation(store, { reason: 'leak', now: startAt })).toBe(2);
  expect(await orderRevocation(store, { reason: 'leak', now: startAt + 1 })).toBe(0);
  expect((await store.keyRevocations.listOrdered(startAt)).map(({ accountId }) => accountId).toSorted()).toEqual(
    [bot.accountId, idle].toSorted(),
  );
  const change = { botId: bot.id, accountId: bot.accountId, botNumber: bot.botNumber, by: 'key', isHeld: true };
  expect(await store.bots.listHoldChanges([bot.accountId])).toEqual([change]);
  expect(await store.bots.listHoldChanges([bot.accountId], bot.botNumber - 1)).toEqual([change]);
  expect(await store.bots.listHoldChanges([bot.accountId], bot.botNumber)).toEqual([]);
  expect(await store.keyRevocations.resting(bot.accountId)).toMatchObject({ unheldBots: 1 });
  await show('paused', 'grant');
  expect(await store.keyRevocations.resting(bot.accountId)).toMatchObject({ unheldBots: 1 });
  await show('paused', 'key');
  expect(await store.bots.listHoldChanges([bot.accountId])).toEqual([]);
  expect(await store.keyRevocations.resting(bot.accountId)).toEqual({
    ...noOrders,
    entries: 1,
    exits: 1,
    positions: 1,
    unheldBots: 0,
  });
  const audit = await store.audit.list({ limit: 5 });
  expect(audit.map(({ action, detail }) => [action, detail])).toEqual([
    ['keys.revoked', '0 accounts, proposed by first-operator: leak'],
    ['keys.revoke.proposed', 'leak'],
    ['keys.revoked', '2 accounts, proposed by first-operator: leak'],
    ['keys.revoke.proposed', 'leak'],
    ['bot.create', bot.id],
  ]);
});

test('the bots of an operator without approval may not place entries, and listHoldChanges returns only changes of the requested accounts', async () => {
  const { url, store, bot, idle } = await openWorld();
  await database.sql(url)`update users set role = 'operator' where id = ${bot.userId}`;
  expect(await store.bots.listHoldChanges([bot.accountId])).toEqual([]);
  await store.people.decide({ userId: bot.userId, verdict: 'revoke', actorId: null, reason: 'left', now: startAt });
  expect(await store.bots.listHoldChanges([bot.accountId])).toMatchObject([
    { botId: bot.id, by: 'grant', isHeld: true },
  ]);
  expect(await store.bots.listHoldChanges([idle])).toEqual([]);
});

test('a deferred account is listed again at the given time, also after a restart', async () => {
  const { url, store, bot, idle } = await openWorld();
  await orderRevocation(store, { reason: 'leak', now: startAt });
  await store.keyRevocations.defer(bot.accountId, startAt + 15_000);
  const again = await database.openStore({ url });
  const due = async (now: number) => (await again.keyRevocations.listOrdered(now)).map(({ accountId }) => accountId);
  expect(await due(startAt)).toEqual([idle]);
  expect(await due(startAt + 15_000)).toEqual([idle, bot.accountId]);
});

test('the completion of a revocation destroys our copy of the key and the tokens, begins a key change of the account, and succeeds only once', async () => {
  const { url, store, bot } = await openWorld();
  const tokens = {
    accessToken: secretOf('canary-token'),
    refreshToken: secretOf('canary-refresh'),
    expiresAt: startAt + 1,
    refreshExpiresAt: startAt + 2,
  };
  const { userId, accountId } = bot;
  const place = { environment: 'sandbox', domain: 'global', uid: '1001' } as const;
  await store.consents.create({ userId, accountId, kind: 'oauth', ...place, tokens, now: startAt });
  await orderRevocation(store, { reason: 'leak', now: startAt });
  const resting = { entries: 0, exits: 1, positions: 1 };
  const complete = () => store.keyRevocations.complete(accountId, { outcome: 'remains', resting, now: startAt + 5 });
  expect(await Promise.all([complete(), complete()])).toEqual(expect.arrayContaining([true, false]));
  expect((await openStoredKey(store, accountId)).secretKey).toBe('');
  expect(await store.consents.find(accountId, 'oauth')).toBeNull();
  expect((await store.keyChanges.open(accountId))?.step).toBe('missing');
  expect(await store.keyRevocations.listRevoked(userId)).toEqual([accountId]);
  expect(await store.keyRevocations.resting(accountId)).toBeNull();
  expect(await store.keyRevocations.listRemaining()).toEqual([{ email: 'ada@rondo.test', uid: '1001', label: 'main' }]);
  expect(await store.keyRevocations.progress()).toMatchObject({ waiting: 1, deleted: 0, remaining: 1, left: resting });
  const [line] = await store.audit.list({ subjectId: userId, limit: 5 });
  expect(line).toMatchObject({
    action: 'key.revoked',
    detail: `${accountId} remains: 0 entries, 1 exits, 1 positions left`,
  });
  expect(await store.audit.isIntact()).toBe(true);
  const rows = await database.sql(url)`select c::text as text from consents c`;
  expect(String(rows[0]?.['text'])).not.toContain(Buffer.from('canary').toString('hex'));
});

test('a new key ends the revocation, so bots may place entries again and the next request includes the account', async () => {
  const { store, bot, idle, show } = await openWorld();
  await orderRevocation(store, { reason: 'leak', now: startAt });
  for (const accountId of [bot.accountId, idle])
    await store.keyRevocations.complete(accountId, { outcome: 'deleted', resting: noOrders, now: startAt });
  await show('paused', 'key');
  expect(await store.bots.listHoldChanges([bot.accountId])).toEqual([]);
  await store.keyRevocations.end(bot.accountId, startAt + 1);
  expect(await store.bots.listHoldChanges([bot.accountId])).toMatchObject([
    { botId: bot.id, by: 'key', isHeld: false },
  ]);
  expect(await store.keyRevocations.listRevoked(bot.userId)).toEqual([]);
  expect((await store.keyRevocations.count('okx')).accounts).toBe(1);
  expect(await orderRevocation(store, { reason: 'again', now: startAt + 2 })).toBe(1);
  expect(await store.keyRevocations.progress()).toMatchObject({ waiting: 1, deleted: 1 });
});

/**
 * Opens a store with three accounts of one request: one account is waiting, the key of one account still exists at the exchange, and the key of one account is
 * deleted.
 */
async function openOrdered() {
  const { store, bot, idle } = await openWorld();
  const remains = await createAccount(store, bot.userId, '3003');
  const deleted = await createAccount(store, bot.userId, '4004');
  await orderRevocation(store, { reason: 'leak', now: startAt });
  await store.keyRevocations.complete(remains, { outcome: 'remains', resting: noOrders, now: startAt });
  await store.keyRevocations.complete(deleted, { outcome: 'deleted', resting: noOrders, now: startAt });
  const remaining = async () => (await store.keyRevocations.listRemaining()).map(({ uid }) => uid);
  return { store, bot, waiting: idle, remains, deleted, remaining };
}

test('when an account is unlinked after its key was deleted, its revocation ends and progress no longer counts the account', async () => {
  const { store, bot, remaining, ...accounts } = await openOrdered();
  for (const accountId of [accounts.waiting, accounts.remains, accounts.deleted])
    expect(await store.accounts.unlink(accountId, { isKeyDeleted: true, now: startAt + 1 })).toMatchObject({
      ok: true,
    });
  expect((await store.keyRevocations.listOrdered(startAt)).map(({ accountId }) => accountId)).toEqual([bot.accountId]);
  expect(await remaining()).toEqual([]);
  expect(await store.keyRevocations.progress()).toMatchObject({ waiting: 1, deleted: 0, remaining: 0 });
  const late = { outcome: 'deleted', resting: noOrders, now: startAt } as const;
  expect(await store.keyRevocations.complete(accounts.waiting, late)).toBe(false);
});

test('an account that is unlinked while its key exists is on the operator’s list until it has a new key', async () => {
  const { store, bot, remaining, ...accounts } = await openOrdered();
  for (const accountId of [accounts.waiting, accounts.remains, accounts.deleted])
    expect(await store.accounts.unlink(accountId, { isKeyDeleted: false, now: startAt + 1 })).toMatchObject({
      ok: true,
    });
  expect((await store.keyRevocations.listOrdered(startAt)).map(({ accountId }) => accountId)).toEqual([bot.accountId]);
  expect((await remaining()).toSorted()).toEqual(['2002', '3003']);
  expect(await store.keyRevocations.progress()).toMatchObject({ waiting: 1, deleted: 0, remaining: 2 });
  const again = await createAccount(store, bot.userId, '3003');
  await store.keyRevocations.end(again, startAt + 2);
  expect(await remaining()).toEqual(['2002']);
});

test('the erasure of a person ends the waiting revocations of their accounts', async () => {
  const { store, bot, idle } = await openWorld();
  const other = await createUser(store, 'other@rondo.test');
  const account = await createAccount(store, other, '5005');
  await orderRevocation(store, { reason: 'leak', now: startAt });
  expect(await store.users.erase(other, startAt)).toMatchObject({ isErased: true });
  const ordered = (await store.keyRevocations.listOrdered(startAt)).map(({ accountId }) => accountId);
  expect(ordered).not.toContain(account);
  expect(ordered.toSorted()).toEqual([bot.accountId, idle].toSorted());
  expect(await store.keyRevocations.progress()).toMatchObject({ waiting: 2, remaining: 0 });
});

test('a revocation needs a proposal of the last hour and another operator, works once, and both operators are in the audit', async () => {
  const { store } = await openWorld();
  const { keyRevocations } = store;
  const hour = 60 * 60_000;
  const propose = (now: number) => keyRevocations.propose({ exchange: 'okx', reason: 'leak', by: 'ada' }, now);
  const waiting = async () => (await keyRevocations.progress()).waiting;
  expect(await keyRevocations.confirm('bob', startAt)).toEqual({ ok: false, refusal: 'no_proposal' });
  await propose(startAt);
  expect(await keyRevocations.confirm('ada', startAt)).toEqual({ ok: false, refusal: 'same_person' });
  expect(await keyRevocations.confirm('bob', startAt + hour)).toEqual({ ok: false, refusal: 'no_proposal' });
  expect(await waiting()).toBe(0);
  await propose(startAt + hour);
  expect(await keyRevocations.confirm('bob', startAt + hour + 1)).toEqual({ ok: true, accounts: 2, reason: 'leak' });
  expect(await keyRevocations.confirm('bob', startAt + hour + 2)).toEqual({ ok: false, refusal: 'no_proposal' });
  expect(await waiting()).toBe(2);
  const audit = await store.audit.list({ limit: 3 });
  expect(audit.map(({ action, actorId, detail }) => [action, actorId, detail])).toEqual([
    ['keys.revoked', 'bob', '2 accounts, proposed by ada: leak'],
    ['keys.revoke.proposed', 'ada', 'leak'],
    ['keys.revoke.proposed', 'ada', 'leak'],
  ]);
});

test('a proposal of a person who is no operator any more is not confirmed, and the audit says when an operator or a factor is younger than a day', async () => {
  const { url, store } = await openWorld();
  const { keyRevocations } = store;
  const day = 24 * 60 * 60_000;
  const [one, two] = [
    await createOperator(store, 'one@rondo.test', startAt),
    await createOperator(store, 'two@rondo.test', startAt),
  ];
  const order = async (now: number) => {
    await keyRevocations.propose({ exchange: 'okx', reason: 'leak', by: one.id }, now);
    const { ok } = await keyRevocations.confirm(two.id, now);
    return [ok, (await store.audit.list({ limit: 1 }))[0]?.detail];
  };
  const young = ' (operator or factor of less than a day)';
  expect(await order(startAt + day - 1)).toEqual([true, `2 accounts, proposed by ${one.id}${young}: leak`]);
  expect(await order(startAt + day)).toEqual([true, `0 accounts, proposed by ${one.id}: leak`]);
  await keyRevocations.propose({ exchange: 'okx', reason: 'leak', by: one.id }, startAt + day);
  await database.sql(url)`update users set has_granted = false, approval = 'revoked' where id = ${one.id}`;
  expect(await keyRevocations.confirm(two.id, startAt + day)).toEqual({ ok: false, refusal: 'proposer_left' });
});
