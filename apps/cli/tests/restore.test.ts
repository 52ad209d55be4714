// Tests of `rondo restore` on a real database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHmac } from 'node:crypto';
import { lots, ticks } from '@rondo/decimal';
import { clientOrderId } from '@rondo/engine';
import { createNodeTransport, createOkxExchange, createOkxPublic, localSigner } from '@rondo/exchange';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { createToolSigner } from '@rondo/server/signer';
import { secretOf, type Store } from '@rondo/store';
import {
  createAccount,
  createBot,
  createUser,
  intent,
  silentLog,
  startTestDatabase,
  type TestDatabase,
  linkAccount,
  testMasterKey,
} from '@rondo/testkit/database';
import { restoreCommand } from '../src/commands/restore.ts';
import type { AccountSite } from '../src/restore/account-listings.ts';
import { runCommand } from '../src/run-command.ts';
import { wallClock } from '../src/wall-clock.ts';

const signer = createToolSigner({
  homeFolder: '/none',
  masterKeyText: Buffer.from(testMasterKey).toString('hex'),
  masterKeyCommand: undefined,
  environment: process.env,
  log: silentLog,
});
let database: TestDatabase;
let url: string;
let site: AccountSite | null = null;
beforeAll(async () => {
  database = await startTestDatabase();
  url = await database.createUrl();
  await signer.seals.begin(false);
});
afterAll(() => Promise.all([database.stop(), signer.stop()]));

async function type(...args: readonly string[]) {
  const seen = { out: '', err: '' };
  const terminal = { out: (text: string) => void (seen.out += text), err: (text: string) => void (seen.err += text) };
  const command = restoreCommand(
    async () => {
      const store = await database.openStore({ url });
      return { store, keys: signer.keys(store), place: { place: 'here', machine: 'here' }, siteOf: () => site };
    },
    () => ({ databaseUrl: url, log: silentLog }),
  );
  const context = { terminal, folder: '.', stopped: new Promise<void>(() => undefined) };
  return { code: await runCommand([command], ['restore', ...args], context), ...seen };
}

const enter = async (place: string) => {
  const store = await database.openStore({ url });
  const entered = await store.instances.enter({ venue: 'sandbox', place, machine: place, trades: true });
  await store.close();
  return entered;
};

/** Links an account of the sandbox to a person. Returns the id of the linked account. */
async function linkSandboxAccount(
  store: Store,
  { userId, uid }: { readonly userId: string; readonly uid: string },
  keys: RunningSandbox['accounts'][number],
): Promise<string> {
  const credentials = {
    apiKey: secretOf(keys.apiKey),
    secretKey: secretOf(keys.secretKey),
    passphrase: secretOf(keys.passphrase),
  };
  const linked = { exchange: 'okx', label: 'main', environment: 'sandbox', domain: 'global' } as const;
  const made = await linkAccount(store, { ...linked, userId, uid, credentials, now: 1 });
  if (!made.ok) throw new Error(made.refusal);
  return made.account.id;
}

const find = async () => (await database.openStore({ url })).instances.find();

test('a start gives the instance the next mark, and the instance is not proven until a server has proven it', async () => {
  const marks = [];
  for (const isProven of [false, true]) {
    const entered = await enter('here');
    if (!entered.ok) throw new Error(entered.refusal);
    marks.push(Number.parseInt(entered.instance.mark, 36));
    expect(entered.instance.isProven).toBe(false);
    if (isProven) await (await database.openStore({ url })).instances.prove();
    expect((await find())?.isProven).toBe(isProven);
  }
  const [first = 0, second = 0] = marks;
  const distance = (second - first + 36 ** 4) % 36 ** 4;
  expect([distance > 0, distance <= 4_096]).toEqual([true, true]);
});

test('an instance that another copy has frozen stays frozen until `rondo restore confirm`, which stores the accounts with other listeners', async () => {
  await enter('here');
  const { instances } = await database.openStore({ url });
  await instances.freeze({ reason: 'listeners', accountIds: ['a', 'b'] });
  expect(await enter('here')).toMatchObject({ ok: true, instance: { frozen: 'listeners', sharedAccounts: [] } });
  await type('confirm', '--yes');
  expect(await find()).toMatchObject({ frozen: null, sharedAccounts: ['a', 'b'], confirmedAt: expect.any(Number) });
});

test.each([
  ['another database', 'database', 'here'],
  ['another place', 'place', 'elsewhere'],
])(
  'an installation in %s keeps its mark and is frozen until `rondo restore confirm` gives it a new mark',
  async (_case, reason, place) => {
    const first = await enter('here');
    if (!first.ok) throw new Error(first.refusal);
    expect(first.instance).toMatchObject({ mark: expect.stringMatching(/^[0-9a-z]{4}$/), frozen: null });
    if (reason === 'database')
      await database.sql(
        url,
      )`update settings set value = value || '{"home": "another database"}' where key = 'instance'`;
    expect(await enter(place)).toEqual({ ok: true, instance: { ...first.instance, frozen: reason } });
    const { code, out } = await type('confirm', '--yes');
    const confirmed = await find();
    expect([code, confirmed?.frozen, confirmed?.mark === first.instance.mark]).toEqual([0, null, false]);
    expect(out).toContain(confirmed?.mark);
  },
);

test('`rondo restore` without the word confirm ends with exit code 2 and changes nothing', async () => {
  const { instances } = await database.openStore({ url });
  const before = await instances.find();
  expect([(await type()).code, (await type('now')).code]).toEqual([2, 2]);
  expect(await instances.find()).toEqual(before);
});

test('`rondo restore status` and `rondo restore confirm` show the orders and positions that differ, and without --yes nothing is confirmed', async () => {
  const sandbox = await runSandbox({ seed: 7, speed: 0, accounts: [{ label: 'ada', usdt: '10000' }] });
  const transport = createNodeTransport();
  try {
    site = { restOrigin: sandbox.rest, wsBase: sandbox.ws };
    const [keys] = sandbox.accounts;
    if (keys === undefined) throw new Error('The sandbox has no account.');
    const store = await database.openStore({ url });
    const userId = await createUser(store);
    const accountId = await linkSandboxAccount(store, { userId, uid: keys.accountId }, keys);
    const bot = await createBot(store, { userId, accountId });
    const epoch = (await store.journal.acquire(accountId, 60_000))?.epoch ?? 0n;
    await store.journal.commitIntents(accountId, epoch, [intent(bot, epoch, { clientId: 'missing' })]);
    const base = { ...site, environment: 'sandbox', clock: wallClock, log: silentLog, transport } as const;
    const market = createOkxPublic(base);
    const rules = await market.instrument('ETH-USDT-SWAP');
    if (!rules.ok || rules.value === null) throw new Error('The sandbox does not list the instrument.');
    const client = createOkxExchange({
      ...base,
      market,
      chance: { next: () => 0 },
      signer: localSigner(keys),
      brokerTag: '',
    });
    const instrument = rules.value.rules;
    const place = (clientId: string, type: 'limit' | 'market') =>
      client.place({
        instrument,
        clientId,
        positionSide: 'long',
        side: 'buy',
        type,
        price: type === 'market' ? null : ticks(150_000n),
        lots: lots(10n),
        reduces: false,
        deadlineAt: client.venueNow() + 60_000,
      });
    await market.serverClock.ready();
    const hash = (text: string): string =>
      createHmac('sha256', store.keys.trading.clientOrderIds).update(text).digest('hex');
    const slot = { botId: bot.id, botNumber: 99, round: 1, kind: 'entry', step: 1, generation: 0 } as const;
    const unknown = clientOrderId(slot, hash, 'abcd');
    const ofOtherDatabase = clientOrderId({ ...slot, botNumber: 2_000_000_000 }, hash, 'abcd');
    for (const outcome of [
      await place(unknown, 'limit'),
      await place(ofOtherDatabase, 'limit'),
      await place('byhand', 'limit'),
      await place('bought', 'market'),
    ])
      expect(outcome.kind).toBe('accepted');
    const { out } = await type('status', '--json');
    expect(JSON.parse(out)).toMatchObject({
      accounts: [
        {
          account: accountId,
          problem: null,
          knownOrders: 0,
          unknownOrders: [{ instrument: 'ETH-USDT-SWAP', clientId: unknown }],
          otherOrders: 2,
          missingOrders: ['missing'],
          positions: [{ instrument: 'ETH-USDT-SWAP', bots: '0' }],
        },
      ],
    });
    expect((await store.audit.list({ limit: 1 }))[0]).toMatchObject({ action: 'instance.compared', detail: 'status' });
    const before = await find();
    const shown = await type('confirm');
    expect((await store.audit.list({ limit: 1 }))[0]).toMatchObject({ action: 'instance.compared', detail: 'confirm' });
    for (const part of [
      'Journal and exchange differ: 1.',
      `unknown order ${unknown}`,
      'missing',
      'Nothing was changed',
    ])
      expect(shown.out).toContain(part);
    expect(await find()).toEqual(before);
    expect((await type('status')).out).toContain('main');
    market.close();
  } finally {
    await transport.close();
    await sandbox.close();
  }
});

test('`rondo restore status` reads the list of instruments once for all accounts of an exchange', async () => {
  const labels = ['first', 'second', 'third'];
  const sandbox = await runSandbox({ seed: 7, speed: 0, accounts: labels.map((label) => ({ label, usdt: '10000' })) });
  const transport = createNodeTransport();
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const request = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${sandbox.rest}/sandbox/${path}`, request)).json();
  };
  /** Returns the number of requests for margin tiers that were sent during the work. Each uses a fault without an effect. */
  const tierRequests = async (work: () => Promise<unknown>): Promise<number> => {
    const { faults: before } = (await control('state')) as { readonly faults: number }; // The sandbox counts the faults that wait.
    await work();
    const { faults: after } = (await control('state')) as { readonly faults: number };
    return before - after;
  };
  try {
    site = { restOrigin: sandbox.rest, wsBase: sandbox.ws };
    const store = await database.openStore({ url });
    const userId = await createUser(store, 'several@rondo.test');
    const linked: string[] = [];
    // The sandboxes of two tests give their accounts the same numbers.
    for (const keys of sandbox.accounts)
      linked.push(await linkSandboxAccount(store, { userId, uid: `several ${keys.accountId}` }, keys));
    await control('faults', { path: '/api/v5/public/position-tiers', kind: 'delay', delayMs: 0, count: 100 });
    const market = createOkxPublic({ ...site, environment: 'sandbox', clock: wallClock, log: silentLog, transport });
    const once = await tierRequests(() => market.listInstruments());
    market.close();
    let out = '';
    expect(await tierRequests(async () => (out = (await type('status', '--json')).out))).toBe(once);
    const { accounts } = JSON.parse(out) as { accounts: readonly { account: string; problem: string | null }[] }; // The command prints this shape.
    expect(accounts.filter(({ problem }) => problem === null).map(({ account }) => account)).toEqual(
      expect.arrayContaining(linked),
    );
  } finally {
    await transport.close();
    await sandbox.close();
  }
});

test('`rondo restore confirm --yes` is refused while an account was not read, unless --unread has the number of these accounts', async () => {
  site = null;
  const store = await database.openStore({ url });
  await createAccount(store, await createUser(store, 'unread@rondo.test'), 'unread');
  await enter('here');
  await store.instances.freeze({ reason: 'listeners', accountIds: [] });
  const [unread = '0'] = /(?<=Not read: )\d+/.exec((await type('status')).out) ?? [];
  expect(Number(unread)).toBeGreaterThan(0);
  const before = await find();
  const refused = await type('confirm', '--yes');
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`type --unread ${unread} to confirm`)]);
  for (const wrong of [String(Number(unread) + 1), '1000000'])
    expect((await type('confirm', '--yes', '--unread', wrong)).code).toBe(1);
  expect((await type('confirm', '--yes', '--unread', 'all')).code).toBe(2);
  expect([await find(), before?.frozen]).toEqual([before, 'listeners']);
  expect((await type('confirm', '--yes', '--unread', unread)).code).toBe(0);
  expect((await find())?.frozen).toBeNull();
});
