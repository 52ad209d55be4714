// Messages between the pop-up and its opener: only the right origin, window and attempt are heard.
import { expect, test } from 'vitest';
import { isHeardMessage, readLinkMessage, reasonText } from './link-message.ts';

const popUp = { name: 'pop-up' };
const nonce = 'n'.repeat(32);
const expected = { origin: 'https://rondo.test', source: popUp, nonce };
const success = { type: 'okx-oauth-success', oauth_type: 'fast_api', account_id: 'a1', nonce };

test('a message of the pop-up that was opened is heard', () => {
  expect(readLinkMessage({ origin: 'https://rondo.test', source: popUp, data: success }, expected)).toEqual(success);
});

test.each([
  ['another origin', { origin: 'https://evil.test', source: popUp, data: success }],
  ['another window of ours', { origin: 'https://rondo.test', source: { name: 'other' }, data: success }],
  ['no window', { origin: 'https://rondo.test', source: null, data: success }],
  ['another attempt', { origin: 'https://rondo.test', source: popUp, data: { ...success, nonce: 'm'.repeat(32) } }],
  ['an unknown field', { origin: 'https://rondo.test', source: popUp, data: { ...success, token: 'x' } }],
  ['an unknown type', { origin: 'https://rondo.test', source: popUp, data: { ...success, type: 'other' } }],
  ['no record', { origin: 'https://rondo.test', source: popUp, data: 'okx-oauth-success' }],
])('a message of %s is not heard', (_, arrival) => {
  expect(readLinkMessage(arrival, expected)).toBeNull();
});

test('two absent windows are not the same window', () => {
  const arrival = { origin: 'https://rondo.test', source: null, data: success };
  expect(readLinkMessage(arrival, { ...expected, source: null })).toBeNull();
});

test('the opener is believed to have heard only with the same proof', () => {
  const heard = { type: 'okx-oauth-heard', nonce };
  expect(isHeardMessage({ origin: 'https://rondo.test', source: popUp, data: heard }, expected)).toBe(true);
  expect(isHeardMessage({ origin: 'https://evil.test', source: popUp, data: heard }, expected)).toBe(false);
  expect(isHeardMessage({ origin: 'https://rondo.test', source: popUp, data: success }, expected)).toBe(false);
});

test('a missing reason is the specified default and a long one is cut', () => {
  expect(reasonText(null)).toBe('Unknown error');
  expect(reasonText(' ')).toBe('Unknown error');
  expect(reasonText('x'.repeat(1_000))).toHaveLength(300);
});
