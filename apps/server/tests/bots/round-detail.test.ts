// Tests GET /api/bots/:id with `only=round`, which the card of a running bot reads.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotDetailResponse, ErrorBody } from '@rondo/contract';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let id = '';
beforeAll(async () => {
  world = await startWorld({ hold: true });
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { authorization: `Bearer ${await world.token('member')}`, 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  ({ id } = created.json<{ bot: { id: string } }>().bot);
});
afterAll(() => world.close());

async function read(query = '') {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  return world.api.inject({ url: `/api/bots/${id}${query}`, headers });
}

const readBot = async (query = ''): Promise<BotDetailResponse> => (await read(query)).json();

test('with only=round the orders and fills of earlier rounds are left out', async () => {
  await until(async () => (await readBot()).filled_steps?.length === 1, 'step 1 of round 1 has filled');
  const { entry_price: entry, symbol: instId } = await readBot();
  await world.administer('advance', { instId, prices: [(Number(entry) * 1.02).toFixed(2)] });
  await until(async () => {
    const { round, filled_steps: filled } = await readBot();
    return round === 2 && filled?.length === 1;
  }, 'step 1 of round 2 has filled');
  const laid = async () => (await readBot()).orders.filter(({ round, state }) => round === 2 && state === 'live');
  await until(async () => (await laid()).length === 4, 'three entries and the exit of round 2 rest');
  const [whole, part] = [await readBot(), await readBot('?only=round')];
  expect(new Set(whole.fills.map(({ round }) => round))).toEqual(new Set([1, 2]));
  expect(part.fills).toEqual(whole.fills.filter(({ round }) => round === 2));
  expect(part.orders.length).toBeGreaterThan(0);
  expect(part.orders.length).toBeLessThan(whole.orders.length);
  expect(whole.orders).toEqual(expect.arrayContaining(part.orders));
  expect(part.exit_steps).toEqual(whole.exit_steps);
});

test('another value of only is refused', async () => {
  const response = await read('?only=everything');
  expect([response.statusCode, response.json<ErrorBody>().error_code]).toEqual([400, 'VALIDATION']);
});
