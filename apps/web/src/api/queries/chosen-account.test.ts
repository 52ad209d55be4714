// Tests of the choice of the account that a page shows.
import { expect, test } from 'vitest';
import type { ExchangeAccountWire } from '@rondo/contract';
import { chooseAccount } from './chosen-account.ts';

const account = (id: string, keyState: ExchangeAccountWire['key_state']): ExchangeAccountWire => ({
  id,
  name: id,
  exchange: 'okx',
  environment: 'sandbox',
  is_expired: false,
  expires_at: null,
  permissions: null,
  api_key: '',
  key_state: keyState,
  minutes_left: null,
  has_auto_refresh: false,
  domain: 'global',
});
const accounts = [account('token only', 'none'), account('refused', 'refused'), account('good', 'active')];

test('the account whose id is in the address is shown', () => {
  expect(chooseAccount(accounts, 'good')?.id).toBe('good');
  expect(chooseAccount(accounts, 'token only')?.id).toBe('token only');
});

test('the first account with an active key is shown when the address contains no known account', () => {
  expect(chooseAccount(accounts, null)?.id).toBe('good');
  expect(chooseAccount(accounts, 'gone')?.id).toBe('good');
  expect(chooseAccount(accounts.slice(0, 2), null)?.id).toBe('refused');
  expect(chooseAccount(accounts.slice(0, 1), null)?.id).toBe('token only');
  expect(chooseAccount([], 'good')).toBeUndefined();
});
