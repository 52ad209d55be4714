// Tests the clients of accounts: the source address is stored when the exchange accepts the key from it, and a key that another node has changed replaces the client.
import type { Transport } from '@rondo/exchange';
import { createEgress, createOkxPublic, localSigner } from '@rondo/exchange';
import type { AccountRecord } from '@rondo/store';
import { createVirtualClock, seededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createLinkMeters } from '../link-health/link-meters.ts';
import { tradingVenue } from '../venues/trading-venue.ts';
import { createExchanges } from './exchanges.ts';

const log = { write: () => undefined };
const settings = { uid: '1', mainUid: '1', acctLv: '2', posMode: 'net_mode', perm: 'trade', roleType: '0' };

/** Builds the clients over one transport for each address. The exchange accepts the key only from `bound`. When `bound` is null, the exchange does not respond. */
function openWorld(bound: string | null, addresses: readonly [string, ...string[]], stored: string | null) {
  const clock = createVirtualClock();
  const requests: string[] = [];
  const transportOf = (address: string): Transport => ({
    async request({ url }) {
      if (bound === null) throw new Error('The exchange does not respond.');
      const isTime = url.includes('/public/time');
      if (!isTime) requests.push(address);
      const data = isTime ? [{ ts: String(clock.now()) }] : [{ ...settings, ip: bound }];
      const body = isTime || address === bound ? { code: '0', msg: '', data } : { code: '50110', msg: 'IP', data: [] };
      return { status: 200, headers: {}, text: JSON.stringify(body) };
    },
    openSocket: () => {
      throw new Error('This test opens no socket.');
    },
  });
  const [first, ...others] = addresses;
  const networkOf = (address: string) => ({ address, transport: transportOf(address) });
  const egress = createEgress([networkOf(first), ...others.map(networkOf)], clock);
  const site = { restOrigin: 'http://exchange.test', wsBase: 'ws://exchange.test/ws/v5' };
  const account: AccountRecord = {
    id: 'account',
    userId: 'ada',
    exchange: tradingVenue.id,
    label: '',
    uid: '1',
    environment: 'sandbox',
    domain: 'sandbox',
    maskedKey: '',
    positionMode: null,
    sourceAddress: stored,
    unboundReason: null,
    createdAt: 0,
  };
  const saved: string[] = [];
  const closed: string[] = [];
  const stage = { key: 'key', isChanging: false, isLinked: true };
  const change = { id: '1', accountId: 'account', userId: 'ada', step: 'missing', startedAt: 0, updatedAt: 0 } as const;
  const exchanges = createExchanges({
    clock,
    chance: seededChance('1'),
    log,
    accounts: {
      find: async () => account,
      listKeyVersions: async (accountIds) =>
        stage.isLinked ? accountIds.map((accountId) => ({ accountId, version: stage.key })) : [],
      storeSourceAddress: async (_accountId, address) => void saved.push(address),
    },
    keys: {
      open: async () => {
        const key = { apiKey: stage.key, secretKey: stage.key, passphrase: stage.key };
        return { apiKey: stage.key, handle: stage.key, signer: localSigner(key), signForm: async () => null };
      },
      close: async (accountId, kept) => void closed.push(`${accountId} ${kept?.handle ?? 'all'}`),
    },
    areKeysClosed: () => false,
    keyChanges: { open: async () => (stage.isChanging ? change : null) },
    brokerCode: '',
    market: createOkxPublic({ ...site, ...egress.first, clock, log, environment: 'sandbox' }),
    egress,
    meterOf: (accountId) => createLinkMeters(clock).meterOf(accountId),
    onOtherListeners: () => undefined,
    siteOf: () => site,
  });
  return { clock, exchanges, requests, saved, stage, closed };
}

const all = ['10.0.0.1', '10.0.0.2', '10.0.0.3'] as const;

test.each(all)(
  'an account without a stored address gets the address %s, because its key is bound to this address',
  async (bound) => {
    const { exchanges, requests, saved } = openWorld(bound, all, null);
    expect(await exchanges.prepare('account')).toBe(true);
    expect(saved).toEqual([bound]);
    await exchanges.exchangeFor('account').account();
    expect(requests.at(-1)).toBe(bound);
  },
);

test.each(all)(
  'an account with the stored address %s keeps the address, and no reading checks the address',
  async (stored) => {
    const { exchanges, requests, saved } = openWorld(stored, all, stored);
    await exchanges.prepare('account');
    expect(requests).toEqual([]);
    expect(saved).toEqual([]);
    await exchanges.exchangeFor('account').account();
    expect(requests).toEqual([stored]);
  },
);

test('an account whose stored address is no longer configured gets another address', async () => {
  const { exchanges, saved } = openWorld('10.0.0.1', ['10.0.0.1'], '10.0.0.9');
  await exchanges.prepare('account');
  expect(saved).toEqual(['10.0.0.1']);
});

test('when the exchange does not respond, the account gets a client, and no address is stored', async () => {
  const { clock, exchanges, saved } = openWorld(null, all, null);
  const prepared = exchanges.prepare('account');
  await clock.pass(30_000);
  expect(await prepared).toBe(true);
  expect(saved).toEqual([]);
});

test('a key that was changed through another node replaces the client after the change has ended, and a revoked key gates the client', async () => {
  const { exchanges, stage } = openWorld('10.0.0.1', ['10.0.0.1'], '10.0.0.1');
  await exchanges.prepare('account');
  await exchanges.followKeys();
  const exchange = exchanges.find('account');
  const first = exchange?.current;
  await exchanges.followKeys();
  expect(exchange?.current).toBe(first);
  stage.key = 'new';
  stage.isChanging = true;
  await exchanges.followKeys();
  expect(exchange?.current).toBe(first);
  stage.isChanging = false;
  await exchanges.followKeys();
  const second = exchange?.current;
  expect(second).not.toBe(first);
  expect(exchange?.isGated).toBe(false);
  stage.key = '';
  await exchanges.followKeys();
  expect(exchange?.isGated).toBe(true);
  stage.key = 'third';
  await exchanges.followKeys();
  expect(exchange?.isGated).toBe(false);
  expect(exchange?.current).not.toBe(second);
});

test('the signer forgets a key that was replaced, revoked or unlinked, and keeps the new key', async () => {
  const { exchanges, stage, closed } = openWorld('10.0.0.1', ['10.0.0.1'], '10.0.0.1');
  await exchanges.prepare('account');
  await exchanges.followKeys();
  expect(closed).toEqual([]);
  stage.key = 'followed';
  await exchanges.followKeys();
  stage.key = 'renewed';
  await exchanges.renew('account');
  stage.key = '';
  await exchanges.followKeys();
  await exchanges.revoke('account', { environment: 'sandbox', domain: 'sandbox' });
  expect(exchanges.find('account')?.isGated).toBe(true);
  stage.isLinked = false;
  await exchanges.followKeys();
  exchanges.forget('account');
  const everyKey = 'account all';
  expect(closed).toEqual(['account followed', 'account renewed', 'account ', everyKey, everyKey, everyKey]);
});
