// Tests less common calls of the unmodified clients ccxt and okx-api: isolated margin, transfers, stops with cxlOnClosePos, deep books and public liquidations.
import { RestClient } from 'okx-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCcxt, type CcxtClient } from './ccxt.ts';
import { ETH, openVenue, present, type Venue } from '../support/venue.ts';

const swap = 'ETH/USDT:USDT';
const isolated = { marginMode: 'isolated' };

let venue: Venue;
let client: CcxtClient;
let rest: RestClient;
let last = 0;

beforeAll(async () => {
  venue = await openVenue();
  const { apiKey, secretKey, passphrase } = venue.keys;
  client = await openCcxt(venue);
  rest = new RestClient({ apiKey, apiSecret: secretKey, apiPass: passphrase, baseUrl: venue.sandbox.rest });
  last = present((await client.fetchTicker(swap)).last, 'last price');
});

afterAll(async () => {
  await client.close();
  await venue.sandbox.close();
});

const near = (share: number): number => Math.round(last * share * 100) / 100;

test('ccxt trades with isolated margin: it sets the leverage, opens a position, adds and removes margin, and closes the position', async () => {
  await client.setLeverage(10, swap, { mgnMode: 'isolated' });
  expect(await client.fetchLeverage(swap, { mgnMode: 'isolated' })).toMatchObject({ longLeverage: 10 });
  await client.createOrder(swap, 'market', 'buy', 1, undefined, isolated);
  const position = await client.fetchPosition(swap);
  expect(position).toMatchObject({ marginMode: 'isolated', leverage: 10, contracts: 1 });
  expect(position.collateral).toBeCloseTo(last / 100, 0);
  expect(present(position.liquidationPrice, 'liquidation price')).toBeLessThan(near(0.92));
  expect(await client.addMargin(swap, 5)).toMatchObject({ type: 'add', amount: 5, status: 'ok' });
  expect(await client.reduceMargin(swap, 2)).toMatchObject({ type: 'reduce', amount: 2 });
  const [added] = await client.fetchMarginAdjustmentHistory(swap, 'add');
  expect(added).toMatchObject({ amount: 5, marginMode: 'isolated', code: 'USDT' });
  await client.closePosition(swap, undefined, isolated);
  expect(await client.fetchPositions()).toEqual([]);
});

test('okx-api trades with isolated margin: it sets the leverage, reads sizes, changes margin and reads the position', async () => {
  await rest.setLeverage({ instId: ETH, lever: '5', mgnMode: 'isolated' });
  const [estimate] = await rest.getLeverageEstimatedInfo({
    instType: 'SWAP',
    instId: ETH,
    mgnMode: 'isolated',
    lever: '9',
    posSide: 'net',
  });
  expect(estimate).toMatchObject({ maxLever: '100', existOrd: false });
  const [most] = await rest.getMaxBuySellAmount({ instId: ETH, tdMode: 'isolated' });
  expect(Number(present(most, 'size').maxBuy)).toBeGreaterThan(10);
  await rest.submitOrder({ instId: ETH, tdMode: 'isolated', side: 'sell', ordType: 'market', sz: '1' });
  expect((await rest.getPositions())[0]).toMatchObject({ mgnMode: 'isolated', pos: '-1', lever: '5', imr: '' });
  const [changed] = await rest.changePositionMargin({ instId: ETH, posSide: 'net', type: 'add', amt: '3' });
  expect(changed).toMatchObject({ amt: '3', ccy: 'USDT', type: 'add' });
  await rest.closePositions({ instId: ETH, mgnMode: 'isolated' });
  expect((await rest.getPositionsHistory({ mgnMode: 'isolated' }))[0]).toMatchObject({ type: '2' });
});

test('both clients find a transfer between the trading account and the funding account', async () => {
  const sent = await client.transfer('USDT', 25, 'trading', 'funding');
  expect(await client.fetchTransfer(present(sent.id, 'transfer id'), 'USDT')).toMatchObject({
    amount: 25,
    status: 'ok',
  });
  expect((await client.fetchBalance({ type: 'funding' }))['USDT']).toMatchObject({ free: 25, total: 25 });
  await rest.fundsTransfer({ ccy: 'USDT', amt: '25', from: '6', to: '18' });
  expect(await rest.getBalances()).toEqual([]);
  expect((await rest.getAssetBillsDetails())[0]).toMatchObject({ type: '131', balChg: '-25', bal: '0' });
  const [worth] = await rest.getAccountAssetValuation({ ccy: 'USDT' });
  expect(Number(present(worth, 'valuation').totalBal)).toBeGreaterThan(9_900);
});

test('a stop with cxlOnClosePos that ccxt has placed is cancelled when ccxt closes the position, and okx-api no longer lists it', async () => {
  await client.createOrder(swap, 'market', 'buy', 1);
  const levels = { stopLossPrice: near(0.95), reduceOnly: true, cxlOnClosePos: true };
  await client.createOrder(swap, 'market', 'sell', 1, undefined, levels);
  const [waiting] = await rest.getAlgoOrderList({ ordType: 'conditional' });
  expect(waiting).toMatchObject({ cxlOnClosePos: 'true', slTriggerPxType: 'last' });
  await client.closePosition(swap, undefined, { marginMode: 'cross' });
  expect(await rest.getAlgoOrderList({ ordType: 'conditional' })).toEqual([]);
});

test('ccxt maintains a deep book from its changes and receives liquidations', async () => {
  const book = await client.watchOrderBook(swap);
  expect(book.bids).toHaveLength(400);
  const next = client.watchOrderBook(swap);
  await venue.walk(near(1.0005));
  const moved = await next;
  expect(present(moved.bids[0], 'best bid')[0]).toBeCloseTo(near(1.0005) - 0.01, 2);
  expect(present(moved.asks[0], 'best ask')[0]).toBeCloseTo(near(1.0005) + 0.01, 2);
  const hints = client.watchLiquidations(swap);
  await client.watchTicker(swap);
  await client.createOrder(swap, 'market', 'buy', 2);
  await venue.administer('acts', { label: 'peer', act: 'liquidate' });
  expect((await hints)[0]).toMatchObject({ symbol: swap, contracts: 2 });
});

test('both clients read unit conversions, long-short ratios and taker volumes', async () => {
  const [coins] = await rest.getUnitConvert({ instId: ETH, sz: '1', type: '1', opType: 'open' });
  expect(coins).toMatchObject({ sz: '10', unit: 'coin' });
  expect((await rest.getContractTakerVolume({ instId: ETH, period: '5m' })).length).toBeGreaterThan(5);
  expect((await client.fetchLongShortRatioHistory(swap, '5m')).length).toBeGreaterThan(5);
  expect((await client.fetchFundingRateHistory(swap, undefined, 3)).length).toBe(3);
});
