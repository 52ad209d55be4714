// Tests of matching, fees and partial fills through the API.
import { expect, test } from 'vitest';
import { openHarness } from '../../tests/_harness.ts';

const limit = (side: string, px: string, sz: string): Record<string, unknown> => ({ side, ordType: 'limit', px, sz });

test('a market order fills one tick from the market price and pays the taker fee', () => {
  const harness = openHarness();
  harness.order({ side: 'buy', ordType: 'market', sz: '1' });
  const [fill] = harness.get('/api/v5/trade/fills?instType=SWAP');
  expect(fill).toMatchObject({ fillPx: '2000.01', fillSz: '1', execType: 'T', fee: '-0.1000005', feeCcy: 'USDT' });
});

test('a resting order fills as maker at its own price when the market price goes one tick beyond the order price', () => {
  const harness = openHarness();
  const { ordId } = harness.order(limit('buy', '1990', '1'));
  harness.walk('1990');
  expect(harness.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${ordId}`)[0]).toMatchObject({
    state: 'live',
    accFillSz: '0',
  });
  harness.walk('1980', '1995');
  expect(harness.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${ordId}`)[0]).toMatchObject({
    state: 'filled',
    avgPx: '1990',
    fee: '-0.0398',
  });
  expect(harness.get('/api/v5/trade/fills')[0]).toMatchObject({ execType: 'M', fillPx: '1990' });
});

test('an incoming order trades at the best price first, and at equal prices with the older order first', () => {
  const harness = openHarness();
  const third = harness.core.createAccount({ label: 'c' });
  expect(third).toBeDefined();
  harness.order({ ...limit('buy', '2000', '1'), clOrdId: 'older' }, 0);
  harness.order({ ...limit('buy', '2000', '1'), clOrdId: 'newer' }, 1);
  harness.order(limit('sell', '1999.99', '1.5'), 2);
  expect(harness.get('/api/v5/trade/fills', 0)[0]).toMatchObject({ fillPx: '2000', fillSz: '1', execType: 'M' });
  expect(harness.get('/api/v5/trade/fills', 1)[0]).toMatchObject({ fillPx: '2000', fillSz: '0.5', execType: 'M' });
  expect(harness.get('/api/v5/trade/fills', 2).map((fill) => fill['fillSz'])).toEqual(['0.5', '1']);
  expect(harness.get('/api/v5/trade/orders-pending', 1)[0]).toMatchObject({
    clOrdId: 'newer',
    state: 'partially_filled',
    accFillSz: '0.5',
  });
});

test('a post-only order that would take liquidity is cancelled with the cancel source 31, and an immediate-or-cancel order that does not fill is cancelled with the cancel source 14', () => {
  const harness = openHarness();
  const crossing = harness.order({ side: 'buy', ordType: 'post_only', px: '2000.01', sz: '1' });
  expect(crossing['sCode']).toBe('0');
  expect(harness.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${crossing['ordId']}`)[0]).toMatchObject({
    state: 'canceled',
    cancelSource: '31',
  });
  const missing = harness.order({ side: 'buy', ordType: 'ioc', px: '1999', sz: '1' });
  expect(harness.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${missing['ordId']}`)[0]).toMatchObject({
    state: 'canceled',
    cancelSource: '14',
  });
});

test('when two orders of one account match, the resting order is cancelled with the cancel source 32, and no trade happens', () => {
  const harness = openHarness();
  const resting = harness.order(limit('buy', '2000', '1'));
  harness.order(limit('sell', '2000', '1'));
  expect(harness.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${resting['ordId']}`)[0]).toMatchObject({
    state: 'canceled',
    cancelSource: '32',
  });
  expect(harness.get('/api/v5/trade/fills')).toEqual([]);
});

test('on the synthetic market some resting orders fill in parts, and every order is filled after the market has had several prices beyond the order price', () => {
  const harness = openHarness();
  const last = Number(harness.get('/api/v5/market/ticker?instId=SOL-USDT-SWAP')[0]?.['last']);
  for (let index = 0; index < 20; index += 1) {
    harness.order({ instId: 'SOL-USDT-SWAP', ...limit('buy', (last - 1 - index / 100).toFixed(2), '1') }, index % 2);
  }
  for (let index = 0; index < 6; index += 1)
    harness.core.advance({ instId: 'SOL-USDT-SWAP', prices: [(last - 3 - index / 100).toFixed(2)] });
  const fills = [...harness.get('/api/v5/trade/fills', 0), ...harness.get('/api/v5/trade/fills', 1)];
  expect(fills.length).toBeGreaterThan(20);
  expect(fills.reduce((sum, fill) => sum + Number(fill['fillSz']), 0)).toBeCloseTo(20, 9);
  expect(harness.get('/api/v5/trade/orders-pending', 0)).toEqual([]);
});

test('an amendment changes the price and size of an order, and an amendment of an unknown order is refused with 51503', () => {
  const harness = openHarness();
  const { ordId } = harness.order(limit('buy', '1990', '1'));
  const amended = harness.post('/api/v5/trade/amend-order', {
    instId: 'ETH-USDT-SWAP',
    ordId,
    newPx: '1985',
    newSz: '2',
    reqId: 'r1',
  });
  expect(amended.row).toMatchObject({ sCode: '0', reqId: 'r1' });
  harness.walk('1985');
  expect(harness.get('/api/v5/trade/orders-pending')[0]).toMatchObject({ px: '1985', sz: '2', state: 'live' });
  expect(
    harness.post('/api/v5/trade/amend-order', { instId: 'ETH-USDT-SWAP', ordId: '1', newPx: '1985' }).row['sCode'],
  ).toBe('51503');
  expect(harness.post('/api/v5/trade/cancel-order', { instId: 'ETH-USDT-SWAP', ordId: '1' }).row['sCode']).toBe(
    '51400',
  );
});

test('a cancelled order without a fill is no longer listed after two hours', () => {
  const harness = openHarness();
  const { ordId } = harness.order(limit('buy', '1990', '1'));
  harness.post('/api/v5/trade/cancel-order', { instId: 'ETH-USDT-SWAP', ordId });
  expect(harness.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${ordId}`)[0]).toMatchObject({
    state: 'canceled',
    cancelSource: '1',
  });
  harness.clock.pass(2 * 3_600_000 + 1);
  expect(harness.get(`/api/v5/trade/order?instId=ETH-USDT-SWAP&ordId=${ordId}`)).toEqual([]);
});
