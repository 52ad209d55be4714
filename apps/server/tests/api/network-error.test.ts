// Tests NETWORK_ERROR for its two causes: no server listens at the port, or the server closes the connection. The tests use the client of the web app and real sockets.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../../web/src/api/calls/api-error.ts';
import { createClient, type ApiClient } from '../../../web/src/api/calls/client.ts';
import { recovering } from '../../../web/src/api/calls/recovering.ts';
import { sentencesOf } from '../_sentences.ts';
import { startWorld, type TestWorld } from '../_world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world.close());

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    // The server listens on a port number, so its address has a port.
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Returns a port at which no server listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await close(server);
  return port;
}

async function clientAt(port: number): Promise<ApiClient> {
  const token = await world.token('member');
  return createClient({
    fetch: (input, init) => fetch(input instanceof Request ? input : new URL(input, `http://127.0.0.1:${port}`), init),
    readToken: () => token,
    writeToken: () => undefined,
    onSessionLost: () => {
      throw new Error('The client reported the end of the session after a network error.');
    },
    runExclusively: (action) => action(),
  });
}

/** Returns the whole application as an HTTP server that does not listen yet. */
function product(): Server {
  return createServer((request, response) => {
    const { authorization = '', host = '' } = request.headers;
    const headers = { authorization, host };
    void world.api.inject({ method: 'GET', url: request.url ?? '/', headers }).then((injected) => {
      response.writeHead(injected.statusCode, { 'content-type': 'application/json' }).end(injected.body);
    });
  });
}

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('when the port is closed, a call fails with NETWORK_ERROR and status 0, is retried after 3, 6 and 12 s, and has a text in five languages', async () => {
  const client = await clientAt(await closedPort());
  const pauses: number[] = [];
  const error = await thrownBy(
    recovering(
      () => client.call('oauthStatus', {}),
      async (delayMs) => void pauses.push(delayMs),
    ),
  );
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
  expect(pauses).toEqual([3_000, 6_000, 12_000]);
  expect(sentencesOf('errors.network', {})).toHaveLength(5);
});

test('when the server closes the connection before it responds, a call fails with NETWORK_ERROR', async () => {
  let calls = 0;
  const server = createServer((request) => {
    calls += 1;
    request.socket.destroy();
  });
  const client = await clientAt(await listen(server, 0));
  expect(await thrownBy(client.call('oauthStatus', {}))).toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
  expect(calls).toBe(1);
  await close(server);
});

test('the second retry succeeds when the server listens again before the second retry', async () => {
  const port = await closedPort();
  const client = await clientAt(port);
  const server = product();
  const pauses: number[] = [];
  const status = await recovering(
    () => client.call('oauthStatus', {}),
    async (delayMs) => {
      pauses.push(delayMs);
      if (pauses.length === 2) await listen(server, port);
    },
  );
  expect(status.accounts.map(({ id }) => id)).toContain(world.accountId);
  expect(pauses).toEqual([3_000, 6_000]);
  await close(server);
});
