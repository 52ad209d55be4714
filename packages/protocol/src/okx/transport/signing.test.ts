// Tests of the OKX signatures with test vectors and with an independent implementation.
import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signOkxLogin, signOkxRequest } from './signing.ts';

const timestamp = '2020-12-08T09:08:57.715Z';

test('the signature of a GET request without a query equals the published value', () => {
  const sign = signOkxRequest('mock-secret', { timestamp, method: 'get', path: '/api/v5/account/balance', body: '' });
  expect(sign).toBe('tpQYvXdaAfU8ae6zI1rJ2xVcyMIk9BKWK/fysaanweQ=');
});

test('the signature of a GET request covers the query as a part of the path', () => {
  const sign = signOkxRequest('mock-secret', {
    timestamp,
    method: 'GET',
    path: '/api/v5/account/balance?ccy=BTC',
    body: '',
  });
  expect(sign).toBe('pS6nHuBl6Qc9S0h+soCkCVHaVHZzS19KqFpeI/doTlE=');
});

test('the signature of a body covers its UTF-8 bytes when the body has characters outside ASCII', () => {
  const body = '{"label":"론도"}';
  const expected = createHmac('sha256', 's').update(`${timestamp}POST/api/v5/trade/order${body}`).digest('base64');
  expect(signOkxRequest('s', { timestamp, method: 'POST', path: '/api/v5/trade/order', body })).toBe(expected);
});

test('the signature of a socket login covers the time in seconds, the method GET and the path of the login', () => {
  const expected = createHmac('sha256', 's').update('1538054050GET/users/self/verify').digest('base64');
  expect(signOkxLogin('s', '1538054050')).toBe(expected);
});
