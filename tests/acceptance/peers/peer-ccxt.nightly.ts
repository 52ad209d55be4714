// Tests that an unmodified ccxt client can use the sandbox over REST and sockets. Only the addresses in the configuration of ccxt are changed.
import ccxt from 'ccxt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCcxt, type CcxtClient } from './ccxt.ts';
import { ETH, openVenue, present, type Venue } from '../support/venue.ts';

const swap = 'ETH/USDT:USDT';
const cross = { mgnMode: 'cross' };

let venue: Venue;
let client: CcxtClient;
let last = 0;

beforeAll(async () => {
  venue = await openVenue();
  client = await openCcxt(venue);
  last = present((await client.fetchTicker(swap)).last, 'last price');
});

afterAll(async () => {
  await client.close();
  await venue.sandbox.close();
});

/** Returns the order id. The types of ccxt do not guarantee that an order has an id. */
const idOf = (order: { readonly id?: string | undefined }): string => present(order.id, 'order id');

/** Returns the last price multiplied by `share`, rounded to the tick size 0.01. */
const near = (share: number): number => Math.round(last * share * 100) / 100;

test('ccxt loads the markets with their contract rules', () => {
  const market = client.market(swap);
  expect(market).toMatchObject({ id: ETH, swap: true, linear: true, contractSize: 0.1, active: true });
  expect(market.precision).toMatchObject({ amount: 0.01, price: 0.01 });
  expect(client.symbols?.length).toBeGreaterThanOrEqual(12);
});

test('ccxt reads tickers, candles, book, trades, mark prices, funding, open interest and tiers', async () => {
  const tickers = await client.fetchTickers([swap, 'BTC/USDT:USDT']);
  expect(Object.keys(tickers).sort()).toEqual(['BTC/USDT:USDT', swap]);
  expect(await client.fetchOHLCV(swap, '1m', undefined, 5)).toHaveLength(5);
  expect(await client.fetchOHLCV(swap, '1h', Date.now() - 20 * 86_400_000, 7)).toHaveLength(7);
  expect(await client.fetchOHLCV(swap, '1M', undefined, 2)).toHaveLength(2);
  expect(await client.fetchIndexOHLCV(swap, '1m', undefined, 2)).toHaveLength(2);
  expect(await client.fetchMarkOHLCV(swap, '1m', undefined, 2)).toHaveLength(2);
  expect((await client.fetchOrderBook(swap, 5)).asks).toHaveLength(5);
  await venue.walk(near(1.001), near(1));
  expect((await client.fetchTrades(swap)).length).toBeGreaterThan(0);
  expect((await client.fetchMarkPrice(swap)).markPrice).toBeGreaterThan(0);
  expect((await client.fetchFundingRate(swap)).interval).toBe('8h');
  expect((await client.fetchOpenInterest(swap)).openInterestAmount).toBeGreaterThan(0);
  expect((await client.fetchMarketLeverageTiers(swap))[0]).toMatchObject({ maintenanceMarginRate: 0.004 });
  expect(present(await client.fetchTime(), 'time')).toBeGreaterThan(0);
});

test('ccxt reads the balance, the position mode, the fees and the leverage of the account, and sets the leverage', async () => {
  expect((await client.fetchBalance())['USDT']).toMatchObject({ free: 10_000, used: 0, total: 10_000 });
  expect(await client.fetchPositions([swap])).toEqual([]);
  expect(await client.fetchPositionMode(swap)).toMatchObject({ hedged: false });
  expect(await client.fetchTradingFee(swap)).toMatchObject({ maker: 0.0002, taker: 0.0005 });
  await client.setLeverage(10, swap, cross);
  expect(await client.fetchLeverage(swap, cross)).toMatchObject({ longLeverage: 10 });
});

test('ccxt places, amends, reads and cancels an order', async () => {
  const placed = await client.createOrder(swap, 'limit', 'buy', 1, near(0.98));
  await client.editOrder(idOf(placed), swap, 'limit', 'buy', 2, near(0.981));
  expect(await client.fetchOrder(idOf(placed), swap)).toMatchObject({ amount: 2, price: near(0.981), status: 'open' });
  expect((await client.fetchOpenOrders(swap)).map((order) => order.id)).toContain(placed.id);
  await client.cancelOrder(idOf(placed), swap);
  expect(await client.fetchOrder(idOf(placed), swap)).toMatchObject({ status: 'canceled', filled: 0 });
  expect((await client.fetchCanceledOrders(swap)).map((order) => order.id)).toContain(placed.id);
  await expect(client.cancelOrder(idOf(placed), swap)).rejects.toBeInstanceOf(ccxt.OrderNotFound);
});

test('ccxt reports for a batch that the valid order is placed and the invalid order is rejected', async () => {
  const orders = await client.createOrders([
    { symbol: swap, type: 'limit', side: 'buy', amount: 1, price: near(0.97) },
    { symbol: swap, type: 'limit', side: 'buy', amount: 1, price: near(1.5) },
  ]);
  expect(orders.map((order) => order.status ?? 'accepted')).toEqual(['accepted', 'rejected']);
  await client.cancelOrders([idOf(present(orders[0], 'first order'))], swap);
  expect(await client.fetchOpenOrders(swap)).toEqual([]);
});

test('ccxt finds a market order in the fills, the positions and the ledger, and closes the position', async () => {
  const bought = await client.createOrder(swap, 'market', 'buy', 1);
  expect((await client.fetchClosedOrders(swap)).map((order) => order.id)).toContain(bought.id);
  const trades = await client.fetchOrderTrades(idOf(bought), swap);
  expect(trades.reduce((sum, trade) => sum + present(trade.amount, 'amount'), 0)).toBe(1);
  expect((await client.fetchMyTrades(swap)).map((trade) => trade.order)).toContain(bought.id);
  expect(await client.fetchPosition(swap)).toMatchObject({ side: 'long', contracts: 1, leverage: 10 });
  expect((await client.fetchLedger('USDT', undefined, undefined, { type: 'swap' })).length).toBeGreaterThan(0);
  await client.closePosition(swap, undefined, { marginMode: 'cross', autoCxl: true });
  expect(await client.fetchPositions()).toEqual([]);
  expect((await client.fetchPositionsHistory([swap]))[0]).toMatchObject({ symbol: swap, marginMode: 'cross' });
});

test('ccxt places, lists and cancels stop, trigger and trailing orders', async () => {
  await client.createOrder(swap, 'market', 'buy', 1);
  const kinds = {
    conditional: await client.createOrder(swap, 'market', 'sell', 1, undefined, {
      stopLossPrice: near(0.98),
      reduceOnly: true,
    }),
    trigger: await client.createOrder(swap, 'limit', 'buy', 1, near(0.99), { triggerPrice: near(0.985) }),
    move_order_stop: await client.createOrder(swap, 'market', 'sell', 1, undefined, {
      trailingPercent: 1,
      reduceOnly: true,
    }),
  };
  for (const [ordType, placed] of Object.entries(kinds)) {
    const open = await client.fetchOpenOrders(swap, undefined, undefined, { trigger: true, ordType });
    expect(open.map((order) => order.id)).toEqual([placed.id]);
    await client.cancelOrders([idOf(placed)], swap, { trigger: true });
  }
  await client.closePosition(swap, undefined, { marginMode: 'cross', autoCxl: true });
});

test('ccxt throws the matching error of ccxt for each refusal', async () => {
  await expect(client.createOrder(swap, 'limit', 'buy', 4_000, near(0.99))).rejects.toBeInstanceOf(
    ccxt.InsufficientFunds,
  );
  await expect(client.fetchOrder('1', swap)).rejects.toBeInstanceOf(ccxt.OrderNotFound);
  await expect(client.createOrder(swap, 'limit', 'buy', 1, near(1.5))).rejects.toBeInstanceOf(ccxt.InvalidOrder);
});

test('ccxt receives pushes of the ticker, the trades, the candles and the book', async () => {
  const first = await client.watchTicker(swap);
  expect(first.symbol).toBe(swap);
  const moved = client.watchTicker(swap);
  const traded = client.watchTrades(swap);
  expect((await client.watchOHLCV(swap, '1m'))[0]).toHaveLength(6);
  expect((await client.watchOrderBook(swap, 5)).bids[0]).toHaveLength(2 + 1);
  await venue.walk(near(1.002));
  expect((await moved).last).toBe(near(1.002));
  expect((await traded)[0]).toMatchObject({ symbol: swap });
});

test('ccxt receives pushes of the balance, the orders, the trades and the positions of its account', async () => {
  expect(present((await client.watchBalance())['USDT'], 'USDT').total).toBeGreaterThan(9_000);
  const orders = client.watchOrders(swap);
  const trades = client.watchMyTrades(swap);
  const positions = client.watchPositions();
  // ccxt offers no way to wait for a subscription, so the test places the order when the sandbox counts all subscriptions.
  await client.watchPositions();
  const bought = await client.createOrder(swap, 'market', 'buy', 1);
  expect((await orders).map((order) => order.id)).toContain(bought.id);
  expect((await trades).map((trade) => trade.order)).toContain(bought.id);
  expect(await positions).toBeDefined();
});

test('ccxt places, amends and cancels an order over the socket', async () => {
  const placed = await client.createOrderWs(swap, 'limit', 'buy', 1, near(0.98));
  await client.editOrderWs(idOf(placed), swap, 'limit', 'buy', 2, near(0.98));
  expect((await client.fetchOrder(idOf(placed), swap)).amount).toBe(2);
  await client.cancelOrderWs(idOf(placed), swap);
  expect((await client.fetchOrder(idOf(placed), swap)).status).toBe('canceled');
});
