// Tests the honey account with the real process of the signer: every use of its key is seen, and the ordinary work of a server never uses it (check 40).
import { randomBytes } from 'node:crypto';
import { runSandbox, type RunningSandbox } from '@rondo/sandbox';
import { orderRevocation, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createServer, type Server } from '../../src/create-server.ts';
import type { ServerConfig } from '../../src/env.ts';
import { isSandboxReachable } from '../../src/venues/sandbox/sandbox-process.ts';
import { testConfig, until } from '../_world.ts';

let database: TestDatabase;
let sandbox: RunningSandbox;
const servers: Server[] = [];
const accounts = ['member', 'operator'].map((label) => ({ label, usdt: '10000' }));

beforeAll(async () => {
  [database, sandbox] = await Promise.all([startTestDatabase(), runSandbox({ seed: 7, speed: 1, accounts })]);
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
afterAll(async () => {
  await sandbox.close();
  await database.stop();
});

/** Starts a server as the program does, with a signer that is a process, and waits until the honey account is planted. */
async function start(url: string, changes: Partial<ServerConfig> = {}) {
  const status = { ...sandbox, pid: process.pid, speed: 1, replayFile: null, accounts: [...sandbox.accounts] };
  const shared = { status, isReady: () => isSandboxReachable(sandbox.rest), stop: () => Promise.resolve() };
  const events: string[] = [];
  const log = { write: (_level: string, event: string) => void events.push(event) };
  const server = await createServer({ ...testConfig(url), ...changes }, { log, sandbox: shared });
  servers.push(server);
  await server.startTrading();
  server.startJobs();
  const sql = database.sql(url);
  const { store, metrics, health } = server.context;
  const honeyId = store.honey.ids.accountId;
  await until(
    async () => (await sql`select 1 from exchange_accounts where id = ${honeyId}`).length === 1,
    'the honey account is planted',
  );
  const uses = async (): Promise<number> => Number(/^rondo_honey_uses (\d+)$/m.exec(await metrics.text())?.[1]);
  const engine = async (): Promise<string> => (await health.all()).parts['engine']?.detail ?? '';
  const isSeen = async (): Promise<boolean> =>
    (await uses()) > 0 &&
    (await engine()).includes('no part of the product uses') &&
    events.includes('signer.honeyUsed');
  return { server, store, sql, honeyId, events, uses, engine, isSeen };
}

const request = { timestamp: '2020-11-23T09:08:57.715Z', method: 'GET', path: '/api/v5/account/config', body: '' };

test.each(['all', 'api', 'engine'] as const)(
  'a signature with the key of the honey account that a server of the role %s asks for is in the metrics, the health report, the log and the audit within 10 s',
  async (role) => {
    const { server, store, honeyId, uses, isSeen } = await start(await database.createUrl(), { role });
    expect(await uses()).toBe(0);
    const startedAt = performance.now();
    const key = await server.context.keys.open(honeyId);
    expect((await key.signer.signRequest(request))?.sign).toEqual(expect.any(String));
    await until(isSeen, 'metrics, health report and log show the use');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(await uses()).toBe(2);
    const recorded = async (): Promise<readonly string[]> =>
      (await store.audit.list({ limit: 50 })).map(({ action, detail }) => `${action} ${detail}`);
    await expect.poll(recorded).toContain(`signer.honeyUsed ${honeyId}: open`);
  },
);

test('the engine, the lists, the counts, a restart, a second node, a rotation and a mass revocation do not use the honey account, and the rotated key still raises the alarm', async () => {
  const url = await database.createUrl();
  const first = await start(url);
  const { store, sql, honeyId } = first;
  const { userId } = store.honey.ids;
  const read = await sql`select * from exchange_accounts where id = ${honeyId}`;
  expect(read[0]).toMatchObject({ user_id: userId, exchange: 'okx', environment: 'sandbox', unlinked_at: null });
  const columnSizes = await sql`
    select octet_length(sealed_secret_key) as secret, octet_length(wrapped_key) as wrapped from exchange_accounts`;
  expect(new Set(columnSizes.map(({ secret, wrapped }) => `${String(secret)} ${String(wrapped)}`)).size).toBe(1);

  const people = await store.people.list({ limit: 100, offset: 0 });
  const links = await store.people.links({ limit: 100, offset: 0 });
  expect(people.people.map(({ id }) => id)).not.toContain(userId);
  expect(links.links.map(({ id }) => id)).not.toContain(honeyId);
  expect([people.total, links.total]).toEqual([people.people.length, accounts.length]);
  expect((await store.accounts.listAll()).map(({ id }) => id)).not.toContain(honeyId);
  const members = people.people.filter(({ role, approval }) => role === 'member' && approval === 'approved');
  expect(await store.history.approvedMembers()).toBe(members.length);
  expect(await store.keyRevocations.count('okx')).toMatchObject({ accounts: accounts.length });

  const second = await start(url);
  expect(await orderRevocation(store, { reason: 'a drill', now: Date.now() })).toBe(accounts.length);
  await until(async () => (await store.keyRevocations.progress()).waiting === 0, 'the keys are revoked');
  expect(await sql`select 1 from key_revocations where account_id = ${honeyId}`).toEqual([]);
  expect(await sql`select 1 from leases where account_id = ${honeyId}`).toEqual([]);
  const tool = await database.openStore({ url });
  const next = randomBytes(32);
  const hashes = (await tool.keyRotation.status()).peppers.reduce((sum, pepper) => sum + pepper.hashes, 0);
  expect(hashes).toBe(people.total);
  expect(await tool.keyRotation.rotate(next, { now: Date.now(), report: () => undefined })).toMatchObject({
    ok: true,
    result: { unreadable: 0 },
  });
  const successor = await database.openStore({ url, masterKey: next });
  expect(await successor.keyRotation.retire(Date.now())).toMatchObject({ ok: true });
  const rewrapped = await sql`select wrapped_key from exchange_accounts where id = ${honeyId}`;
  expect(rewrapped[0]?.['wrapped_key']).not.toEqual(read[0]?.['wrapped_key']);

  for (const each of [first, second]) {
    expect([await each.uses(), each.events.includes('signer.honeyUsed')]).toEqual([0, false]);
    expect(await each.engine()).not.toContain('no part of the product uses');
  }

  const third = await start(url, { masterKeyText: next.toString('hex') });
  expect(await third.uses()).toBe(0);
  await third.server.context.keys.open(honeyId);
  await until(third.isSeen, 'metrics, health report and log show the use');
});
