// Tests of the placement of orders: the codes of refusals, position sides, batches, leverage and stops.
import { expect, test } from 'vitest';
import { openHarness } from '../../tests/_harness.ts';

const buy = { side: 'buy', ordType: 'limit', px: '1990', sz: '1' };

test.each([
  ['an order for an unknown instrument', { ...buy, instId: 'NO-USDT-SWAP' }, '51001'],
  ['an order with the trade mode for spot', { ...buy, tdMode: 'cash' }, '51000'],
  ['an order with a hyphen in its client id', { ...buy, clOrdId: 'a-b' }, '51000'],
  ['an order with a hedge side in net mode', { ...buy, posSide: 'long' }, '51000'],
  ['an order whose size is between two lots', { ...buy, sz: '1.005' }, '51121'],
  ['a limit order without a price', { side: 'buy', ordType: 'limit', sz: '1' }, '51204'],
  ['an order whose price is between two ticks', { ...buy, px: '1990.005' }, '51000'],
  ['a buy order with a price far above the price band', { ...buy, px: '2101' }, '51006'],
  ['an order that needs more than the free margin', { ...buy, sz: '1000' }, '51008'],
  ['a reduce-only order without a position', { ...buy, reduceOnly: true }, '51169'],
  ['a market order above the largest market size', { side: 'buy', ordType: 'market', sz: '90001' }, '51202'],
])('%s is refused with the code that OKX documents', (_case, fields, code) => {
  const harness = openHarness();
  expect(harness.order(fields)['sCode']).toBe(code);
  expect(harness.get('/api/v5/trade/orders-pending')).toEqual([]);
});

test('an order below the minimum size is refused with 51020', () => {
  const harness = openHarness();
  expect(harness.order({ instId: 'ADA-USDT-SWAP', side: 'buy', ordType: 'market', sz: '0' })['sCode']).toBe('51000');
  expect(harness.order({ instId: 'BTC-USDT-SWAP', side: 'buy', ordType: 'market', sz: '0.001' })['sCode']).toBe(
    '51020',
  );
});

test('a client id is unique among pending orders and can be used again after its order has ended', () => {
  const harness = openHarness();
  expect(harness.order({ ...buy, clOrdId: 'one' })['sCode']).toBe('0');
  expect(harness.order({ ...buy, clOrdId: 'one' })['sCode']).toBe('51016');
  harness.post('/api/v5/trade/cancel-order', { instId: 'ETH-USDT-SWAP', clOrdId: 'one' });
  expect(harness.order({ ...buy, clOrdId: 'one' })['sCode']).toBe('0');
});

test('in net mode a reduce-only order is refused when it has the direction of the position, or when all reduce-only orders together exceed the position', () => {
  const harness = openHarness();
  harness.order({ side: 'buy', ordType: 'market', sz: '2' });
  const exit = { side: 'sell', ordType: 'limit', px: '2050', reduceOnly: true };
  expect(harness.order({ ...buy, reduceOnly: true })['sCode']).toBe('51170');
  expect(harness.order({ ...exit, sz: '3' })['sCode']).toBe('51112');
  expect(harness.order({ ...exit, sz: '2' })['sCode']).toBe('0');
  expect(harness.order({ ...exit, sz: '1' })['sCode']).toBe('51206');
});

test('in hedge mode an account can have a long and a short position, and every order must name its position side', () => {
  const harness = openHarness();
  expect(harness.post('/api/v5/account/set-position-mode', { posMode: 'long_short_mode' }).code).toBe('0');
  expect(harness.order({ side: 'buy', ordType: 'market', sz: '1' })['sCode']).toBe('51000');
  expect(harness.order({ side: 'sell', posSide: 'long', ordType: 'market', sz: '1' })['sCode']).toBe('51169');
  harness.order({ side: 'buy', posSide: 'long', ordType: 'market', sz: '2' });
  harness.order({ side: 'sell', posSide: 'short', ordType: 'market', sz: '1' });
  const positions = harness.get('/api/v5/account/positions?instType=SWAP');
  expect(new Map(positions.map((row) => [row['posSide'], row['pos']]))).toEqual(
    new Map([
      ['long', '2'],
      ['short', '1'],
    ]),
  );
  harness.order({ side: 'sell', posSide: 'long', ordType: 'market', sz: '2' });
  expect(harness.get('/api/v5/account/positions').map((row) => row['posSide'])).toEqual(['short']);
  expect(harness.post('/api/v5/account/set-position-mode', { posMode: 'net_mode' }).code).toBe('59000');
});

test('close-position closes the whole position, and needs the parameter `autoCxl` while closing orders are pending', () => {
  const harness = openHarness();
  const close = { instId: 'ETH-USDT-SWAP', mgnMode: 'cross' };
  expect(harness.post('/api/v5/trade/close-position', close).code).toBe('51023');
  harness.order({ side: 'sell', ordType: 'market', sz: '2' });
  harness.order({ side: 'buy', ordType: 'limit', px: '1950', sz: '2', reduceOnly: true });
  expect(harness.post('/api/v5/trade/close-position', close).code).toBe('51115');
  expect(harness.post('/api/v5/trade/close-position', { ...close, autoCxl: true }).code).toBe('0');
  expect(harness.get('/api/v5/account/positions')).toEqual([]);
  expect(harness.get('/api/v5/trade/orders-pending')).toEqual([]);
});

test('a batch returns its results in the order of its items, with code 2 when some items failed', () => {
  const harness = openHarness();
  const item = { instId: 'ETH-USDT-SWAP', tdMode: 'cross', ...buy };
  const response = harness.post('/api/v5/trade/batch-orders', [item, { ...item, sz: '1.005' }]);
  expect(response.code).toBe('2');
  expect(response.rows.map((row) => row['sCode'])).toEqual(['0', '51121']);
});

test('a leverage above the limit of the instrument is refused, and a cross leverage with a position side is refused', () => {
  const harness = openHarness();
  const set = (fields: Record<string, unknown>): string =>
    harness.post('/api/v5/account/set-leverage', { instId: 'ETH-USDT-SWAP', mgnMode: 'cross', ...fields }).code;
  expect(set({ lever: 101 })).toBe('59102');
  expect(set({ lever: '10', posSide: 'long' })).toBe('51000');
  expect(set({ lever: 10 })).toBe('0');
  expect(harness.get('/api/v5/account/leverage-info?instId=ETH-USDT-SWAP&mgnMode=cross')[0]).toMatchObject({
    lever: '10',
    posSide: 'net',
  });
});

test('a stop on the mark price closes the position at its trigger level', () => {
  const harness = openHarness();
  harness.order({ side: 'buy', ordType: 'market', sz: '2' });
  const stop = {
    instId: 'ETH-USDT-SWAP',
    tdMode: 'cross',
    side: 'sell',
    ordType: 'conditional',
    sz: '2',
    reduceOnly: true,
    slOrdPx: '-1',
    slTriggerPxType: 'mark',
  };
  expect(harness.post('/api/v5/trade/order-algo', { ...stop, slTriggerPx: '2100' }).row['sCode']).toBe('51280');
  expect(harness.post('/api/v5/trade/order-algo', { ...stop, slTriggerPx: '1900' }).row['sCode']).toBe('0');
  expect(harness.get('/api/v5/trade/orders-algo-pending?ordType=conditional')).toHaveLength(1);
  harness.walk('1850');
  expect(harness.get('/api/v5/account/positions')).toEqual([]);
  expect(harness.get('/api/v5/trade/fills')[0]).toMatchObject({ fillPx: '1899.99', fillSz: '2' });
  expect(harness.get('/api/v5/trade/orders-algo-pending?ordType=conditional')).toEqual([]);
});

test('the dead-man timer cancels all orders when the timer is not renewed', () => {
  const harness = openHarness();
  harness.order(buy);
  expect(harness.post('/api/v5/trade/cancel-all-after', { timeOut: '10' }).code).toBe('0');
  harness.clock.pass(11_000);
  harness.core.step();
  expect(harness.get('/api/v5/trade/orders-history?instType=SWAP')[0]).toMatchObject({
    state: 'canceled',
    cancelSource: '20',
  });
});
