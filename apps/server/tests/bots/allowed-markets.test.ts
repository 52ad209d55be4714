// Tests that new bots start only on instruments that the operator allows and that are traded enough, and that running bots are not affected.
import { decimal, zero } from '@rondo/decimal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotWire, ErrorBody } from '@rondo/contract';
import type { Api } from '../../src/api/api.ts';
import type { AllowedMarkets } from '../../src/market/allowed-markets.ts';
import { createApp } from '../../src/app.ts';
import type { Market } from '../../src/market/market.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
const opened: Api[] = [];
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  for (const api of opened) await api.close();
  await world.close();
});

async function serverWith(allowedMarkets: AllowedMarkets, changes: Partial<Market> = {}): Promise<Api> {
  const market = { ...world.context.market, ...changes };
  const api = await createApp({ ...world.context, market, allowedMarkets });
  opened.push(api);
  return api;
}

const headers = async () => ({ authorization: `Bearer ${await world.token('member')}` });

async function create(api: Api, symbol: string) {
  const request = validRequest();
  const response = await api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...(await headers()), 'idempotency-key': freshKey() },
    payload: { ...request, basic: { ...request.basic, symbol, max_total_size: '2000' } },
  });
  return { status: response.statusCode, body: response.json<Partial<ErrorBody> & { bot?: { id: string } }>() };
}

const botsOf = async (api: Api): Promise<BotWire[]> =>
  (await api.inject({ url: '/api/bots/my-bots', headers: await headers() })).json<BotWire[]>();

test('no bot is created on an instrument outside the list, and one is created on an instrument of the list', async () => {
  const api = await serverWith({ instruments: ['ETH-USDT-SWAP'], minVolume: zero });
  const refused = await create(api, 'BTC-USDT-SWAP');
  expect(refused).toMatchObject({
    status: 409,
    body: {
      error_code: 'SYMBOL_NOT_ALLOWED',
      field: 'basic.symbol',
      message: 'The operator of this service does not offer BTC-USDT-SWAP for new bots. Choose another pair.',
    },
  });
  expect(await botsOf(api)).toEqual([]);
  expect((await create(api, 'ETH-USDT-SWAP')).status).toBe(200);
});

test('no bot is created when less than the smallest volume was traded in 24 hours, and a bot that runs on the instrument goes on', async () => {
  const volume = (text: string) => ({ dayVolume: async () => ({ ok: true, value: decimal(text) }) as const });
  const rule = { instruments: null, minVolume: decimal('5000000') };
  const enough = await create(await serverWith(rule, volume('5000000')), 'BTC-USDT-SWAP');
  expect(enough.status).toBe(200);
  const id = String(enough.body.bot?.id);
  const thin = await serverWith(rule, volume('4999999.99'));
  const refused = await create(thin, 'LINK-USDT-SWAP');
  expect(refused).toMatchObject({
    status: 409,
    body: {
      error_code: 'SYMBOL_THIN',
      parameters: { symbol: 'LINK-USDT-SWAP', volume: '4999999', least: '5000000' },
    },
  });
  const running = async () => (await botsOf(thin)).find((bot) => bot.id === id);
  await until(async () => (await running())?.position_size !== '0', 'the first step of the running bot has filled');
  expect(await running()).toMatchObject({ id, status: 'active', current_step: 1 });
});

test('when the volume cannot be read, no bot is created', async () => {
  const api = await serverWith(
    { instruments: null, minVolume: decimal('1') },
    { dayVolume: async () => ({ ok: false, cause: 'no volume' }) },
  );
  const refused = await create(api, 'LINK-USDT-SWAP');
  expect([refused.status, refused.body.error_code]).toEqual([503, 'EXCHANGE_UNAVAILABLE']);
});

test('the volume of 24 hours is in USDT: the traded coins times the last price of the ticker of the exchange', async () => {
  const read = await world.context.market.dayVolume('ETH-USDT-SWAP');
  const response = await fetch(`${world.exchangeOrigin}/api/v5/market/ticker?instId=ETH-USDT-SWAP`);
  const { data } = (await response.json()) as { data: { volCcy24h: string; last: string }[] };
  const value = read.ok ? Number(read.value.units) / 10 ** read.value.scale : 0;
  const expected = Number(data[0]?.volCcy24h) * Number(data[0]?.last);
  expect(expected).toBeGreaterThan(1_000);
  expect(Math.abs(value / expected - 1)).toBeLessThan(0.1);
  expect(await world.context.market.dayVolume('NOPE-USDT-SWAP')).toMatchObject({ ok: false });
});
