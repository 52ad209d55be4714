// Tests which requests may be signed.
import { expect, test } from 'vitest';
import { isLoginTime, signingPurpose } from './signing-table.ts';

const timestamp = '2026-11-23T09:08:57.715Z';
const purposeOf = (method: string, path: string, body = '') => signingPurpose({ timestamp, method, path, body });

test('orders, cancels, amends and the leverage are commands, and readings have no body', () => {
  for (const path of ['trade/order', 'trade/cancel-batch-orders', 'trade/amend-algos', 'account/set-leverage'])
    expect(purposeOf('POST', `/api/v5/${path}`, '{"instId":"BTC-USDT-SWAP"}')).toBe('command');
  expect(purposeOf('POST', '/api/v5/trade/batch-orders', '[{}]')).toBe('command');
  expect(purposeOf('GET', '/api/v5/trade/orders-pending?instType=SWAP&limit=100')).toBe('reading');
  expect(purposeOf('GET', '/api/v5/account/config')).toBe('reading');
});

test.each([
  ['POST', '/api/v5/asset/withdrawal'],
  ['POST', '/api/v5/asset/transfer'],
  ['POST', '/api/v5/users/subaccount/apikey'],
  ['POST', '/api/v5/account/set-position-mode'],
  ['GET', '/api/v5/asset/balances'],
  ['DELETE', '/api/v5/trade/order'],
  ['post', '/api/v5/trade/order'],
  ['POST', '/api/v5/trade/../asset/withdrawal'],
  ['POST', '/api/v5/trade/order/../../asset/transfer'],
  ['POST', '//api/v5/trade/order'],
  ['POST', '/api/v5/trade/order/'],
])('%s %s is not signed', (method, path) => {
  expect(purposeOf(method, path, method === 'GET' ? '' : '{}')).toBeNull();
});

test('a part that continues into the next part is not signed', () => {
  // The signed text of these is also the signed text of another path.
  expect(purposeOf('POST', '/api/v5/trade/order', '-algo{"instId":"A"}')).toBeNull();
  expect(purposeOf('POST', '/api/v5/trade/order?a=1', '{}')).toBeNull();
  expect(purposeOf('GET', '/api/v5/trade/order', '/../x')).toBeNull();
  expect(purposeOf('GET', '/api/v5/account/balance?ccy={"amt":1}')).toBeNull();
  expect(purposeOf('GET', '/api/v5/account/balance?a?b')).toBeNull();
  for (const moved of [`${timestamp}POST/api/v5/asset/withdrawal`, '', '1764000000'])
    expect(signingPurpose({ timestamp: moved, method: 'GET', path: '/api/v5/account/balance', body: '' })).toBeNull();
});

test('the time of a login has digits only', () => {
  expect(isLoginTime('1764000000')).toBe(true);
  for (const other of ['', '1764000000GET', `${timestamp}`, '1764000000.5', '17640000000000'])
    expect(isLoginTime(other)).toBe(false);
});
