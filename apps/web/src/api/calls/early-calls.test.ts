// Tests which response of an early call is used in place of a new request.
import { expect, test } from 'vitest';
import { withEarlyCalls } from './early-calls.ts';

const address = '/api/bots/my-bots';

const open = ({ token = 'a', at = 0, send = async () => new Response('early') } = {}) => {
  const sent: unknown[] = [];
  const early = { token: 'a', at: 0, responses: { [address]: send() } };
  const call = withEarlyCalls(early, {
    fetch: async (input) => {
      sent.push(input);
      return new Response('new');
    },
    readToken: () => token,
    now: () => at,
  });
  const textOf = async (path: string, method = 'GET') => (await call(path, { method })).text();
  return { sent, textOf };
};

test('the response of an early call is used once', async () => {
  const { sent, textOf } = open();
  expect(await textOf(address)).toBe('early');
  expect(sent).toEqual([]);
  expect(await textOf(address)).toBe('new');
  expect(sent).toEqual([address]);
});

test.each([
  ['of another token', { token: 'b' }],
  ['that is older than five seconds', { at: 5_001 }],
  ['that has failed', { send: () => Promise.reject(new Error('no network')) }],
])('a response %s is not used', async (_, change) => {
  const { sent, textOf } = open(change);
  expect(await textOf(address)).toBe('new');
  expect(sent).toEqual([address]);
});

test('another address and another method are sent', async () => {
  const { textOf } = open();
  expect(await textOf('/api/instruments')).toBe('new');
  expect(await textOf(address, 'POST')).toBe('new');
  expect(await textOf(address)).toBe('early');
});
