// Tests that a node does not begin a new sandbox while other nodes of its database trade on another one, because the bots would then find no positions.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../../src/create-server.ts';
import { isSandboxReachable } from '../../src/venues/sandbox/sandbox-process.ts';
import { testConfig, until } from '../_world.ts';

let database: TestDatabase;
let sandbox: RunningSandbox;
let url: string;
let first: Server;
const homeFolder = mkdtempSync(path.join(tmpdir(), 'rondo-second-'));

beforeAll(async () => {
  const accounts = ['member', 'operator'].map((label) => ({ label, usdt: '10000' }));
  [database, sandbox] = await Promise.all([startTestDatabase(), runSandbox({ seed: 7, speed: 0, accounts })]);
  url = await database.createUrl();
  const status = { ...sandbox, pid: process.pid, speed: 0, replayFile: null, accounts: [...sandbox.accounts] };
  const shared = { status, isReady: () => isSandboxReachable(sandbox.rest), stop: () => Promise.resolve() };
  const config = testConfig(url);
  first = await createServer(
    { ...config, node: { ...config.node, name: 'first' } },
    { log: silentLog, sandbox: shared },
  );
  await first.startTrading();
}, 60_000);
afterAll(async () => {
  await first.close();
  await sandbox.close();
  await database.stop();
  rmSync(homeFolder, { recursive: true });
});

test('a node without RONDO_SANDBOX_STATUS refuses to begin a new sandbox beside a running node, and the error names the setting and the node', async () => {
  const store = await database.openStore({ url });
  await until(async () => (await store.nodes.list()).some(({ name }) => name === 'first'), 'the first node is listed');
  await store.close();
  const outcome = await createServer({ ...testConfig(url), homeFolder }, { log: silentLog }).then(
    async (server) => {
      await server.close();
      return 'started';
    },
    (error: unknown) => String(error),
  );
  expect(outcome).toMatch(/other nodes use the database \(first\).*RONDO_SANDBOX_STATUS.*sandbox\/server\.json/);
  expect(existsSync(path.join(homeFolder, 'sandbox'))).toBe(false);
});
