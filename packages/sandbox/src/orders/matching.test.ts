// Matching, fees and partial fills, seen from the accounts.
import { expect, test } from 'vitest';
import { openDesk } from '../../tests/_harness.ts';

const limit = (side: string, px: string, sz: string): Record<string, unknown> => ({ side, ordType: 'limit', px, sz });

test('a market order fills one tick from the walked price and pays the taker fee', () => {
  const desk = openDesk();
  desk.order({ side: 'buy', ordType: 'market', sz: '1' });
  const [fill] = desk.get('/api/v5/trade/fills?instType=SWAP');
  expect(fill).toMatchObject({ fillPx: '2000.01', fillSz: '1', execType: 'T', fee: '-0.1000005', feeCcy: 'USDT' });
});

test('a resting order waits until the price goes one tick through it and then fills at its own price as maker', () => {
  const desk = openDesk();
  const { ordId } = desk.order(limit('buy', '1990', '1'));
  desk.walk('1990');
  expect(desk.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${ordId}`)[0]).toMatchObject({
    state: 'live',
    accFillSz: '0',
  });
  desk.walk('1980', '1995');
  expect(desk.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${ordId}`)[0]).toMatchObject({
    state: 'filled',
    avgPx: '1990',
    fee: '-0.0398',
  });
  expect(desk.get('/api/v5/trade/fills')[0]).toMatchObject({ execType: 'M', fillPx: '1990' });
});

test('an incoming order meets the best price first and, within a price, the older order', () => {
  const desk = openDesk();
  const third = desk.core.createAccount({ label: 'c' });
  expect(third).toBeDefined();
  desk.order({ ...limit('buy', '2000', '1'), clOrdId: 'older' }, 0);
  desk.order({ ...limit('buy', '2000', '1'), clOrdId: 'newer' }, 1);
  desk.order(limit('sell', '1999.99', '1.5'), 2);
  expect(desk.get('/api/v5/trade/fills', 0)[0]).toMatchObject({ fillPx: '2000', fillSz: '1', execType: 'M' });
  expect(desk.get('/api/v5/trade/fills', 1)[0]).toMatchObject({ fillPx: '2000', fillSz: '0.5', execType: 'M' });
  expect(desk.get('/api/v5/trade/fills', 2).map((fill) => fill['fillSz'])).toEqual(['0.5', '1']);
  expect(desk.get('/api/v5/trade/orders-pending', 1)[0]).toMatchObject({
    clOrdId: 'newer',
    state: 'partially_filled',
    accFillSz: '0.5',
  });
});

test('a post-only order that would take ends cancelled with reason 31, an immediate one keeps no remainder', () => {
  const desk = openDesk();
  const crossing = desk.order({ side: 'buy', ordType: 'post_only', px: '2000.01', sz: '1' });
  expect(crossing['sCode']).toBe('0');
  expect(desk.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${crossing['ordId']}`)[0]).toMatchObject({
    state: 'canceled',
    cancelSource: '31',
  });
  const missing = desk.order({ side: 'buy', ordType: 'ioc', px: '1999', sz: '1' });
  expect(desk.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${missing['ordId']}`)[0]).toMatchObject({
    state: 'canceled',
    cancelSource: '14',
  });
});

test('own orders never trade with each other: the resting one ends with reason 32', () => {
  const desk = openDesk();
  const resting = desk.order(limit('buy', '2000', '1'));
  desk.order(limit('sell', '2000', '1'));
  expect(desk.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${resting['ordId']}`)[0]).toMatchObject({
    state: 'canceled',
    cancelSource: '32',
  });
  expect(desk.get('/api/v5/trade/fills')).toEqual([]);
});

test('on the synthetic market some resting orders fill in parts, and all complete while the price stays beyond', () => {
  const desk = openDesk();
  const last = Number(desk.get('/api/v5/market/ticker?instId=SOL-USDT-SWAP')[0]?.['last']);
  for (let index = 0; index < 20; index += 1) {
    desk.order({ instId: 'SOL-USDT-SWAP', ...limit('buy', (last - 1 - index / 100).toFixed(2), '1') }, index % 2);
  }
  for (let index = 0; index < 6; index += 1)
    desk.core.advance({ instId: 'SOL-USDT-SWAP', prices: [(last - 3 - index / 100).toFixed(2)] });
  const fills = [...desk.get('/api/v5/trade/fills', 0), ...desk.get('/api/v5/trade/fills', 1)];
  expect(fills.length).toBeGreaterThan(20);
  expect(fills.reduce((sum, fill) => sum + Number(fill['fillSz']), 0)).toBeCloseTo(20, 9);
  expect(desk.get('/api/v5/trade/orders-pending', 0)).toEqual([]);
});

test('amending a price moves the order, keeps what has filled and answers an unknown order with 51503', () => {
  const desk = openDesk();
  const { ordId } = desk.order(limit('buy', '1990', '1'));
  const amended = desk.post('/api/v5/trade/amend-order', {
    instId: 'ETH-USDT-SWAP',
    ordId,
    newPx: '1985',
    newSz: '2',
    reqId: 'r1',
  });
  expect(amended.row).toMatchObject({ sCode: '0', reqId: 'r1' });
  desk.walk('1985');
  expect(desk.get('/api/v5/trade/orders-pending')[0]).toMatchObject({ px: '1985', sz: '2', state: 'live' });
  expect(
    desk.post('/api/v5/trade/amend-order', { instId: 'ETH-USDT-SWAP', ordId: '1', newPx: '1985' }).row['sCode'],
  ).toBe('51503');
  expect(desk.post('/api/v5/trade/cancel-order', { instId: 'ETH-USDT-SWAP', ordId: '1' }).row['sCode']).toBe('51400');
});

test('a cancelled order without a fill is forgotten after two hours', () => {
  const desk = openDesk();
  const { ordId } = desk.order(limit('buy', '1990', '1'));
  desk.post('/api/v5/trade/cancel-order', { instId: 'ETH-USDT-SWAP', ordId });
  expect(desk.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${ordId}`)[0]).toMatchObject({
    state: 'canceled',
    cancelSource: '1',
  });
  desk.clock.pass(2 * 3_600_000 + 1);
  expect(desk.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${ordId}`)).toEqual([]);
});
