// Tests that the loss of a running bot is inside its reservation: it does not reduce the available margin, and a new bot may use all of it (decision 41).
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotWire, MarginResponse } from '@rondo/contract';
import { memberCalls } from '../_member-calls.ts';
import { startWorld, until, validRequest, type TestWorld } from '../_world.ts';

const usdt = 10_000;
/** The allocation of `validRequest`: 10,000 USDT at leverage 10 and size ratio 0.5. */
const allocation = 2_000;

interface CreatedBody {
  readonly bot: BotWire;
}

let world: TestWorld;
const { call, detail } = memberCalls(() => world);
beforeAll(async () => {
  world = await startWorld({ hold: true, usdt: String(usdt) });
});
afterAll(() => world.close());

const readMargin = async (): Promise<MarginResponse> => (await call<MarginResponse>('GET', '/api/margin')).body;

function create(symbol: string, maxTotalSize: number) {
  const { basic, ...rest } = validRequest();
  return call<CreatedBody>('POST', '/api/bots', {
    ...rest,
    basic: { ...basic, symbol, max_total_size: String(maxTotalSize) },
  });
}

test('the fee and the open loss of a bot do not reduce the available margin, and a new bot may use all of it', async () => {
  const { id } = (await create('ETH-USDT-SWAP', 10 * 0.5 * allocation)).body.bot;
  await until(async () => (await detail(id)).filled_steps?.length === 1, 'step 1 has filled');
  const { entry_price: entry } = await detail(id);
  const prices = [(Number(entry) * 0.97).toFixed(2)];
  await world.administer('advance', { instId: 'ETH-USDT-SWAP', prices });
  await until(async () => Number((await readMargin()).total) < usdt - 30, 'the equity contains the loss');
  // The loss also contains the steps that fill on the way down, and the balance and the position are read one after the other.
  await until(
    async () => Math.abs(Number((await readMargin()).available) - (usdt - allocation)) < 0.5,
    'the covered loss is the loss in the equity',
  );
  const margin = await readMargin();
  expect(Number(margin.covered_loss)).toBeGreaterThan(30);
  expect(Number(margin.reserved_total)).toBe(allocation);
  expect(Number(margin.available)).toBeCloseTo(usdt - allocation, 0);
  const rest = Number(margin.total) - Number(margin.reserved_total) + Number(margin.covered_loss);
  expect(Number(margin.available)).toBeCloseTo(rest, 6);
  // More than the equity without the reservation, and less than what is free.
  const second = usdt - allocation - 20;
  expect(Number(margin.total) - allocation).toBeLessThan(second);
  const tooMuch = await create('BTC-USDT-SWAP', 10 * 0.5 * (usdt - allocation + 20));
  expect(tooMuch.body).toMatchObject({ error_code: 'INSUFFICIENT_MARGIN' });
  const accepted = await create('BTC-USDT-SWAP', 10 * 0.5 * second);
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
});
