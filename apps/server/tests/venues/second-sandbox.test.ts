// Tests that a node does not use a second sandbox while other nodes of its database trade on another one, because the bots would then find no positions.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../../src/create-server.ts';
import { statusFileOf } from '../../src/venues/sandbox/sandbox-status.ts';
import { testConfig, until } from '../_world.ts';

let database: TestDatabase;
let url: string;
let first: Server;
let second: Server;
const folder = mkdtempSync(path.join(tmpdir(), 'rondo-second-'));
const sandboxOf = (home: string): string => path.join(folder, home, 'sandbox');
const refusal = /other nodes use the database \(.*second.*\).*RONDO_SANDBOX_STATUS.*sandbox\/server\.json/;

beforeAll(async () => {
  database = await startTestDatabase();
  url = await database.createUrl();
  first = await startNode('first');
  second = await startNode('second', statusFileOf(sandboxOf('first')));
  for (const node of [first, second]) await node.startTrading();
  const store = await database.openStore({ url });
  await until(async () => (await store.nodes.list()).length === 2, 'both nodes are listed');
  await store.close();
}, 60_000);
afterAll(async () => {
  await second.close();
  await first.close();
  await database.stop();
  rmSync(folder, { recursive: true });
});

test('a node without RONDO_SANDBOX_STATUS refuses to begin a new sandbox beside running nodes, and the error names the setting and the nodes', async () => {
  expect(await outcomeOf(startNode('fresh'))).toMatch(refusal);
  expect(existsSync(sandboxOf('fresh'))).toBe(false);
});

test('a node whose data folder has the status file of an earlier or of a copied sandbox refuses to start this sandbox beside running nodes', async () => {
  mkdirSync(sandboxOf('old'), { recursive: true });
  copyFileSync(statusFileOf(sandboxOf('first')), statusFileOf(sandboxOf('old')));
  expect(await outcomeOf(startNode('old'))).toMatch(refusal);
  expect(existsSync(path.join(sandboxOf('old'), 'state'))).toBe(false);
});

test('a node with the status file of another sandbox than the one of the running nodes refuses to start', async () => {
  const other = path.join(folder, 'other.json');
  const status: object = JSON.parse(readFileSync(statusFileOf(sandboxOf('first')), 'utf8')); // The sandbox writes this record.
  writeFileSync(other, JSON.stringify({ ...status, place: 'elsewhere' }));
  expect(await outcomeOf(startNode('other', other))).toMatch(refusal);
});

test('the node that runs the sandbox starts it again while other nodes run', async () => {
  await first.close();
  first = await startNode('first');
  const { demoAccounts } = first;
  expect(demoAccounts.map(({ uid }) => uid)).toEqual(second.demoAccounts.map(({ uid }) => uid));
}, 30_000);

function startNode(name: string, statusFile: string | null = null): Promise<Server> {
  const config = testConfig(url);
  return createServer(
    {
      ...config,
      homeFolder: path.join(folder, name),
      node: { ...config.node, name },
      sandbox: { ...config.sandbox, statusFile },
    },
    { log: silentLog },
  );
}

async function outcomeOf(starting: Promise<Server>): Promise<string> {
  return starting.then(
    async (server) => {
      await server.close();
      return 'started';
    },
    (error: unknown) => String(error),
  );
}
