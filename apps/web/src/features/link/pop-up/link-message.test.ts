// Tests of messages between the pop-up and its opener. A message is accepted only when it has the expected origin, window and attempt.
import { expect, test } from 'vitest';
import { isAcknowledgeMessage, readLinkMessage, reasonText } from './link-message.ts';

const popUp = { name: 'pop-up' };
const nonce = 'n'.repeat(32);
const expected = { origin: 'https://rondo.test', source: popUp, nonce };
const success = { type: 'okx-oauth-success', oauth_type: 'fast_api', account_id: 'a1', nonce };

test('the opener accepts a message of the pop-up that it has opened', () => {
  expect(readLinkMessage({ origin: 'https://rondo.test', source: popUp, data: success }, expected)).toEqual(success);
});

test.each([
  ['another origin', { origin: 'https://evil.test', source: popUp, data: success }],
  ['another window of ours', { origin: 'https://rondo.test', source: { name: 'other' }, data: success }],
  ['no source window', { origin: 'https://rondo.test', source: null, data: success }],
  [
    'the nonce of another attempt',
    { origin: 'https://rondo.test', source: popUp, data: { ...success, nonce: 'm'.repeat(32) } },
  ],
  ['an unknown field', { origin: 'https://rondo.test', source: popUp, data: { ...success, token: 'x' } }],
  ['an unknown type', { origin: 'https://rondo.test', source: popUp, data: { ...success, type: 'other' } }],
  ['a text instead of an object', { origin: 'https://rondo.test', source: popUp, data: 'okx-oauth-success' }],
])('a message with %s is ignored', (_, received) => {
  expect(readLinkMessage(received, expected)).toBeNull();
});

test('a message without a source window is ignored when no window is expected', () => {
  const received = { origin: 'https://rondo.test', source: null, data: success };
  expect(readLinkMessage(received, { ...expected, source: null })).toBeNull();
});

test('an acknowledgement is accepted only when its origin and its nonce are the expected values', () => {
  const acknowledgement = { type: 'okx-oauth-heard', nonce };
  expect(isAcknowledgeMessage({ origin: 'https://rondo.test', source: popUp, data: acknowledgement }, expected)).toBe(
    true,
  );
  expect(isAcknowledgeMessage({ origin: 'https://evil.test', source: popUp, data: acknowledgement }, expected)).toBe(
    false,
  );
  expect(isAcknowledgeMessage({ origin: 'https://rondo.test', source: popUp, data: success }, expected)).toBe(false);
});

test('a missing reason is replaced by the default text of the specification, and a long reason is truncated', () => {
  expect(reasonText(null)).toBe('Unknown error');
  expect(reasonText(' ')).toBe('Unknown error');
  expect(reasonText('x'.repeat(1_000))).toHaveLength(300);
});
