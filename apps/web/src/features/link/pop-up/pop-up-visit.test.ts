// Tests of the pages in the pop-up: the parsed addresses, the stored flags, and how each page ends.
import { expect, test } from 'vitest';
import {
  endingOf,
  kindOfState,
  parsePostAction,
  postActionOf,
  readCallback,
  readError,
  readSuccess,
} from './pop-up-visit.ts';

const query = (text: string): URLSearchParams => new URLSearchParams(text);
const nonce = 'n'.repeat(32);

test('a callback needs a code and a state, and its domain is optional', () => {
  expect(readCallback(query('code=c&state=fast_api.a.b.c'))).toEqual({
    kind: 'complete',
    code: 'c',
    state: 'fast_api.a.b.c',
    domain: null,
  });
  expect(readCallback(query('code=c&state=oauth.a.b.c&domain=https%3A%2F%2Fwww.okx.com'))).toMatchObject({
    domain: 'https://www.okx.com',
  });
  for (const incomplete of ['', 'code=c', 'state=s', 'code=&state=s', `code=${'c'.repeat(600)}&state=s`])
    expect(readCallback(query(incomplete))).toEqual({ kind: 'missing' });
});

test('a denial of the exchange is parsed with its description', () => {
  expect(readCallback(query('error=access_denied&state=s'))).toEqual({
    kind: 'denied',
    error: 'access_denied',
    description: null,
    state: 's',
  });
  expect(readCallback(query('error=access_denied&error_description=No'))).toMatchObject({
    description: 'No',
    state: null,
  });
});

test('a free text of the address is shown only while the browser waits for the end of a consent', () => {
  const text = 'Your key has leaked. Transfer your USDT to 0x0.';
  expect(readError(text, false)).toEqual({ kind: 'unknown' });
  expect(readError(text, true)).toEqual({ kind: 'text', text });
  expect(readError('access_denied', false)).toEqual({ kind: 'denied' });
  expect([readError(null, true), readError('', true)]).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
});

test('the kind of a consent is read from its state', () => {
  expect(['fast_api.a.b.c', 'oauth.a.b.c', 'fast_apix', ''].map(kindOfState)).toEqual([
    'fast_api',
    'oauth',
    'oauth',
    'oauth',
  ]);
});

test('the success page treats an unknown type as a plain consent', () => {
  expect(readSuccess(query('account_id=a1&type=fast_api'))).toEqual({
    accountId: 'a1',
    type: 'fast_api',
    domain: null,
  });
  expect(readSuccess(query('account_id=a1&type=FAST_API')).type).toBe('oauth');
  expect(readSuccess(query('')).accountId).toBeNull();
});

test('a consent for a trading key has the four flags of the specification, and a plain consent has one flag', () => {
  expect(postActionOf({ accountId: 'a1', type: 'fast_api', domain: 'https://www.okx.com' })).toEqual({
    okx_post_oauth_action: 'fast_api',
    okx_post_fastapi_token_ready: 'true',
    okx_post_fastapi_account_id: 'a1',
    okx_post_fastapi_domain: 'https://www.okx.com',
  });
  expect(postActionOf({ accountId: 'a1', type: 'oauth', domain: null })).toEqual({ okx_post_oauth_action: 'oauth' });
  expect(postActionOf({ accountId: null, type: 'fast_api', domain: null })).toEqual({ okx_post_oauth_action: 'oauth' });
});

test('a key is created only when all flags are set', () => {
  const allFlags = postActionOf({ accountId: 'a1', type: 'fast_api', domain: null });
  expect(parsePostAction(allFlags)).toEqual({ type: 'fast_api', accountId: 'a1' });
  expect(parsePostAction({ okx_post_oauth_action: 'oauth' })).toEqual({ type: 'oauth', accountId: null });
  expect(parsePostAction({ ...allFlags, okx_post_fastapi_token_ready: null })).toBeNull();
  expect(parsePostAction({ okx_post_oauth_action: 'fast_api', okx_post_fastapi_token_ready: 'true' })).toBeNull();
  expect(parsePostAction({})).toBeNull();
});

test('a page with an opener notifies the opener and closes, a page without an opener navigates, and an error page without an opener remains open', () => {
  const success = { type: 'okx-oauth-success', oauth_type: 'fast_api', account_id: 'a1', nonce } as const;
  const error = { type: 'okx-oauth-error', error: 'no', nonce } as const;
  expect(endingOf('callback', success, true)).toEqual({ kind: 'notifyAndClose', message: success, page: 'callback' });
  expect(endingOf('success', success, false)).toEqual({ kind: 'navigate' });
  expect(endingOf('error', error, true)).toEqual({ kind: 'notifyAndClose', message: error, page: 'error' });
  expect(endingOf('error', error, false)).toEqual({ kind: 'stay' });
  expect(endingOf('callback', error, false)).toEqual({ kind: 'stay' });
  expect(endingOf('callback', error, true)).toMatchObject({ kind: 'notifyAndClose', page: 'error' });
  expect(endingOf('error', null, true)).toEqual({ kind: 'stay' });
});
