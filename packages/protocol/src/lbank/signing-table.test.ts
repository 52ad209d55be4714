// Tests which requests to LBank may be signed, and that no part of a request can add a parameter to the signed text.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isLbankApiKey, lbankFormText, type LbankForm } from './signing-table.ts';

const check: LbankForm = {
  method: 'POST',
  path: '/v2/supplement/api_Restrictions.do',
  timestamp: '1700000000000',
  echostr: 'a'.repeat(32),
};

test('the readings that check a key are signed, and the signed text has no parameter beside the key', () => {
  const text = `api_key=the-key&echostr=${'a'.repeat(32)}&signature_method=HmacSHA256&timestamp=1700000000000`;
  const digest = createHash('md5').update(text).digest('hex').toUpperCase();
  expect(lbankFormText('the-key', check)).toBe(digest);
  expect(lbankFormText('the-key', { ...check, path: '/v2/supplement/user_info_account.do' })).toBe(digest);
});

test.each([
  ['POST', '/v2/supplement/create_order.do'],
  ['POST', '/v2/supplement/cancel_order_by_symbol.do'],
  ['POST', '/v2/supplement/withdraw.do'],
  ['POST', '/v2/subscribe/get_key.do'],
  ['POST', '/cfd/openApi/v1/prv/placeOrder'],
  ['GET', '/v2/supplement/api_Restrictions.do'],
  ['POST', '/v2/supplement/api_Restrictions.do?amount=1'],
  ['POST', '/v2/supplement/../supplement/api_Restrictions.do'],
])('%s %s is not signed', (method, path) => {
  expect(lbankFormText('the-key', { ...check, method, path })).toBeNull();
});

test('a key, a time and an echo that contain a further parameter are not signed', () => {
  const added = '&address=a&amount=1';
  expect(lbankFormText(`the-key${added}`, check)).toBeNull();
  expect(lbankFormText('the-key', { ...check, timestamp: `1700000000000${added}` })).toBeNull();
  expect(lbankFormText('the-key', { ...check, echostr: `${'a'.repeat(32)}${added}` })).toBeNull();
  for (const key of ['', 'a=b', 'a&b', 'a b', 'ключ']) expect(isLbankApiKey(key)).toBe(false);
  expect(isLbankApiKey('16702619-0bc8-446d-a3d0-62fb67a8985e')).toBe(true);
});
