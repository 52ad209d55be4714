// Tests of the LBank signature. The expected signature is computed with the crypto module of Node.
import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signLbank } from './signing.ts';

test('the signature is the HMAC-SHA256 over the upper-case MD5 of the sorted parameters and headers', () => {
  const headers = { timestamp: '1700000000000', signature_method: 'HmacSHA256', echostr: 'a'.repeat(32) } as const;
  const text = `api_key=key&echostr=${'a'.repeat(32)}&signature_method=HmacSHA256&symbol=btc_usdt&timestamp=1700000000000`;
  const digest = createHash('md5').update(text).digest('hex').toUpperCase();
  const expected = createHmac('sha256', 'secret').update(digest).digest('hex');
  expect(signLbank('secret', { symbol: 'btc_usdt', api_key: 'key' }, headers)).toBe(expected);
});

test('the signature changes when the secret, a parameter or the timestamp changes', () => {
  const headers = { timestamp: '1', signature_method: 'HmacSHA256', echostr: 'b'.repeat(32) } as const;
  const base = signLbank('secret', { api_key: 'key' }, headers);
  expect(signLbank('Secret', { api_key: 'key' }, headers)).not.toBe(base);
  expect(signLbank('secret', { api_key: 'kez' }, headers)).not.toBe(base);
  expect(signLbank('secret', { api_key: 'key' }, { ...headers, timestamp: '2' })).not.toBe(base);
});
