// Tests that the rows of the sandbox match the schemas of the protocol package, over REST and over the socket.
import {
  okxAccountConfigSchema,
  okxBalanceSchema,
  okxBillSchema,
  okxCandleSchema,
  okxFillSchema,
  okxFundingRateSchema,
  okxInstrumentSchema,
  okxLeverageSchema,
  okxMarkPriceSchema,
  okxOrderSchema,
  okxOrderAckSchema,
  okxPositionSchema,
  okxTickerSchema,
  okxTierSchema,
  okxTimeRowSchema,
  okxTradeFeeSchema,
  parseOkxFrame,
  signOkxLogin,
} from '@rondo/protocol';
import { expect, test } from 'vitest';
import { openHarness } from '../../tests/_harness.ts';
import { blankAlgo, blankOrder, blankPosition } from './blank-fields.ts';

function openTradedAccount(): ReturnType<typeof openHarness> {
  const harness = openHarness();
  harness.order({ side: 'sell', ordType: 'market', sz: '1', clOrdId: 'entry', tag: 'broker' });
  harness.order({ side: 'buy', ordType: 'limit', px: '1950', sz: '0.5', reduceOnly: true });
  harness.walk('1940', '1960');
  harness.order({ side: 'sell', ordType: 'limit', px: '2020', sz: '1' });
  return harness;
}

test.each([
  ['/api/v5/public/time', okxTimeRowSchema],
  ['/api/v5/public/instruments?instType=SWAP', okxInstrumentSchema],
  ['/api/v5/market/tickers?instType=SWAP', okxTickerSchema],
  ['/api/v5/market/candles?instId=BTC-USDT-SWAP&bar=5m', okxCandleSchema],
  ['/api/v5/public/mark-price?instType=SWAP', okxMarkPriceSchema],
  ['/api/v5/public/funding-rate?instId=ETH-USDT-SWAP', okxFundingRateSchema],
  ['/api/v5/public/position-tiers?instType=SWAP&tdMode=cross&instFamily=ETH-USDT', okxTierSchema],
  ['/api/v5/account/config', okxAccountConfigSchema],
  ['/api/v5/account/balance', okxBalanceSchema],
  ['/api/v5/account/positions', okxPositionSchema],
  ['/api/v5/account/leverage-info?instId=ETH-USDT-SWAP&mgnMode=cross', okxLeverageSchema],
  ['/api/v5/account/trade-fee?instType=SWAP', okxTradeFeeSchema],
  ['/api/v5/account/bills', okxBillSchema],
  ['/api/v5/trade/fills', okxFillSchema],
  ['/api/v5/trade/orders-pending', okxOrderSchema],
  ['/api/v5/trade/orders-history?instType=SWAP', okxOrderSchema],
])('%s returns rows that match the schema of the path', (path, schema) => {
  const rows = openTradedAccount().get(path);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(schema.safeParse(row).error).toBeUndefined();
});

test('the acknowledgement of an accepted order and of a refused order contains the tag of the order', () => {
  const harness = openHarness();
  const accepted = harness.order({ side: 'buy', ordType: 'market', sz: '1', tag: 'broker' });
  const refused = harness.order({ side: 'buy', ordType: 'market', sz: '0.001', tag: 'broker' });
  expect({ ...accepted, ...okxOrderAckSchema.parse(accepted) }).toMatchObject({ tag: 'broker', sCode: '0' });
  expect({ ...refused, ...okxOrderAckSchema.parse(refused) }).toMatchObject({ tag: 'broker', sCode: '51020' });
});

test('a socket in memory receives the pushes of an order after the response to the order', () => {
  const harness = openHarness();
  const [keys] = harness.core.accounts;
  const socket = harness.core.connect('/ws/v5/private');
  if (!keys || !socket) throw new Error('the harness has no account or no socket');
  const heard: string[] = [];
  socket.onMessage((message) => heard.push(message));
  const timestamp = String(Math.floor(harness.clock.now() / 1_000));
  const sign = signOkxLogin(keys.secretKey, timestamp);
  const login = { apiKey: keys.apiKey, passphrase: keys.passphrase, timestamp, sign };
  socket.send(JSON.stringify({ op: 'login', args: [login] }));
  const args = [
    { channel: 'orders', instType: 'ANY' },
    { channel: 'account' },
    { channel: 'positions', instType: 'ANY' },
  ];
  socket.send(JSON.stringify({ op: 'subscribe', args }));
  heard.length = 0;
  harness.order({ side: 'buy', ordType: 'market', sz: '1' });
  expect(heard).toEqual([]);
  harness.core.flush();
  const frames = heard.map((text) => parseOkxFrame(text));
  expect(frames.map((frame) => frame.kind)).not.toContain('unrecognised');
  const channels = heard.map((text): unknown => JSON.parse(text).arg.channel);
  expect(channels).toEqual(['orders', 'orders', 'account', 'positions']);
});

test('a socket without messages is closed with 4004 after thirty seconds, and a socket that sends pings stays open', () => {
  const harness = openHarness();
  const closes: string[] = [];
  for (const name of ['silent', 'pinging']) {
    const socket = harness.core.connect('/ws/v5/public');
    socket?.onClose((code) => closes.push(`${name} ${code}`));
    if (name === 'silent') continue;
    harness.clock.pass(20_000);
    socket?.send('ping');
  }
  harness.clock.pass(15_000);
  harness.core.step();
  expect(closes).toEqual(['silent 4004']);
});

test('the fields of large rows are the fields of their blank rows', () => {
  const harness = openHarness();
  harness.order({ side: 'buy', ordType: 'market', sz: '1' });
  harness.order({ side: 'buy', ordType: 'limit', sz: '1', px: '1900' });
  const algo = { instId: 'ETH-USDT-SWAP', tdMode: 'cross', side: 'sell', ordType: 'trigger', sz: '1' };
  harness.post('/api/v5/trade/order-algo', { ...algo, triggerPx: '1800', orderPx: '-1' });
  const rows = [
    [harness.get('/api/v5/account/positions')[0], blankPosition],
    [harness.get('/api/v5/trade/orders-pending')[0], blankOrder],
    [harness.get('/api/v5/trade/orders-algo-pending?ordType=trigger')[0], blankAlgo],
  ] as const;
  for (const [row = {}, blank] of rows) expect(Object.keys(row)).toEqual(Object.keys(blank));
});
