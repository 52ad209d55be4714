// Tests of the REST routes: unknown paths, invalid bodies, permissions, and lists of products that the sandbox does not have.
import { expect, test } from 'vitest';
import { openHarness, signedHeaders } from '../../tests/_harness.ts';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly perm?: string;
}

/** Returns the status and the code of a signed request. */
function call({ method, path, body = '', perm = 'read_only,trade' }: Request): readonly [number, string] {
  const { core, clock } = openHarness({ accounts: [{ label: 'a', perm }] });
  const [keys] = core.accounts;
  if (keys === undefined) throw new Error('the harness has no account');
  const headers = signedHeaders(keys, { method, path, body, at: clock.now() });
  const [plain = '', query = ''] = path.split('?');
  const { status, json } = core.request({ method, path: plain, query, body, headers });
  return [status, json.code];
}

test('an unknown path returns 404', () => {
  expect(call({ method: 'GET', path: '/api/v5/account/unknown' })[0]).toBe(404);
});

test('a body that is not JSON returns 50002', () => {
  expect(call({ method: 'POST', path: '/api/v5/trade/order', body: '{' })[1]).toBe('50002');
});

test('a key without permission to trade can read and cannot place an order', () => {
  const perm = 'read_only';
  expect(call({ method: 'GET', path: '/api/v5/account/balance', perm })[1]).toBe('0');
  expect(call({ method: 'POST', path: '/api/v5/trade/order', body: '{}', perm })[1]).toBe('50120');
});

test.each(['/api/v5/asset/deposit-history', '/api/v5/users/subaccount/list'])(
  '%s returns an empty list with code 0',
  (path) => {
    expect(call({ method: 'GET', path })).toEqual([200, '0']);
  },
);

test('the position tiers need the type and the margin mode, and are limited to the requested tier', () => {
  const path = '/api/v5/public/position-tiers?instType=SWAP&tdMode=cross&instFamily=ETH-USDT';
  expect(openHarness().get(`${path}&tier=2`)).toMatchObject([{ tier: '2', minSz: '5000' }]);
  expect(call({ method: 'GET', path: path.replace('instType=SWAP&', '') })).toEqual([400, '50014']);
  expect(call({ method: 'GET', path: path.replace('tdMode=cross&', '') })).toEqual([400, '50014']);
});

test('a leverage above the limit of the instrument is refused, and a leverage within the limit is stored', () => {
  const harness = openHarness();
  const set = (lever: string): string =>
    harness.post('/api/v5/account/set-leverage', { instId: 'ETH-USDT-SWAP', mgnMode: 'cross', lever }).code;
  expect([set('1000'), set('10')]).toEqual(['59102', '0']);
  const path = '/api/v5/account/leverage-info?instId=ETH-USDT-SWAP&mgnMode=cross';
  expect(harness.get(path)).toMatchObject([{ lever: '10' }]);
});

test('a transfer larger than the free cash is refused', () => {
  const harness = openHarness();
  const transfer = (amt: string): string =>
    harness.post('/api/v5/asset/transfer', { ccy: 'USDT', amt, from: '18', to: '6' }).code;
  expect([transfer('10001'), transfer('4000')]).toEqual(['58350', '0']);
  expect(harness.get('/api/v5/asset/balances')).toMatchObject([{ ccy: 'USDT', bal: '4000' }]);
});
