// Cases 600-624: the headers and signatures of requests, and the permissions, environments, regions and addresses of keys.
import { okxTimestamp, signOkxRequest } from '@rondo/protocol';
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import type { Harness } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const path = '/api/v5/account/balance';

/** Sends a request with a valid signature and returns its code. `change` replaces headers. */
function ask(harness: Harness, change: Readonly<Record<string, string | undefined>> = {}, query = ''): string {
  const timestamp = okxTimestamp(harness.clock.now());
  const target = query === '' ? path : `${path}?${query}`;
  const sign = signOkxRequest(harness.keys.secretKey, { timestamp, method: 'GET', path: target, body: '' });
  const headers = {
    'ok-access-key': harness.keys.apiKey,
    'ok-access-passphrase': harness.keys.passphrase,
    'ok-access-timestamp': timestamp,
    'ok-access-sign': sign,
    ...change,
  };
  return harness.core.request({ method: 'GET', path, query, headers }).json.code;
}

const refusal = async (harness: Harness): Promise<unknown> => harness.exchange.balance();
const keyRefused = (code: string): object => ({
  ok: false,
  reason: 'key',
  cause: expect.stringContaining(code) as unknown,
});

/** The cases of keys. */
export const keyCases = cases([
  [
    600,
    '1.2 check order',
    'a request without a required header is refused with the code of the first missing header',
    (harness) => {
      expect(ask(harness)).toBe('0');
      expect(ask(harness, { 'ok-access-key': undefined, 'ok-access-sign': undefined })).toBe('50103');
      expect(ask(harness, { 'ok-access-passphrase': undefined, 'ok-access-sign': undefined })).toBe('50104');
      expect(ask(harness, { 'ok-access-sign': undefined, 'ok-access-timestamp': undefined })).toBe('50106');
      expect(ask(harness, { 'ok-access-timestamp': undefined })).toBe('50107');
      return Promise.resolve();
    },
  ],
  [
    601,
    '1.2 OK-ACCESS-TIMESTAMP',
    'a request is refused with 50112 when its timestamp has no milliseconds',
    (harness) => {
      expect(ask(harness, { 'ok-access-timestamp': '2025-03-20T12:00:30Z' })).toBe('50112');
      return Promise.resolve();
    },
  ],
  [
    602,
    '1.2 timestamp window',
    'a request is refused when its timestamp differs from the clock of the exchange by more than 30 seconds',
    (harness) => {
      expect(ask(harness, { 'ok-access-timestamp': okxTimestamp(harness.clock.now() - 31_000) })).toBe('50102');
      return Promise.resolve();
    },
  ],
  [
    603,
    '10 clock',
    'our client measures the clock difference, so the exchange accepts its requests when the clock of the client is wrong by a minute',
    async (harness) => {
      expect((await harness.exchange.balance()).ok).toBe(true);
    },
    { clientOffsetMs: 60_000 },
  ],
  [
    604,
    '6 50102',
    'our client measures the clock difference a second time after the clock of the exchange has jumped',
    async (harness) => {
      expect((await harness.exchange.balance()).ok).toBe(true);
      harness.fault('clock', { offsetMs: 90_000 });
      expect((await harness.exchange.balance()).ok).toBe(true);
    },
  ],
  [
    605,
    '1.2 prehash',
    'the signature includes the query, and a wrong signature is refused with 50113',
    (harness) => {
      expect(ask(harness, {}, 'ccy=USDT')).toBe('0');
      expect(ask(harness, { 'ok-access-sign': 'AAAA' }, 'ccy=USDT')).toBe('50113');
      return Promise.resolve();
    },
  ],
  [
    606,
    '6 50111',
    'a request with an unknown key is refused with 50111',
    async (harness) => expect(await refusal(harness)).toMatchObject(keyRefused('50111')),
    { credentials: { apiKey: 'nobody' } },
  ],
  [
    607,
    '6 50105',
    'a request with a wrong passphrase is refused with 50105',
    async (harness) => expect(await refusal(harness)).toMatchObject(keyRefused('50105')),
    { credentials: { passphrase: 'Wrong-1' } },
  ],
  [
    608,
    '6 50113',
    'a request that is signed with a wrong secret is refused with 50113',
    async (harness) => expect(await refusal(harness)).toMatchObject(keyRefused('50113')),
    { credentials: { secretKey: 'WRONG' } },
  ],
  [
    609,
    '1.2 x-simulated-trading',
    'a request with a live key and the demo header is refused with 50101',
    async (harness) => expect(await refusal(harness)).toMatchObject(keyRefused('50101')),
    { environment: 'demo' },
  ],
  [
    610,
    '1.2 x-simulated-trading',
    'a request with a demo key is refused with 50101 when it does not have the demo header',
    async (harness) => expect(await refusal(harness)).toMatchObject(keyRefused('50101')),
    { account: { environment: 'demo' } },
  ],
  [
    611,
    '1.2 x-simulated-trading',
    'a request with a demo key and the demo header is accepted',
    async (harness) => expect(await refusal(harness)).toMatchObject({ ok: true }),
    { account: { environment: 'demo' }, environment: 'demo' },
  ],
  [
    612,
    '1.3 hosts',
    'a key of another region is refused with 50119 at the global host',
    async (harness) => expect(await refusal(harness)).toMatchObject(keyRefused('50119')),
    { account: { site: 'eea' } },
  ],
  [
    613,
    '1.3 hosts',
    'a regional key is accepted at the host of its region',
    async (harness) => expect(await refusal(harness)).toMatchObject({ ok: true }),
    { account: { site: 'eea' }, host: 'eea.exchange.test' },
  ],
  [
    614,
    '1.3 hosts',
    'a global key is refused with 50119 at a regional host',
    async (harness) => expect(await refusal(harness)).toMatchObject(keyRefused('50119')),
    { host: 'us.exchange.test' },
  ],
  [
    615,
    '1.2 permissions',
    'an order is rejected when the key does not have the trade permission',
    async (harness) => {
      expect((await harness.exchange.balance()).ok).toBe(true);
      expect(await harness.place({ clientId: 'k615' })).toMatchObject({
        kind: 'rejected',
        code: '50120',
        reason: 'key',
      });
    },
    { account: { perm: 'read_only' } },
  ],
  [
    616,
    '1.2 permissions',
    'an order is rejected after the key has lost the trade permission',
    async (harness) => {
      expect((await harness.place({ clientId: 'k616a' })).kind).toBe('accepted');
      harness.accountAction('key', { apiKey: harness.keys.apiKey, perm: 'read_only' });
      expect(await harness.place({ clientId: 'k616b' })).toMatchObject({ kind: 'rejected', reason: 'key' });
    },
  ],
  [
    617,
    '1.2 permissions',
    'the account configuration contains the withdrawal permission after the owner has added it to the key',
    async (harness) => {
      harness.accountAction('key', { apiKey: harness.keys.apiKey, perm: 'read_only,trade,withdraw' });
      expect((await harness.get('account/config')).row).toMatchObject({ perm: 'read_only,trade,withdraw' });
    },
  ],
  [
    618,
    '6 50119',
    'a deleted key is refused with 50119',
    async (harness) => {
      harness.accountAction('loseKey', { apiKey: harness.keys.apiKey });
      expect(await refusal(harness)).toMatchObject(keyRefused('50119'));
    },
  ],
  [
    619,
    '6 50100',
    'a frozen key is refused with 50100',
    async (harness) => {
      harness.accountAction('key', { apiKey: harness.keys.apiKey, isFrozen: true });
      expect(await refusal(harness)).toMatchObject(keyRefused('50100'));
    },
  ],
  [
    620,
    '1.2 key hygiene',
    'a trading key that is not bound to an address expires when it is not used for 14 days',
    async (harness) => {
      await harness.exchange.balance();
      await harness.pass(14 * 86_400_000 + 3_600_000 * 2);
      expect(await refusal(harness)).toMatchObject(keyRefused('50119'));
    },
  ],
  [
    621,
    '1.2 key hygiene',
    'a trading key that is not bound to an address does not expire when it is used every seven days',
    async (harness) => {
      for (let week = 0; week < 3; week += 1) {
        expect((await harness.exchange.balance()).ok).toBe(true);
        await harness.pass(7 * 86_400_000);
      }
      expect((await harness.exchange.balance()).ok).toBe(true);
    },
  ],
  [
    622,
    '1.2 key hygiene',
    'a read-only key does not expire when it is not used for 20 days',
    async (harness) => {
      harness.accountAction('key', { apiKey: harness.keys.apiKey, perm: 'read_only' });
      await harness.pass(20 * 86_400_000);
      expect((await harness.exchange.balance()).ok).toBe(true);
    },
  ],
  [
    623,
    '6 50110',
    'a request is refused with 50110 when its address is not in the address list of the key',
    (harness) => {
      const timestamp = okxTimestamp(harness.clock.now());
      const sign = signOkxRequest(harness.keys.secretKey, { timestamp, method: 'GET', path, body: '' });
      const headers = {
        'ok-access-key': harness.keys.apiKey,
        'ok-access-passphrase': harness.keys.passphrase,
        'ok-access-timestamp': timestamp,
        'ok-access-sign': sign,
      };
      const from = (address: string): string =>
        harness.core.request({ method: 'GET', path, headers, address }).json.code;
      expect([from('203.0.113.7'), from('203.0.113.8')]).toEqual(['0', '50110']);
      return Promise.resolve();
    },
    { account: { ip: '203.0.113.7,203.0.113.9' } },
  ],
  [
    624,
    '1.2 Content-Type',
    'a request with a body is refused when its content type is not JSON',
    (harness) => {
      const timestamp = okxTimestamp(harness.clock.now());
      const [target, body] = ['/api/v5/trade/order', JSON.stringify({ instId: ETH })];
      const sign = signOkxRequest(harness.keys.secretKey, { timestamp, method: 'POST', path: target, body });
      const headers = {
        'ok-access-key': harness.keys.apiKey,
        'ok-access-passphrase': harness.keys.passphrase,
        'ok-access-timestamp': timestamp,
        'ok-access-sign': sign,
        'content-type': 'text/plain',
      };
      expect(harness.core.request({ method: 'POST', path: target, headers, body }).json.code).toBe('50006');
      return Promise.resolve();
    },
  ],
]);
