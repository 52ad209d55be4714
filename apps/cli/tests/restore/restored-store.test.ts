// Tests the signer of `rondo restore` on a real database: it signs readings only, leaves records, waits for its limits, and ends in every case.
import { createToolSigner, type ToolSigner } from '@rondo/server/signer';
import { givenKey, localSeals, openServerStore, type SealSource, type Store } from '@rondo/store';
import {
  createAccount,
  createUser,
  silentLog,
  startTestDatabase,
  testMasterKey,
  type TestDatabase,
} from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRestored } from '../../src/restore/restored-store.ts';

let database: TestDatabase;
let url: string;
const accountIds: string[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
  url = await database.createUrl();
  const store = await database.openStore({ url });
  const userId = await createUser(store);
  for (const uid of ['1', '2', '3']) accountIds.push(await createAccount(store, userId, uid));
});
afterAll(() => database.stop());

function signerWith(settings: Readonly<Record<string, string>> = {}): ToolSigner {
  return createToolSigner({
    homeFolder: '/none',
    masterKeyText: Buffer.from(testMasterKey).toString('hex'),
    masterKeyCommand: undefined,
    environment: { ...process.env, ...settings },
    log: silentLog,
  });
}

const openWith = (seals: SealSource): Promise<Store> => openServerStore({ databaseUrl: url, seals, log: silentLog });

/** Returns the signer with a list that gets an entry when its process ends. */
function watched(signer: ToolSigner): { readonly signer: ToolSigner; readonly ended: readonly string[] } {
  const ended: string[] = [];
  const stop = async (): Promise<void> => {
    await signer.stop();
    ended.push('signer');
  };
  return { signer: { ...signer, stop }, ended };
}

async function recordedSince(count: number): Promise<readonly string[]> {
  const lines = await (await database.openStore({ url })).audit.list({ limit: 100 });
  return lines
    .map(({ action, detail }) => `${action} ${detail}`)
    .toReversed()
    .slice(count);
}

const timestamp = '2020-11-23T09:08:57.715Z';
const reading = { timestamp, method: 'GET', path: '/api/v5/account/positions', body: '' };
const order = { timestamp, method: 'POST', path: '/api/v5/trade/order', body: '{"instId":"BTC-USDT-SWAP"}' };

test('the signer signs a reading and no order and no log-in, and the audit has the refused order, the opened keys and the signatures', async () => {
  const before = (await recordedSince(0)).length;
  const { store, keys } = await openRestored(signerWith(), openWith);
  const [accountId = ''] = accountIds;
  const key = await keys.open(accountId);
  expect(await key.signer.signRequest(reading)).toMatchObject({ sign: expect.any(String) });
  expect([await key.signer.signRequest(order), await key.signer.signLogin('1600000000')]).toEqual([null, null]);
  await store.close();
  expect((await recordedSince(before)).toSorted()).toEqual([
    'signer.opened 1 openings of 1 accounts, 0 refused',
    `signer.refused ${accountId}: forbidden, POST /api/v5/trade/order`,
    'signer.signed 0 orders and changes, 1 readings, 0 log-ins of sockets, 0 checks of keys, at most 1 accounts in a minute',
  ]);
});

test('an opening waits until the limits permit it, and the audit has no refused opening', async () => {
  const before = (await recordedSince(0)).length;
  const { store, keys } = await openRestored(signerWith({ RONDO_SIGNER_ACCOUNTS: '1' }), openWith);
  const opened = await Promise.all(accountIds.map((accountId) => keys.open(accountId)));
  expect(opened.map(({ apiKey }) => apiKey)).toEqual(accountIds.map(() => 'key-of-the-account'));
  await store.close();
  expect(await recordedSince(before)).toEqual(['signer.opened 3 openings of 3 accounts, 0 refused']);
});

test.each([
  ['RONDO_SIGNER_SOCKET', 'signer.sock'],
  ['RONDO_SIGNER_ACCOUNTS', '0'],
  ['RONDO_SIGNER_ACCOUNTS', '1.5'],
])('the setting %s = %s is refused as by the server', (name, value) => {
  expect(() => signerWith({ [name]: value })).toThrow(`${name}: `);
});

test('the signer ends when the store does not close', async () => {
  const { signer, ended } = watched(signerWith());
  const { store } = await openRestored(signer, async (seals) => {
    const opened = await openWith(seals);
    const close = async (): Promise<void> => {
      await opened.close();
      throw new Error('the store did not close');
    };
    return { ...opened, close };
  });
  await expect(store.close()).rejects.toThrow('the store did not close');
  expect(ended).toEqual(['signer']);
});

test('a store without the keys of trading is closed, and the signer ends', async () => {
  const { signer, ended } = watched(signerWith());
  const closed: string[] = [];
  const opening = openRestored(signer, async () => {
    const opened = await openWith(localSeals(givenKey(testMasterKey, 'the master key')));
    const close = async (): Promise<void> => {
      await opened.close();
      closed.push('store');
    };
    return { ...opened, keys: { ...opened.keys, trading: null }, close };
  });
  await expect(opening).rejects.toThrow('a signer with the master key');
  expect([...closed, ...ended]).toEqual(['store', 'signer']);
});
