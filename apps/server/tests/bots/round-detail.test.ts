// Tests GET /api/bots/:id with `only=round`, which the card of a running bot reads.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotDetailResponse, BotWire, ErrorBody } from '@rondo/contract';
import { memberCalls } from '../_member-calls.ts';
import { startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let id = '';
const { call, detail } = memberCalls(() => world);
beforeAll(async () => {
  world = await startWorld({ hold: true });
  ({ id } = (await call<{ bot: { id: string } }>('POST', '/api/bots', validRequest())).body.bot);
});
afterAll(() => world.close());

test('with only=round the orders and fills of earlier rounds are left out', async () => {
  await until(async () => (await detail(id)).filled_steps?.length === 1, 'step 1 of round 1 has filled');
  const { entry_price: entry, symbol: instId } = await detail(id);
  await world.administer('advance', { instId, prices: [(Number(entry) * 1.02).toFixed(2)] });
  await until(async () => {
    const { round, filled_steps: filled } = await detail(id);
    return round === 2 && filled?.length === 1;
  }, 'step 1 of round 2 has filled');
  const laid = async () => (await detail(id)).orders.filter(({ round, state }) => round === 2 && state === 'live');
  await until(async () => (await laid()).length === 4, 'three entries and the exit of round 2 rest');
  const whole = await detail(id);
  const part = (await call<BotDetailResponse>('GET', `/api/bots/${id}?only=round`)).body;
  expect(new Set(whole.fills.map(({ round }) => round))).toEqual(new Set([1, 2]));
  expect(part.fills).toEqual(whole.fills.filter(({ round }) => round === 2));
  expect(part.orders.length).toBeGreaterThan(0);
  expect(part.orders.length).toBeLessThan(whole.orders.length);
  expect(whole.orders).toEqual(expect.arrayContaining(part.orders));
  expect(part.exit_steps).toEqual(whole.exit_steps);
});

/** The largest size of what a card reads every few seconds, in bytes before compression. A bot has up to 20 lines of its log. */
const mostBytes = { list: 9_000, detail: 11_000 };

test('the responses that a card reads stay small, and the card reads less than the whole detail', async () => {
  const bytesOf = (body: unknown): number => Buffer.byteLength(JSON.stringify(body));
  // The test above has ended in round 2, in which every order rests.
  const list = (await call<readonly BotWire[]>('GET', '/api/bots/my-bots')).body;
  const card = (await call<BotDetailResponse>('GET', `/api/bots/${id}?only=round`)).body;
  expect(list).toHaveLength(1);
  expect(bytesOf(list)).toBeLessThan(mostBytes.list);
  expect(bytesOf(card)).toBeLessThan(mostBytes.detail);
  expect(bytesOf(await detail(id))).toBeGreaterThan(bytesOf(card));
});

test('another value of only is refused', async () => {
  const { status, body } = await call<ErrorBody>('GET', `/api/bots/${id}?only=everything`);
  expect([status, body.error_code]).toEqual([400, 'VALIDATION']);
});
