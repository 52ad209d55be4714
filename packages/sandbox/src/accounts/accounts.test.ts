// Tests of accounts: opening with a deposit, actions outside the API client, and the expiry of keys.
import { expect, test } from 'vitest';
import { openHarness, signedHeaders, type Harness } from '../../tests/_harness.ts';

const DAY_MS = 86_400_000;

/** Returns the code of a signed request with the keys of the first account. */
function codeOf({ core, clock }: Harness): string {
  const [keys] = core.accounts;
  if (keys === undefined) throw new Error('the harness has no account');
  const path = '/api/v5/account/config';
  const headers = signedHeaders(keys, { method: 'GET', path, body: '', at: clock.now() });
  return core.request({ method: 'GET', path, headers }).json.code;
}

test('a new account has one bill for its deposit', () => {
  const harness = openHarness();
  expect(harness.get('/api/v5/account/bills')).toMatchObject([{ type: '1', subType: '11', bal: '10000' }]);
});

test.each([{ usdt: 'many' }, { usdt: '-1' }])('openAccount opens no account for the invalid deposit %o', (wanted) => {
  expect(openHarness().core.createAccount(wanted)).toBeUndefined();
});

test('openAccount opens no account when its key already exists', () => {
  const { core } = openHarness();
  expect(core.createAccount({ apiKey: 'same' })).toMatchObject({ apiKey: 'same' });
  expect(core.createAccount({ apiKey: 'same' })).toBeUndefined();
});

test('the owner can cancel all orders and close the position in the app of the exchange', () => {
  const harness = openHarness();
  harness.order({ side: 'buy', ordType: 'market', sz: '1' });
  harness.order({ side: 'buy', ordType: 'limit', sz: '1', px: '1990' });
  expect(harness.core.administer('acts', { label: 'a', act: 'cancelAll' })).toBe(true);
  expect(harness.get('/api/v5/trade/orders-pending')).toEqual([]);
  expect(harness.core.administer('acts', { label: 'a', act: 'close', instId: 'ETH-USDT-SWAP' })).toBe(true);
  expect(harness.get('/api/v5/account/positions')).toEqual([]);
});

test.each([
  { label: 'a', act: 'unknown' },
  { label: 'nobody', act: 'cancelAll' },
  { label: 'a', act: 'transfer', usdt: '-10001' },
  { label: 'a', act: 'leverage', instId: 'ETH-USDT-SWAP', lever: '0.5' },
  { label: 'a', act: 'account', acctLv: '9' },
])('the account action %o is refused', (action) => {
  expect(openHarness().core.administer('acts', action)).toBe(false);
});

test('a trading key without an address list expires after 14 days without use', () => {
  const harness = openHarness();
  harness.clock.pass(13 * DAY_MS);
  expect(codeOf(harness)).toBe('0');
  harness.clock.pass(13 * DAY_MS);
  expect(codeOf(harness)).toBe('0');
  harness.clock.pass(14 * DAY_MS + 1);
  expect(codeOf(harness)).toBe('50119');
});

test('a key with an address list does not expire', () => {
  const harness = openHarness({ accounts: [{ label: 'bound', ip: '10.0.0.1' }] });
  harness.clock.pass(400 * DAY_MS);
  expect(codeOf(harness)).toBe('0');
});
