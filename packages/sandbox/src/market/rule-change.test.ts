// Tests of changed rules of an instrument: a larger step cancels the orders that do not fit and suspends trading for two minutes, as on OKX.
import { expect, test } from 'vitest';
import { openHarness, type Fields, type Harness } from '../../tests/_harness.ts';

const instId = 'ETH-USDT-SWAP';

function change(harness: Harness, fields: Fields): boolean {
  return harness.core.administer('instruments', { instId, ...fields });
}

function pass(harness: Harness, ms: number): void {
  harness.clock.pass(ms);
  harness.core.step();
}

const stateOf = (harness: Harness): Fields =>
  harness.get(`/api/v5/public/instruments?instType=SWAP&instId=${instId}`)[0] ?? {};

const pricesOf = (harness: Harness): readonly unknown[] =>
  harness.get('/api/v5/trade/orders-pending').map(({ px }) => px);

test('a larger price step cancels the orders between two steps and suspends trading for two minutes', () => {
  const harness = openHarness();
  for (const px of ['1990.03', '1990.1']) harness.order({ side: 'buy', ordType: 'limit', sz: '1', px });
  harness.order({ side: 'buy', ordType: 'market', sz: '1' });
  for (const slTriggerPx of ['1950.05', '1950.1'])
    harness.post('/api/v5/trade/order-algo', {
      instId,
      tdMode: 'cross',
      side: 'sell',
      ordType: 'conditional',
      sz: '1',
      slTriggerPx,
      slOrdPx: '-1',
      reduceOnly: true,
    });
  expect(change(harness, { tickSz: '0.1' })).toBe(true);
  expect(pricesOf(harness)).toEqual(['1990.1']);
  expect(
    harness.get('/api/v5/trade/orders-algo-pending?ordType=conditional').map(({ slTriggerPx }) => slTriggerPx),
  ).toEqual(['1950.1']);
  pass(harness, 119_000);
  expect(stateOf(harness)).toMatchObject({ state: 'suspend', tickSz: '0.1' });
  expect(harness.order({ side: 'buy', ordType: 'limit', sz: '1', px: '1990' })['sCode']).toBe('51022');
  pass(harness, 1_000);
  expect(stateOf(harness)).toMatchObject({ state: 'live' });
});

test('an announced larger size step suspends trading when it takes effect', () => {
  const harness = openHarness();
  harness.order({ side: 'buy', ordType: 'limit', sz: '1.05', px: '1990' });
  change(harness, { lotSz: '0.1', minSz: '0.1', inMs: '60000' });
  pass(harness, 59_000);
  expect(stateOf(harness)).toMatchObject({ state: 'live', lotSz: '0.01' });
  pass(harness, 1_000);
  expect(stateOf(harness)).toMatchObject({ state: 'suspend', lotSz: '0.1', upcChg: [] });
  expect(pricesOf(harness)).toEqual([]);
});

test('a smaller step and a changed minimum size suspend nothing and cancel nothing', () => {
  const harness = openHarness();
  change(harness, { tickSz: '0.1', suspendMs: '0' });
  harness.order({ side: 'buy', ordType: 'limit', sz: '1', px: '1990.1' });
  change(harness, { tickSz: '0.01' });
  change(harness, { minSz: '5' });
  expect(stateOf(harness)).toMatchObject({ state: 'live', tickSz: '0.01', minSz: '5' });
  expect(pricesOf(harness)).toEqual(['1990.1']);
});

test('a change that is called off never takes effect', () => {
  const harness = openHarness();
  change(harness, { tickSz: '0.1', inMs: '60000' });
  change(harness, { callOff: 'true' });
  expect(stateOf(harness)).toMatchObject({ upcChg: [] });
  pass(harness, 61_000);
  expect(stateOf(harness)).toMatchObject({ state: 'live', tickSz: '0.01' });
});
