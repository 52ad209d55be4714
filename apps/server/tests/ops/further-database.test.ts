// Tests of two databases of one installation on one sandbox: the demo people belong to the first database, and a moved account is traded by the second one only.
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { givenKey, openMoves } from '@rondo/store';
import { silentLog, startTestDatabase, testMasterKey, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../../src/create-server.ts';
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

/** Starts a server, and returns what `read` returns. */
async function withServer<T>(url: string, read: (server: Server) => Promise<T>): Promise<T> {
  const status = { ...sandbox, pid: process.pid, speed: 1, replayFile: null, accounts: [...sandbox.accounts] };
  const shared = { status, isReady: () => isSandboxReachable(sandbox.rest), stop: () => Promise.resolve() };
  const server = await createServer(testConfig(url), { log: silentLog, sandbox: shared });
  try {
    return await read(server);
  } finally {
    await server.close();
  }
}

/** Returns the uids of the linked accounts with the e-mails of their owners. */
async function linkedAt(url: string) {
  const rows = await database.sql(url)`
    select a.uid, u.email from exchange_accounts a join users u on u.id = a.user_id where a.unlinked_at is null order by u.email`;
  return rows.map((row) => `${String(row['email'])} ${String(row['uid'])}`);
}

test('after a move the servers of both databases start, and no account of the sandbox is linked in both', async () => {
  const [sourceUrl, targetUrl] = [await database.createUrl(), await database.createBareUrl()];
  const userId = await withServer(sourceUrl, async ({ people }) => people?.member.id ?? '');
  const [member, operator, ...others] = await linkedAt(sourceUrl);
  expect([member, operator, others]).toEqual([
    expect.stringContaining('member@rondo.test'),
    expect.stringContaining('operator@rondo.test'),
    [],
  ]);

  const opened = await openMoves({
    source: { databaseUrl: sourceUrl, log: silentLog },
    targetUrl,
    masterKey: givenKey(testMasterKey, 'the test key'),
  });
  if (!opened.ok) throw new Error(opened.refusal);
  expect(await opened.moves.move(userId, Date.now())).toMatchObject({ ok: true });
  await opened.moves.close();

  expect(await withServer(targetUrl, async ({ people, demoAccounts }) => ({ people, demoAccounts }))).toEqual({
    people: null,
    demoAccounts: [],
  });
  await withServer(sourceUrl, async ({ demoAccounts }) => expect(demoAccounts).toHaveLength(1));
  expect([await linkedAt(sourceUrl), await linkedAt(targetUrl)]).toEqual([[operator], [member]]);
});
