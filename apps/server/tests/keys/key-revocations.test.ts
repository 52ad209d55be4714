// Tests the command with which the operator revokes all keys: the effects at the exchange, on bots and on API responses, and how an account can trade again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorCommand } from '../../../cli/src/commands/operator.ts';
import { runCommand } from '../../../cli/src/run-command.ts';
import { revokeUntilDone, startRevocations } from '../../src/keys/key-revocations.ts';
import { revocationJob, secretOf } from '@rondo/store';
import { createOperator, openStoredKey, linkAccount } from '@rondo/testkit/database';
import { Caller, decide } from '../_link.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let caller: Caller;
beforeAll(async () => {
  world = await startWorld();
  caller = new Caller(world);
}, 60_000);
afterAll(() => world.close());

/** Runs a command of the CLI. When `stopped` resolves, the command stops its wait. */
async function type(args: readonly string[], stopped: Promise<void> = new Promise(() => undefined)) {
  const seen = { out: '', err: '' };
  const terminal = { out: (text: string) => void (seen.out += text), err: (text: string) => void (seen.err += text) };
  const open = async () => ({ ...world.context.store, close: async () => undefined });
  const code = await runCommand(
    [operatorCommand(open, (ended) => revokeUntilDone(world.context, ended).then(() => null))],
    ['operator', ...args],
    { terminal, folder: '.', stopped },
  );
  return { code, ...seen };
}

let operators: readonly { readonly email: string; readonly codes: string[] }[] = [];

/** Two operators order the revocation, and the second one waits for its end. */
async function orderAll(reason: string, more: readonly string[] = [], stopped?: Promise<void>) {
  if (operators.length === 0) {
    const emails = ['first@rondo.test', 'second@rondo.test'];
    operators = await Promise.all(
      emails.map(async (email) => ({ email, ...(await createOperator(world.context.store, email, Date.now())) })),
    );
  }
  const [first = [], second = []] = operators.map(({ email, codes }) => ['--as', email, '--code', codes.pop() ?? '']);
  const proposed = await type(['revoke-keys', '--reason', reason, '--yes', ...first]);
  if (proposed.code !== 0) throw new Error(proposed.err);
  return type(['revoke-keys', '--confirm', ...second, ...more], stopped);
}

/** Links an account with a key. When `isTrading` is true, the account also gets the renewable consent. */
async function linked(isTrading: boolean): Promise<{ readonly accountId: string; readonly uid: string }> {
  const account = await caller.linkAccount();
  if (isTrading) await caller.consent('oauth', account.uid);
  return account;
}

/** Starts a bot and waits until its first entry has filled and its take-profit order and its ladder rest at the exchange. */
async function runningBot(accountId: string, uid: string): Promise<string> {
  await until(
    async () => (world.context.live.account(accountId)?.balance ?? null) !== null,
    'the engine has read the account',
  );
  const started = await caller.start({ ...validRequest(), exchange_account_id: accountId }, freshKey());
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
  await until(
    async () => kindsOf(uid).sells === 1 && kindsOf(uid).buys === 3,
    'the ladder and the take-profit order rest at the exchange',
  );
  return String(started.body['id']);
}

/** Counts the orders of a long bot that rest at the exchange. Buy orders are entries, and sell orders are exits. */
function kindsOf(uid: string): { readonly buys: number; readonly sells: number } {
  const live = world.ledger(uid).orders.filter(({ state }) => state === 'live' || state === 'partially_filled');
  return {
    buys: live.filter(({ side }) => side === 'buy').length,
    sells: live.filter(({ side }) => side === 'sell').length,
  };
}

const stateOf = async (accountId: string): Promise<unknown> => {
  const { body } = await caller.call('GET', '/api/okx/oauth/status');
  return (body['accounts'] as Record<string, unknown>[]).find(({ id }) => id === accountId)?.['key_state'];
};
const keysAtExchange = async (uid: string): Promise<unknown> =>
  (await caller.orderFor('oauth/end-keys', { account: uid }))['ended'];

test('the command counts the keys and deletes them at the exchange, and an account resumes when its owner creates a new key', async () => {
  const busy = await linked(true);
  const keyOnly = await linked(false);
  await runningBot(busy.accountId, busy.uid);
  const dry = await type(['revoke-keys', '--reason', 'leak']);
  expect(dry.code).toBe(0);
  expect(dry.out).toMatch(/Keys to end: 3 \(running bots 1, entries 3, exits 1, positions 1\)/);
  expect(dry.out).toContain('Nothing was changed');
  expect(await stateOf(busy.accountId)).toBe('active');

  const revocations = startRevocations({ ...world.context, isElsewhere: () => false });
  const done = await orderAll('leak');
  await revocations.stop();
  expect([done.code, done.err]).toEqual([0, '']);
  // No consent allows the deletion of two keys: the key of the first sandbox account and the key of the account without a consent. These keys still exist at
  // the exchange.
  expect(done.out).toContain('Deleted at the exchange: 1. Still known there, our copy destroyed: 2.');
  expect(done.out).toContain('entries 0, exits 1, positions 1');
  expect(done.out).toContain(`member@rondo.test  uid ${keyOnly.uid}`);
  expect(done.out).not.toContain(busy.uid);

  // The entries are cancelled, the take-profit order still rests, and the engine sends no further order.
  expect(kindsOf(busy.uid)).toEqual({ buys: 0, sells: 1 });
  expect(await stateOf(busy.accountId)).toBe('revoked');
  expect(await keysAtExchange(busy.uid)).toBe(0);
  const refused = await caller.start({ ...validRequest(), exchange_account_id: keyOnly.accountId }, freshKey());
  expect(refused.body['error_code']).toBe('PREFLIGHT_FAILED');
  const audit = await world.context.store.audit.list({ limit: 4 });
  expect(audit.map(({ action }) => action)).toEqual([...Array<string>(3).fill('key.revoked'), 'keys.revoked']);
  expect(audit[3]?.detail).toMatch(/^3 accounts, proposed by [\w-]+ \(operator or factor of less than a day\): leak$/);

  // The owner creates a new key, and the bot of this test places its ladder again.
  await caller.consent('fast_api', busy.uid);
  expect((await caller.createKey(busy.accountId)).status).toBe(200);
  expect(await stateOf(busy.accountId)).toBe('active');
  await until(
    async () => kindsOf(busy.uid).buys === 3 && kindsOf(busy.uid).sells === 1,
    'the bot has placed its ladder again',
  );
});

test('a revocation waits while the exchange does not respond, and an interrupted revocation continues after the next start', async () => {
  const { accountId, uid } = await linked(true);
  await caller.order('faults', { kind: 'drop', path: '/api/v5/users/oauth/delete-apikey', count: 2 });
  const first = startRevocations({ ...world.context, isElsewhere: () => false });
  const left = await orderAll('drill', [], waitFor(accountId));
  await first.stop();
  expect(left.code).toBe(1);
  expect(left.err).toContain('the server continues the revocation');
  expect(await stateOf(accountId)).toBe('active');
  // A bot cannot start on an account when the operator has requested the revocation of its key.
  await until(
    async () => (world.context.live.account(accountId)?.balance ?? null) !== null,
    'the engine has read the account',
  );
  const early = await caller.start({ ...validRequest(), exchange_account_id: accountId }, freshKey());
  expect([early.body['error_code'], early.body['findings']]).toMatchObject([
    'PREFLIGHT_FAILED',
    [{ code: 'KEY_MISSING' }],
  ]);
  await caller.order('faults', { clear: true });
  world.passTime(20_000);
  const second = startRevocations({ ...world.context, isElsewhere: () => false });
  await until(async () => (await stateOf(accountId)) === 'revoked', 'the key is revoked');
  await second.stop();
  world.passTime(-20_000);
  expect(await keysAtExchange(uid)).toBe(0);
});

/** Waits until the first attempt has failed and the next attempt is scheduled. */
async function waitFor(accountId: string): Promise<void> {
  const { keyRevocations } = world.context.store;
  await until(async () => {
    const isOrdered = (await keyRevocations.resting(accountId)) !== null;
    const isDue = (await keyRevocations.listOrdered(Date.now())).some((one) => one.accountId === accountId);
    return isOrdered && !isDue;
  }, 'the next attempt is scheduled');
}

/** Links an account with a real key and a real consent at the exchange. No engine runs for this account. */
async function linkQuickly(label: string): Promise<string> {
  const { accountId: uid } = world.openExchangeAccount({ label, usdt: '0' });
  const { url } = await caller.begin('oauth');
  const code = (await decide(url, { account: uid })).searchParams.get('code') ?? '';
  const { clientId, clientSecret } = world.registration;
  const response = await fetch(`${world.exchangeOrigin}/v5/users/oauth/token`, {
    method: 'POST',
    body: JSON.stringify({ grant_type: 'authorization_code', code, client_id: clientId, client_secret: clientSecret }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  const { store, clock } = world.context;
  const place = { userId: world.people.member.id, environment: 'sandbox', domain: 'global', uid } as const;
  const now = clock.now();
  const credentials = { apiKey: secretOf(`key ${uid}`), secretKey: secretOf('s'), passphrase: secretOf('p') };
  const made = await linkAccount(store, { ...place, exchange: 'okx', label, credentials, now });
  if (!made.ok) throw new Error(`The store refused the row: ${made.refusal}`);
  const tokens = {
    accessToken: secretOf(token),
    refreshToken: null,
    expiresAt: now + 3_600_000,
    refreshExpiresAt: null,
  };
  await store.consents.create({ ...place, accountId: made.account.id, kind: 'oauth', tokens, now });
  return made.account.id;
}

test('one command revokes twenty keys', async () => {
  const { store } = world.context;
  const { deleted } = await store.keyRevocations.progress();
  for (let index = 0; index < 20; index += 1) await linkQuickly(`quick ${index}`);
  const revocations = startRevocations({ ...world.context, isElsewhere: () => false });
  const done = await orderAll('drill');
  await revocations.stop();
  expect(done.code).toBe(0);
  expect((await store.keyRevocations.progress()).deleted).toBeGreaterThanOrEqual(deleted + 20);
});

test('with --alone the command ends the keys while no server runs, and after an interruption --follow continues', async () => {
  const { store } = world.context;
  const before = await store.keyRevocations.progress();
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) ids.push(await linkQuickly(`alone ${index}`));
  // No server has written a heartbeat within the last half minute.
  await world.setJobStart(revocationJob, Date.now() - 60_000);
  const stopped = until(
    async () => (await store.keyRevocations.progress()).deleted > before.deleted,
    'the first key is deleted',
  );
  const first = await orderAll('drill', ['--alone'], stopped);
  const between = await store.keyRevocations.progress();
  if (between.waiting > 0) expect([first.code, first.err]).toEqual([1, expect.stringContaining('--follow --alone')]);
  await world.setJobStart(revocationJob, Date.now() - 60_000);
  const second = await type(['revoke-keys', '--follow', '--alone']);
  expect([second.code, second.err]).toEqual([0, '']);
  const after = await store.keyRevocations.progress();
  expect([after.waiting, after.deleted - before.deleted]).toEqual([0, 20]);
  // Our copy of each key is destroyed, and a running server does the work itself.
  const { apiKey } = await openStoredKey(store, ids[0] ?? '');
  expect(apiKey).toBe('');
  await world.setJobStart(revocationJob, Date.now());
  const busy = await type(['revoke-keys', '--follow', '--alone']);
  expect([busy.code, busy.err]).toEqual([1, expect.stringContaining('a server runs and ends the keys')]);
});
