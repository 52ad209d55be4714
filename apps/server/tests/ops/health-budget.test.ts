// Tests that reports of the health of a live server do not use the requests to the exchange that bots need. The server has the real client of OKX, and the sandbox responds to it over HTTP.
import { createNodeTransport, type HttpRequest } from '@rondo/exchange';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wallClock } from '../../src/async/wall-clock.ts';
import { createServer } from '../../src/create-server.ts';
import type { OpenNetwork } from '../../src/trading/networks.ts';
import { okxPublicSite } from '../../src/venues/okx/okx-sites.ts';
import { localSignerLine, withoutKey } from '../_signer.ts';
import { testConfig } from '../_world.ts';

// The time of the API stands still, so all reports are requested at one moment.
const startedAt = wallClock.now();
const still = { now: () => startedAt, after: (delayMs: number, run: () => void) => wallClock.after(delayMs, run) };

let database: TestDatabase;
let sandbox: RunningSandbox;
beforeAll(async () => {
  [database, sandbox] = await Promise.all([startTestDatabase(), runSandbox({ seed: 7, speed: 0, accounts: [] })]);
}, 60_000);
afterAll(async () => {
  await sandbox.close();
  await database.stop();
});

/** Starts a live server without accounts. Its network sends the requests for the exchange to the sandbox, or to a port at which nothing listens. */
async function startLiveServer(isExchangeUp: boolean) {
  const url = await database.createUrl();
  const config = { ...testConfig(url), venue: 'okx' as const };
  const paths: string[] = [];
  const network = createNodeTransport();
  const { restOrigin } = okxPublicSite();
  const target = isExchangeUp ? sandbox.rest : 'http://127.0.0.1:1';
  const transport: OpenNetwork['transport'] = {
    ...network,
    request(request: HttpRequest) {
      paths.push(new URL(request.url).pathname);
      return network.request({ ...request, url: request.url.replace(restOrigin, target) });
    },
  };
  const server = await createServer(
    { ...config, ...withoutKey },
    { log: silentLog, clock: still, networks: [{ address: null, transport }], signer: localSignerLine(config) },
  );
  await server.startTrading();
  const origin = await server.listen();
  return { server, origin, paths };
}

test.each([
  { does: 'responds', isUp: true, status: 200, part: { ready: true, detail: 'ready' } },
  {
    does: 'does not respond',
    isUp: false,
    status: 503,
    part: { ready: false, detail: 'the exchange does not respond (ECONNREFUSED)' },
  },
])(
  'when the exchange $does, 200 reports at one moment send at most one request to it and are right',
  async ({ isUp, status, part }) => {
    const { server, origin, paths } = await startLiveServer(isUp);
    const reports = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const response = await fetch(`${origin}/api/health`);
        const { parts } = (await response.json()) as { parts: Record<string, object> };
        return { status: response.status, exchange: parts['exchange'], database: parts['database'] };
      }),
    );
    expect(paths.filter((path) => path.endsWith('/mark-price'))).toHaveLength(1);
    for (const report of reports) expect(report).toMatchObject({ status, exchange: part, database: { ready: true } });
    await server.close();
  },
);
