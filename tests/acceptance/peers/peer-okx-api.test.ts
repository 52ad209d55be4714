// Tests that an unmodified okx-api client can use the sandbox over REST and sockets. Only the addresses in the configuration of okx-api are changed.
import { DefaultLogger, RestClient, WebsocketAPIClient, WebsocketClient } from 'okx-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ETH, eventually, openVenue, present, type Venue } from '../support/venue.ts';

let venue: Venue;
let client: RestClient;
let last = 0;

beforeAll(async () => {
  venue = await openVenue();
  const { apiKey, secretKey, passphrase } = venue.keys;
  client = new RestClient({ apiKey, apiSecret: secretKey, apiPass: passphrase, baseUrl: venue.sandbox.rest });
  last = Number(present((await client.getTicker({ instId: ETH }))[0], 'ticker').last);
});

afterAll(async () => {
  await venue.sandbox.close();
});

/** A log that ignores the lines of okx-api. */
const silent = { ...DefaultLogger, trace: () => undefined, info: () => undefined, error: () => undefined };

const near = (share: number): string => (Math.round(last * share * 100) / 100).toFixed(2);
const buy = { instId: ETH, tdMode: 'cross', side: 'buy', ordType: 'limit', sz: '1' } as const;

test('okx-api loads the instruments, the tickers and the candles', async () => {
  const listed = await client.getInstruments({ instType: 'SWAP' });
  expect(listed.find((one) => one.instId === ETH)).toMatchObject({ ctVal: '0.1', state: 'live', settleCcy: 'USDT' });
  expect((await client.getTickers({ instType: 'SWAP' })).length).toBe(listed.length);
  expect(await client.getCandles({ instId: ETH, bar: '1m', limit: '5' })).toHaveLength(5);
  expect(await client.getAccountInstruments({ instType: 'SWAP' })).toHaveLength(listed.length);
});

test('okx-api reads the balance, the positions and the configuration, and sets the leverage', async () => {
  const [balance] = await client.getBalance();
  expect(present(balance, 'balance').details[0]).toMatchObject({ ccy: 'USDT', eq: '10000' });
  expect(await client.getPositions()).toEqual([]);
  expect(present((await client.getAccountConfiguration())[0], 'configuration')).toMatchObject({ posMode: 'net_mode' });
  await client.setLeverage({ instId: ETH, lever: '7', mgnMode: 'cross' });
  expect((await client.getLeverage({ instId: ETH, mgnMode: 'cross' }))[0]).toMatchObject({ lever: '7' });
});

test('okx-api places, amends, reads and cancels an order, and the order has the tag of okx-api', async () => {
  const [placed] = await client.submitOrder({ ...buy, px: near(0.98), clOrdId: 'peer1' });
  const { ordId } = present(placed, 'order');
  await client.amendOrder({ instId: ETH, ordId, newSz: '2' });
  const [details] = await client.getOrderDetails({ instId: ETH, clOrdId: 'peer1' });
  expect(details).toMatchObject({ ordId, sz: '2', state: 'live', tag: '159881cb7207BCDE' });
  expect((await client.getOrderList({ instType: 'SWAP' })).map((order) => order.ordId)).toEqual([ordId]);
  await client.cancelOrder({ instId: ETH, ordId });
  expect((await client.getOrderHistory({ instType: 'SWAP' }))[0]).toMatchObject({ ordId, state: 'canceled' });
});

test('okx-api returns the rows of a batch of valid orders, and throws the whole response with code 2 when an order of the batch is invalid', async () => {
  const good = await client.submitMultipleOrders([
    { ...buy, px: near(0.97) },
    { ...buy, px: near(0.96) },
  ]);
  expect(good.map((order) => order.sCode)).toEqual(['0', '0']);
  await client.cancelMultipleOrders(good.map(({ ordId }) => ({ instId: ETH, ordId })));
  const mixed = client.submitMultipleOrders([
    { ...buy, px: near(0.97), clOrdId: 'mixed1' },
    { ...buy, px: near(1.5) },
  ]);
  await expect(mixed).rejects.toMatchObject({ code: '2', data: [{ sCode: '0' }, { sCode: '51006' }] });
  await client.cancelOrder({ instId: ETH, clOrdId: 'mixed1' });
});

test('okx-api finds a market order in the fills and the positions, and closes the position', async () => {
  const [bought] = await client.submitOrder({ ...buy, ordType: 'market' });
  const { ordId } = present(bought, 'order');
  const fills = await client.getFills({ instType: 'SWAP', ordId });
  expect(fills.reduce((sum, fill) => sum + Number(fill.fillSz), 0)).toBe(1);
  expect((await client.getFillsHistory({ instType: 'SWAP' }))[0]).toMatchObject({ ordId });
  expect((await client.getPositions())[0]).toMatchObject({ instId: ETH, pos: '1', posSide: 'net' });
  await client.closePositions({ instId: ETH, mgnMode: 'cross' });
  expect(await client.getPositions()).toEqual([]);
  expect((await client.getPositionsHistory())[0]).toMatchObject({ instId: ETH, type: '2' });
});

test('okx-api receives pushes of the ticker, the candles, the orders, the positions and the balance through one socket address', async () => {
  const { apiKey, secretKey, passphrase } = venue.keys;
  const accounts = [{ apiKey, apiSecret: secretKey, apiPass: passphrase }];
  const socket = new WebsocketClient({ accounts, wsUrl: venue.sandbox.wsAll }, silent);
  const pushed: { readonly arg: { readonly channel: string }; readonly data: readonly unknown[] }[] = [];
  const acknowledged: string[] = [];
  const failures: unknown[] = [];
  // A push is a record with `arg` and `data`. An acknowledgement has an `event`.
  socket.on('update', (event) => void pushed.push(event as (typeof pushed)[number]));
  socket.on('response', (event) => void acknowledged.push(JSON.stringify(event)));
  socket.on('exception', (event) => void failures.push(event));
  const channels = ['tickers', 'candle1m', 'orders', 'positions', 'account'] as const;
  void socket.subscribe([
    { channel: 'tickers', instId: ETH },
    { channel: 'candle1m', instId: ETH },
    { channel: 'orders', instType: 'SWAP' },
    { channel: 'positions', instType: 'SWAP' },
    { channel: 'account' },
  ]);
  const isAcknowledged = (channel: string): boolean =>
    acknowledged.some((text) => text.includes('"subscribe"') && text.includes(`"${channel}"`));
  await eventually(() => (channels.every(isAcknowledged) ? true : undefined));
  await client.submitOrder({ ...buy, ordType: 'market' });
  await eventually(() =>
    channels.every((channel) => pushed.some((push) => push.arg.channel === channel)) ? true : undefined,
  );
  expect(failures).toEqual([]);
  socket.closeAll(true);
});

test('okx-api places an order over the socket', async () => {
  const { apiKey, secretKey, passphrase } = venue.keys;
  const accounts = [{ apiKey, apiSecret: secretKey, apiPass: passphrase }];
  const socket = new WebsocketAPIClient({ accounts, wsUrl: venue.sandbox.wsAll, attachEventListeners: false }, silent);
  // The test connects before its first request. Otherwise okx-api would log in twice on one socket, and OKX refuses a second log-in.
  const isLoggedIn = new Promise((resolve) => socket.getWSClient().on('authenticated', resolve));
  socket.getWSClient().on('exception', () => undefined);
  await socket.getWSClient().connectPrivate();
  await isLoggedIn;
  const { instIdCode } = present((await client.getInstruments({ instType: 'SWAP', instId: ETH }))[0], 'instrument');
  const code = present(instIdCode, 'instIdCode');
  const placed = await socket.submitNewOrder({ ...buy, instIdCode: code, px: near(0.98) });
  const ordId = present(placed.data[0], 'order').ordId;
  await socket.amendOrder({ instIdCode: code, ordId, newSz: '3' });
  await socket.cancelOrder({ instIdCode: code, ordId });
  expect((await client.getOrderDetails({ instId: ETH, ordId }))[0]).toMatchObject({ sz: '3', state: 'canceled' });
  socket.getWSClient().closeAll(true);
});
