// Tests that GET requests change nothing: no row of the database and nothing at the exchange, for every route of the table and every kind of caller.
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { routes, type ApiRoute } from '@rondo/contract';
import { callerKinds, callOf, createOtherMember, headersOf } from '../_callers.ts';
import { effectsOf } from '../_effects.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

const reads = Object.entries<ApiRoute>(routes).filter(([, { method }]) => method === 'GET');

/** Calls that no caller of this test can complete: a callback without a state, the export of a bot that runs, and a month of candles without a folder. */
const refusedToAll = ['botExport', 'candleMonth', 'oauthCallback', 'fastApiCallback'];

const kinds = [...callerKinds, 'member after a log-in'] as const;
const instrument = validRequest().basic.symbol;
let world: TestWorld;
let uid = '';
let botId = '';
beforeAll(async () => {
  world = await startWorld({ hold: true });
  await createOtherMember(world);
  const headers = { ...(await headersAfterLogIn()), 'idempotency-key': freshKey() };
  const created = await world.api.inject({ method: 'POST', url: '/api/bots', headers, payload: validRequest() });
  botId = created.json<{ bot: { id: string } }>().bot.id;
  uid = (await world.context.store.accounts.find(world.accountId))?.uid ?? '';
  await until(async () => world.ledger(uid).orders.length === 5, 'the bot has placed four entries and its exit');
});
afterAll(() => world.close());

/** The headers of a member who has just logged in, for calls that need a recent check of the password. */
async function headersAfterLogIn() {
  return { authorization: `Bearer ${await world.token('member')}` };
}

/** Returns the calls of a route with ids that the member can read, and with the parameters of a callback. */
function callsOf(row: ApiRoute) {
  const own = [botId, world.accountId, world.people.member.id, instrument];
  const ids = row.path.includes(':') ? own : [''];
  const values = { account_id: world.accountId, from: '2026-01-01', to: '2026-01-31', code: 'a', state: 'b' };
  const names = row.query instanceof z.ZodObject ? Object.keys(row.query.shape) : [];
  const query = new URLSearchParams(Object.entries(values).filter(([name]) => names.includes(name)));
  return ids.map((id) => callOf(row, { id, query: `?${query}` }));
}

test('no GET request of any caller changes a row of the database or the exchange', async () => {
  const before = await effectsOf(world, uid);
  expect(Object.keys(before.rows).length).toBeGreaterThan(25);
  const accepted = new Set<string>();
  for (const kind of kinds) {
    const headers = kind === 'member after a log-in' ? await headersAfterLogIn() : await headersOf(world, kind);
    // The session of the caller is opened by the test and not by a call.
    const opened = await effectsOf(world, uid);
    const calls = reads.flatMap(([name, row]) => callsOf(row).map((call) => ({ name, call })));
    for (const { name, call } of calls) {
      const response = await world.api.inject({ ...call, headers });
      if (response.statusCode === 200) accepted.add(name);
      if (kind === 'member after a log-in') await world.api.inject({ ...call, method: 'HEAD', headers });
    }
    expect({ kind, ...(await effectsOf(world, uid)) }).toEqual({ kind, ...opened });
  }
  expect(reads.map(([name]) => name).filter((name) => !accepted.has(name))).toEqual(refusedToAll);
});
