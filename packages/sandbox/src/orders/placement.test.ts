// What the exchange refuses, with which code.
import { expect, test } from 'vitest';
import { openDesk } from '../../tests/_harness.ts';

const buy = { side: 'buy', ordType: 'limit', px: '1990', sz: '1' };

test.each([
  ['an unknown instrument', { ...buy, instId: 'NO-USDT-SWAP' }, '51001'],
  ['spot margin', { ...buy, tdMode: 'cash' }, '51000'],
  ['a client id with a hyphen', { ...buy, clOrdId: 'a-b' }, '51000'],
  ['a hedge side in net mode', { ...buy, posSide: 'long' }, '51000'],
  ['a size between lots', { ...buy, sz: '1.005' }, '51121'],
  ['a missing price', { side: 'buy', ordType: 'limit', sz: '1' }, '51204'],
  ['a price between ticks', { ...buy, px: '1990.005' }, '51000'],
  ['a buy far above the band', { ...buy, px: '2101' }, '51006'],
  ['more margin than there is', { ...buy, sz: '1000' }, '51008'],
  ['a reduce-only order without a position', { ...buy, reduceOnly: true }, '51169'],
  ['a size above the market maximum', { side: 'buy', ordType: 'market', sz: '90001' }, '51202'],
])('%s is refused', (_case, fields, code) => {
  const desk = openDesk();
  expect(desk.order(fields)['sCode']).toBe(code);
  expect(desk.get('/api/v5/trade/orders-pending')).toEqual([]);
});

test('a size below the minimum is refused with 51020', () => {
  const desk = openDesk();
  expect(desk.order({ instId: 'ADA-USDT-SWAP', side: 'buy', ordType: 'market', sz: '0' })['sCode']).toBe('51000');
  expect(desk.order({ instId: 'BTC-USDT-SWAP', side: 'buy', ordType: 'market', sz: '0.001' })['sCode']).toBe('51020');
});

test('a client id is unique among pending orders and free again afterwards', () => {
  const desk = openDesk();
  expect(desk.order({ ...buy, clOrdId: 'one' })['sCode']).toBe('0');
  expect(desk.order({ ...buy, clOrdId: 'one' })['sCode']).toBe('51016');
  desk.post('/api/v5/trade/cancel-order', { instId: 'ETH-USDT-SWAP', clOrdId: 'one' });
  expect(desk.order({ ...buy, clOrdId: 'one' })['sCode']).toBe('0');
});

test('in net mode a reduce-only order needs the opposite direction and no more than the free position', () => {
  const desk = openDesk();
  desk.order({ side: 'buy', ordType: 'market', sz: '2' });
  const exit = { side: 'sell', ordType: 'limit', px: '2050', reduceOnly: true };
  expect(desk.order({ ...buy, reduceOnly: true })['sCode']).toBe('51170');
  expect(desk.order({ ...exit, sz: '3' })['sCode']).toBe('51112');
  expect(desk.order({ ...exit, sz: '2' })['sCode']).toBe('0');
  expect(desk.order({ ...exit, sz: '1' })['sCode']).toBe('51206');
});

test('in hedge mode both sides live beside each other and every order names its side', () => {
  const desk = openDesk();
  expect(desk.post('/api/v5/account/set-position-mode', { posMode: 'long_short_mode' }).code).toBe('0');
  expect(desk.order({ side: 'buy', ordType: 'market', sz: '1' })['sCode']).toBe('51000');
  expect(desk.order({ side: 'sell', posSide: 'long', ordType: 'market', sz: '1' })['sCode']).toBe('51169');
  desk.order({ side: 'buy', posSide: 'long', ordType: 'market', sz: '2' });
  desk.order({ side: 'sell', posSide: 'short', ordType: 'market', sz: '1' });
  const positions = desk.get('/api/v5/account/positions?instType=SWAP');
  expect(new Map(positions.map((row) => [row['posSide'], row['pos']]))).toEqual(
    new Map([
      ['long', '2'],
      ['short', '1'],
    ]),
  );
  desk.order({ side: 'sell', posSide: 'long', ordType: 'market', sz: '2' });
  expect(desk.get('/api/v5/account/positions').map((row) => row['posSide'])).toEqual(['short']);
  expect(desk.post('/api/v5/account/set-position-mode', { posMode: 'net_mode' }).code).toBe('59000');
});

test('a position is closed at market as a whole, pending exits only with autoCxl', () => {
  const desk = openDesk();
  const close = { instId: 'ETH-USDT-SWAP', mgnMode: 'cross' };
  expect(desk.post('/api/v5/trade/close-position', close).code).toBe('51023');
  desk.order({ side: 'sell', ordType: 'market', sz: '2' });
  desk.order({ side: 'buy', ordType: 'limit', px: '1950', sz: '2', reduceOnly: true });
  expect(desk.post('/api/v5/trade/close-position', close).code).toBe('51115');
  expect(desk.post('/api/v5/trade/close-position', { ...close, autoCxl: true }).code).toBe('0');
  expect(desk.get('/api/v5/account/positions')).toEqual([]);
  expect(desk.get('/api/v5/trade/orders-pending')).toEqual([]);
});

test('a batch answers in order and says with code 2 that some failed', () => {
  const desk = openDesk();
  const item = { instId: 'ETH-USDT-SWAP', tdMode: 'cross', ...buy };
  const answer = desk.post('/api/v5/trade/batch-orders', [item, { ...item, sz: '1.005' }]);
  expect(answer.code).toBe('2');
  expect(answer.rows.map((row) => row['sCode'])).toEqual(['0', '51121']);
});

test('leverage has bounds, and no cross order names a side for it', () => {
  const desk = openDesk();
  const set = (fields: Record<string, unknown>): string =>
    desk.post('/api/v5/account/set-leverage', { instId: 'ETH-USDT-SWAP', mgnMode: 'cross', ...fields }).code;
  expect(set({ lever: 101 })).toBe('59102');
  expect(set({ lever: '10', posSide: 'long' })).toBe('51000');
  expect(set({ lever: 10 })).toBe('0');
  expect(desk.get('/api/v5/account/leverage-info?instId=ETH-USDT-SWAP&mgnMode=cross')[0]).toMatchObject({
    lever: '10',
    posSide: 'net',
  });
});

test('a stop on the mark price closes the position at its level', () => {
  const desk = openDesk();
  desk.order({ side: 'buy', ordType: 'market', sz: '2' });
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
  expect(desk.post('/api/v5/trade/order-algo', { ...stop, slTriggerPx: '2100' }).row['sCode']).toBe('51280');
  expect(desk.post('/api/v5/trade/order-algo', { ...stop, slTriggerPx: '1900' }).row['sCode']).toBe('0');
  expect(desk.get('/api/v5/trade/orders-algo-pending?ordType=conditional')).toHaveLength(1);
  desk.walk('1850');
  expect(desk.get('/api/v5/account/positions')).toEqual([]);
  expect(desk.get('/api/v5/trade/fills')[0]).toMatchObject({ fillPx: '1899.99', fillSz: '2' });
  expect(desk.get('/api/v5/trade/orders-algo-pending?ordType=conditional')).toEqual([]);
});

test('the dead-man timer cancels everything when it is not renewed', () => {
  const desk = openDesk();
  desk.order(buy);
  expect(desk.post('/api/v5/trade/cancel-all-after', { timeOut: '10' }).code).toBe('0');
  desk.clock.pass(11_000);
  desk.core.step();
  expect(desk.get('/api/v5/trade/orders-history?instType=SWAP')[0]).toMatchObject({
    state: 'canceled',
    cancelSource: '20',
  });
});
