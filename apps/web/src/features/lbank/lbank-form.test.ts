// Tests of the LBank form: the validation rules and the request.
import { createKeyedAccountRequestSchema, updateKeyedAccountRequestSchema, type KeyedAccount } from '@rondo/contract';
import { expect, test } from 'vitest';
import { emptyLbankForm, lbankChange, lbankCreation, lbankFormOf, lbankProblems, tagsOf } from './lbank-form.ts';

const filled = { ...emptyLbankForm, name: ' Spot ', apiKey: ' key ', secretKey: ' secret ', tags: 'a, b,, a ' };
const account: KeyedAccount = {
  id: '1',
  exchange_id: 'lbank',
  exchange_name: 'LBank',
  account_name: 'Spot',
  api_key: '...9f2c',
  secret_key: null,
  is_testnet: true,
  permissions: { read: true, trade: true },
  tags: ['a', 'b'],
  description: 'mine',
  status: 'connected',
  checked_at: 1,
  offers_bots: false,
  created_at: 1,
};

test('in an empty form the name, the key and the secret are missing, the right to read is on, and the right to trade is off', () => {
  expect(lbankProblems(emptyLbankForm, true)).toEqual({
    name: 'required',
    apiKey: 'required',
    secretKey: 'required',
  });
  expect([emptyLbankForm.mayRead, emptyLbankForm.mayTrade, emptyLbankForm.isTestnet]).toEqual([true, false, false]);
});

test('a name or a key that consists only of spaces is missing', () => {
  expect(lbankProblems({ ...filled, name: '  ', apiKey: '\t' }, true)).toEqual({
    name: 'required',
    apiKey: 'required',
  });
});

test('tags are split at commas and trimmed, and empty and repeated tags are removed', () => {
  expect(tagsOf(' spot, , slow ,spot')).toEqual(['spot', 'slow']);
  expect(lbankProblems({ ...filled, tags: 'x'.repeat(31) }, true)).toEqual({ tags: 'tooManyTags' });
  const eleven = Array.from({ length: 11 }, (_, index) => `t${index}`).join(',');
  expect(lbankProblems({ ...filled, tags: eleven }, true)).toEqual({ tags: 'tooManyTags' });
});

test('the values of a new account are trimmed, and the server’s schema accepts the request', () => {
  expect(lbankProblems(filled, true)).toEqual({});
  const body = lbankCreation(filled, 'lbank');
  expect(body).toMatchObject({
    exchange_id: 'lbank',
    account_name: 'Spot',
    credentials: { api_key: 'key', secret_key: 'secret' },
    permissions: { read: true, trade: false },
    tags: ['a', 'b'],
  });
  expect(createKeyedAccountRequestSchema.safeParse(body).success).toBe(true);
});

test('an edit with an empty key and an empty secret keeps the stored credentials, and an edit with a new key needs a new secret', () => {
  const form = lbankFormOf(account);
  expect(lbankProblems(form, false)).toEqual({});
  expect(lbankChange(form)).not.toHaveProperty('credentials');
  expect(lbankProblems({ ...form, apiKey: 'new' }, false)).toEqual({ secretKey: 'pair' });
  const changed = { ...form, apiKey: 'new', secretKey: 'other' };
  expect(lbankProblems(changed, false)).toEqual({});
  expect(lbankChange(changed)).toMatchObject({ credentials: { api_key: 'new', secret_key: 'other' } });
  expect(updateKeyedAccountRequestSchema.safeParse(lbankChange(changed)).success).toBe(true);
});
