// Tests that several servers can start at the same time on one empty database.
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../../src/create-server.ts';
import { demoLogins } from '../../src/demo/demo-people.ts';
import { isSandboxReachable } from '../../src/venues/sandbox/sandbox-process.ts';
import { testConfig } from '../_world.ts';

let database: TestDatabase;
let sandbox: RunningSandbox;
const accounts = ['member', 'operator'].map((label) => ({ label, usdt: '10000' }));

beforeAll(async () => {
  [database, sandbox] = await Promise.all([startTestDatabase(), runSandbox({ seed: 7, speed: 1, accounts })]);
});
afterAll(async () => {
  await sandbox.close();
  await database.stop();
});

/** Creates a server as the program does and starts it. The servers use one sandbox, which no server stops. */
async function start(url: string): Promise<Server> {
  const status = { ...sandbox, pid: process.pid, speed: 1, replayFile: null, accounts: [...sandbox.accounts] };
  const shared = { status, isReady: () => isSandboxReachable(sandbox.rest), stop: () => Promise.resolve() };
  const server = await createServer(testConfig(url), { log: silentLog, sandbox: shared });
  await server.startTrading();
  server.startJobs();
  return server;
}

test('three servers that start at the same time on an empty database have one schema, one set of demo users and accounts, and one mark', async () => {
  const url = await database.createBareUrl();
  const results = await Promise.allSettled([start(url), start(url), start(url)]);
  const servers = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  try {
    expect(results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))).toEqual([]);
    const seen = await Promise.all(
      servers.map(async ({ people, demoAccounts, context }) => ({
        people: [people?.member, people?.operator, ...(people?.others ?? [])].map((user) => user?.id),
        accounts: demoAccounts.map(({ id }) => id),
        instance: await context.store.instances.find(),
      })),
    );
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(seen[0]?.accounts).toHaveLength(accounts.length);
    // A job plants one honey account with its owner, before or after this query.
    const honey = servers[0]?.context.store.honey.ids;
    const [row] = await database.sql(url)`
      select (select count(*)::int from users where id <> ${honey?.userId ?? ''}) as users,
        (select count(*)::int from exchange_accounts where id <> ${honey?.accountId ?? ''}) as accounts,
        (select count(*)::int from schema_migrations) as migrations, (select count(*)::int from settings where key = 'instance') as marks`;
    const users = demoLogins.length + 8; // `ensurePeople` creates eight other members.
    expect(row).toMatchObject({ users, accounts: accounts.length, marks: 1 });
    expect(row?.['migrations']).toBeGreaterThan(14);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
});
