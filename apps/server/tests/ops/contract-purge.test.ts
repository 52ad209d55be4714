// Tests with a real engine and exchange that an account trades as before after the records of an earlier bot were deleted.
import type { HistoryList } from '@rondo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Server } from '../../src/create-server.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

const endedAt = 1_546_300_800_000; // 2019-01-01 UTC
const sixYearsMs = 6 * 365 * 24 * 60 * 60_000;
const events: string[] = [];

let world: TestWorld;
let headers: { readonly authorization: string };

beforeAll(async () => {
  const log = { write: (_level: string, event: string) => void events.push(event) };
  world = await startWorld({ hold: true, log });
  headers = { authorization: `Bearer ${await world.token('member')}` };
});
afterAll(() => world.close());

/** Creates a bot and waits until its ladder rests at the exchange. */
async function createBot(symbol: string): Promise<string> {
  const { basic, ...request } = validRequest();
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...headers, 'idempotency-key': freshKey() },
    payload: { ...request, basic: { ...basic, symbol } },
  });
  expect(created.json()).toMatchObject({ success: true });
  const { id } = created.json<{ bot: { id: string } }>().bot;
  const { bots } = world.context.store;
  const isLaid = async () => (await bots.intents(id, 50)).some(({ slot }) => slot.kind === 'entry' && slot.step === 4);
  await until(isLaid, 'every order of the ladder rests at the exchange');
  return id;
}

async function stop({ api }: Pick<Server, 'api'>, id: string, closes = true): Promise<void> {
  const payload = { status: 'completed', close_position: closes, is_last: closes };
  const response = await api.inject({ method: 'PATCH', url: `/api/bots/${id}/status`, headers, payload });
  expect(response.json()).toMatchObject({ success: true });
  const { bots } = world.context.store;
  await until(async () => (await bots.find(id))?.endedAt !== null, 'the bot has ended');
}

test('a bot that left its position to its owner stays until the position is closed and a later bot ran on the instrument', async () => {
  const { retention, bots, accounts } = world.context.store;
  const old = await createBot('ETH-USDT-SWAP');
  await stop(world, old, false);
  await world.moveEnd(old, endedAt);
  const { uid = '' } = (await accounts.find(world.accountId)) ?? {};
  expect(world.ledger(uid).positions).toHaveLength(1);
  expect(await retention.purge(endedAt + sixYearsMs)).toMatchObject({ bots: 0, botRows: 0 });
  expect(await bots.find(old)).toMatchObject({ id: old });

  await world.administer('acts', { label: 'member', act: 'close', instId: 'ETH-USDT-SWAP' });
  await stop(world, await createBot('ETH-USDT-SWAP'));
  expect(await retention.purge(endedAt + sixYearsMs)).toMatchObject({ bots: 1 });
  expect(await bots.find(old)).toBeNull();
});

test('after the records of an ended bot were deleted, its account continues on the same and on another server, and a new bot trades the same instrument', async () => {
  const { retention, nodes, accounts } = world.context.store;
  const running = await createBot('BTC-USDT-SWAP');
  const old = await createBot('ETH-USDT-SWAP');
  await stop(world, old);
  await world.moveEnd(old, endedAt);
  const { bots, botRows } = await retention.purge(endedAt + sixYearsMs);
  expect(bots).toBe(1);
  expect(botRows).toBeGreaterThan(10);
  expect((await world.api.inject({ url: `/api/bots/${old}`, headers })).statusCode).toBe(404);
  const history = await world.api.inject({ url: '/api/bots?from=2018-12-31&to=2019-01-02', headers });
  expect(history.json<HistoryList>()).toMatchObject({ items: [] });

  const next = await createBot('ETH-USDT-SWAP');
  const standby = await world.addNode();
  const owner = (await nodes.list()).find((node) => node.accounts > 0)?.name ?? '';
  // The other node takes accounts after `joinWaitMs`.
  const canTake = async () => (await nodes.list()).some(({ name, ageMs }) => name !== owner && ageMs > 5_500);
  await until(canTake, 'the other server can take the account');
  await nodes.drain(owner);
  const isTaken = async () => (await nodes.list()).some(({ name, accounts: count }) => name !== owner && count > 0);
  await until(isTaken, 'the other server has taken the account');
  await until(async () => standby.trading.live.isFresh(), 'the new owner has read the account');
  await stop(standby, running);
  await stop(standby, next);
  const { uid = '' } = (await accounts.find(world.accountId)) ?? {};
  const ledger = world.ledger(uid);
  expect(ledger.orders.filter(({ state }) => state === 'live')).toEqual([]);
  expect(ledger.positions).toEqual([]);
  expect(events).not.toContain('order.withoutIntent');
  expect(events).not.toContain('bot.frozen');
});
