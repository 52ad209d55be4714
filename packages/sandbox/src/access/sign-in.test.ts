// Tests of the header checks. When two headers are wrong, the response has the code of the header that is checked first.
import { expect, test } from 'vitest';
import { HARNESS_START_AT, openHarness, signedHeaders } from '../../tests/_harness.ts';

const path = '/api/v5/account/balance';

test.each([
  ['50103', { 'ok-access-key': '', 'ok-access-passphrase': '' }],
  ['50104', { 'ok-access-passphrase': '', 'ok-access-sign': '' }],
  ['50106', { 'ok-access-sign': '', 'ok-access-timestamp': '' }],
  ['50107', { 'ok-access-timestamp': '' }],
  ['50112', { 'ok-access-timestamp': '1742472030', 'ok-access-key': 'unknown' }],
  ['50102', { 'ok-access-timestamp': new Date(HARNESS_START_AT - 30_001).toISOString(), 'ok-access-key': 'unknown' }],
  ['50111', { 'ok-access-key': 'unknown', 'x-simulated-trading': '1' }],
  ['50101', { 'x-simulated-trading': '1', 'ok-access-passphrase': 'wrong' }],
  ['50105', { 'ok-access-passphrase': 'wrong', 'ok-access-sign': 'wrong' }],
  ['50113', { 'ok-access-sign': 'wrong' }],
])('a request with wrong headers is refused with %s', (code, changed) => {
  const { core } = openHarness();
  const [keys] = core.accounts;
  if (!keys) throw new Error('the harness has no account');
  const headers = { ...signedHeaders(keys, { method: 'GET', path, body: '', at: HARNESS_START_AT }), ...changed };
  expect(core.request({ method: 'GET', path, headers })).toMatchObject({ status: 401, json: { code, data: [] } });
});

test('a request is accepted when its signature covers the encoded query or the decoded query', () => {
  const { core } = openHarness();
  const [keys] = core.accounts;
  if (!keys) throw new Error('the harness has no account');
  const ask = (signed: string): string => {
    const headers = signedHeaders(keys, { method: 'GET', path: signed, body: '', at: HARNESS_START_AT });
    return core.request({
      method: 'GET',
      path: '/api/v5/account/positions',
      query: 'instId=ETH-USDT-SWAP%2CBTC-USDT-SWAP',
      headers,
    }).json.code;
  };
  expect(ask('/api/v5/account/positions?instId=ETH-USDT-SWAP%2CBTC-USDT-SWAP')).toBe('0');
  expect(ask('/api/v5/account/positions?instId=ETH-USDT-SWAP,BTC-USDT-SWAP')).toBe('0');
  expect(ask('/api/v5/account/positions')).toBe('50113');
});

test('a read-only key can read account data and cannot place an order', () => {
  const harness = openHarness({ accounts: [{ perm: 'read_only' }] });
  expect(harness.get(path)).toHaveLength(1);
  expect(harness.post('/api/v5/trade/order', {}).code).toBe('50120');
});
