// Tests of the address of the consent page and of the token responses.
import { expect, test } from 'vitest';
import { okxAuthorizeUrl, okxTokensSchema } from './oauth.ts';

test('every value in the address of the consent page is encoded exactly once', () => {
  const redirectUri = 'http://localhost:3000/dashboard/okx-oauth-redirect?ref=a b';
  const url = new URL(
    okxAuthorizeUrl('https://www.okx.com', { clientId: 'id', redirectUri, scope: 'read_only,trade', state: 's.1' }),
  );
  expect(url.origin + url.pathname).toBe('https://www.okx.com/account/oauth');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    access_type: 'offline',
    client_id: 'id',
    redirect_uri: redirectUri,
    scope: 'read_only,trade',
    state: 's.1',
  });
});

test('a Fast-API token has no refresh token, and its lifetime can be a text with digits', () => {
  expect(okxTokensSchema.parse({ access_token: 'a', token_type: 'bearer', expires_in: '3600' })).toEqual({
    access_token: 'a',
    expires_in: 3_600,
    refresh_token: '',
  });
});
