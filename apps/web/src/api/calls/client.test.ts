// Tests of the API client with a fake server: tokens, the token refresh, and errors.
import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { callAddress, createClient } from './client.ts';

type Reply = { readonly status: number; readonly body: unknown };
type Sent = { readonly path: string; readonly token: string | null };

const login = { access_token: 'new', expires_at: 1, name: 'Mina', level: 1 };
const failure = (code: string): unknown => ({
  message: 'm',
  error_code: code,
  message_key: 'errors.unknown',
  parameters: {},
  correlation_id: 'c',
});

const createFakeServer = (reply: (sent: Sent, count: number) => Reply) => {
  const sent: Sent[] = [];
  const state = { token: 'old' as string | null, lost: 0 };
  const client = createClient({
    fetch: async (input, init) => {
      const request = {
        path: typeof input === 'string' ? input : '',
        token: new Headers(init?.headers).get('authorization'),
      };
      sent.push(request);
      const { status, body } = reply(request, sent.length);
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
    },
    readToken: () => state.token,
    writeToken: (token) => {
      state.token = token;
    },
    onSessionLost: () => {
      state.lost += 1;
    },
    runExclusively: (action) => action(),
  });
  return { client, sent, state };
};

test('an expired token is refreshed once and the call is repeated with the new token', async () => {
  const { client, sent, state } = createFakeServer(({ path, token }) => {
    if (path === '/api/auth/refresh') return { status: 200, body: login };
    return token === 'Bearer new' ? { status: 200, body: [] } : { status: 401, body: failure('TOKEN_EXPIRED') };
  });
  expect(await client.call('myBots', {})).toEqual([]);
  expect(sent.map((request) => request.path)).toEqual(['/api/bots/my-bots', '/api/auth/refresh', '/api/bots/my-bots']);
  expect(state).toEqual({ token: 'new', lost: 0 });
});

test('when the token refresh also fails, the client reports the lost session once', async () => {
  const { client, state, sent } = createFakeServer(() => ({ status: 401, body: failure('TOKEN_EXPIRED') }));
  await expect(client.call('myBots', {})).rejects.toMatchObject({ status: 401, code: 'TOKEN_EXPIRED' });
  expect(state.lost).toBe(1);
  expect(sent).toHaveLength(2);
});

test('several calls that fail with the same token report the lost session once, and a later lost session is reported again', async () => {
  const { client, state } = createFakeServer(() => ({ status: 401, body: failure('TOKEN_EXPIRED') }));
  const callAll = () =>
    Promise.allSettled((['myBots', 'me', 'margin', 'oauthStatus'] as const).map((name) => client.call(name, {})));
  await callAll();
  await callAll();
  expect(state.lost).toBe(1);
  state.token = 'of the next log-in';
  await callAll();
  expect(state.lost).toBe(2);
});

test('a wrong password does not end the session', async () => {
  const { client, state, sent } = createFakeServer(() => ({ status: 401, body: failure('LOGIN_FAILED') }));
  await expect(client.call('login', { body: { email: 'a@b', password: 'x' } })).rejects.toMatchObject({
    code: 'LOGIN_FAILED',
  });
  expect(state.lost).toBe(0);
  expect(sent).toHaveLength(1);
});

test('an error of the exchange keeps its code and does not end the session', async () => {
  const { client, state } = createFakeServer(() => ({
    status: 409,
    body: { ...(failure('EXCHANGE_KEY_REFUSED') as object), scope: 'exchange' },
  }));
  await expect(client.call('margin', {})).rejects.toMatchObject({ status: 409, code: 'EXCHANGE_KEY_REFUSED' });
  expect(state.lost).toBe(0);
});

test('when another window has refreshed the token, the client uses the new token without a second refresh', async () => {
  const { client, sent, state } = createFakeServer((_, count) => {
    if (count > 1) return { status: 200, body: [] };
    state.token = 'fresh';
    return { status: 401, body: failure('TOKEN_EXPIRED') };
  });
  await client.call('myBots', {});
  expect(sent.map((request) => request.token)).toEqual(['Bearer old', 'Bearer fresh']);
});

test('a response with an HTML page instead of JSON becomes an `ApiError`', async () => {
  const { client } = createFakeServer(() => ({ status: 502, body: '<h1>Bad gateway</h1>' }));
  const error: unknown = await client.call('myBots', {}).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 502, code: 'UNKNOWN_ERROR' });
});

test('a response that the page cannot read has a code of its own, and no message of the server', async () => {
  const { client } = createFakeServer(() => ({ status: 200, body: { of: 'another version' } }));
  const error: unknown = await client.call('myBots', {}).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 200, code: 'UNREADABLE_RESPONSE', request: { endpoint: '/api/bots/my-bots' } });
  expect(error).toHaveProperty('serverMessage', undefined);
});

test('a response to the refresh of the token that the page cannot read has the same code', async () => {
  const { client } = createFakeServer((_, count) =>
    count === 1 ? { status: 401, body: failure('TOKEN_EXPIRED') } : { status: 200, body: { of: 'another version' } },
  );
  const error: unknown = await client.call('myBots', {}).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ status: 200, code: 'UNREADABLE_RESPONSE', request: { method: 'POST' } });
});

test.each([
  [{ detail: 'the detail of a proxy' }, 418, 'the detail of a proxy'],
  [{ message: 'first', detail: 'second' }, 418, 'first'],
  ['plain words', 418, 'plain words'],
  ['', 418, 'HTTP error! status: 418'],
  [{ detail: 7 }, 503, 'HTTP error! status: 503'],
])('the response body %j with status %i becomes an error with the message “%s”', async (body, status, message) => {
  const { client } = createFakeServer(() => ({ status, body }));
  const error: unknown = await client.call('bot', { params: { id: 'a b' } }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    status,
    message,
    request: { method: 'GET', endpoint: '/api/bots/:id', url: '/api/bots/a%20b' },
  });
});

test('an error contains the method and the endpoint, and it never contains the request body', async () => {
  const { client } = createFakeServer(() => ({ status: 500, body: failure('UNKNOWN_ERROR') }));
  const body = { email: 'a@b.test', password: 'never-kept', remember: true };
  const error: unknown = await client.call('login', { body }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ request: { method: 'POST', endpoint: '/api/auth/login' } });
  expect(JSON.stringify(error)).not.toContain('never-kept');
});

test('a response that violates the contract becomes an `ApiError`', async () => {
  const { client } = createFakeServer(() => ({ status: 200, body: [{ id: 1 }] }));
  await expect(client.call('myBots', {})).rejects.toBeInstanceOf(ApiError);
});

test('the URL of a call contains escaped path parameters, and it does not contain query values that are undefined', () => {
  expect(callAddress('/api/bots/:id/status', { params: { id: 'a/b' } })).toBe('/api/bots/a%2Fb/status');
  expect(callAddress('/api/bots', { query: { from: '2026-11-01', offset: undefined } })).toBe(
    '/api/bots?from=2026-11-01',
  );
});

test('for the health call, status 503 with our health body is a result, and status 503 with any other body is an error', async () => {
  const health = {
    ready: false,
    parts: { engine: { ready: false, detail: 'no price', degraded: [], reasons: [] } },
    venue: 'sandbox',
    at: 1,
  };
  expect(await createFakeServer(() => ({ status: 503, body: health })).client.call('health', {})).toEqual(health);
  for (const body of [failure('NOT_READY'), '<html>down</html>'])
    await expect(createFakeServer(() => ({ status: 503, body })).client.call('health', {})).rejects.toMatchObject({
      status: 503,
    });
});

test('the response of a route with a text is the text', async () => {
  const text = 'title\r\n12\r\n';
  const { client } = createFakeServer(() => ({ status: 200, body: text }));
  expect(await client.call('historyExport', {})).toBe(text);
  const { client: refused } = createFakeServer(() => ({ status: 400, body: failure('VALIDATION') }));
  await expect(refused.call('historyExport', {})).rejects.toMatchObject({ status: 400, code: 'VALIDATION' });
});
