// Tests of margin, liquidation and funding with the published formulas.
import { expect, test } from 'vitest';
import { solveLiquidation } from './margin.ts';
import { formatBaseUnits, multiplyDown, baseUnits } from '../base-units.ts';
import { openHarness } from '../../tests/_harness.ts';

// The rows are two recorded cross positions with N coins, the maintenance rate m and the closing fee rate f. The equity
// without the profit of the position is ratio * N * mark * (m + f) - N * (mark - entry).
test.each([
  {
    coins: '100',
    entry: '0.52668',
    mark: '0.52692',
    mmr: '0.005',
    ratio: '69.00363001456147',
    expected: 0.3287514731020614,
  },
  {
    coins: '0.01',
    entry: '34131.1',
    mark: '34132.18608358957281',
    mmr: '0.004',
    ratio: '140.49930117599155',
    expected: 12608.95908387744,
  },
])(
  'the formula gives the liquidation price that OKX showed for a long position with entry $entry',
  ({ coins, entry, mark, mmr, ratio, expected }) => {
    const size = baseUnits(coins);
    const required = multiplyDown(multiplyDown(size, baseUnits(mark)), baseUnits(mmr) + baseUnits('0.0005'));
    const equity = multiplyDown(baseUnits(ratio), required) - multiplyDown(size, baseUnits(mark) - baseUnits(entry));
    const found = solveLiquidation(equity, [
      { direction: 1, coins: size, cost: multiplyDown(size, baseUnits(entry)), mmr: baseUnits(mmr) },
    ]);
    expect(Number(formatBaseUnits(found?.price ?? 0n)) / expected).toBeCloseTo(1, 13);
  },
);

test('the liquidation price of a short position is above its entry price and equals the price of the published formula', () => {
  const found = solveLiquidation(baseUnits('100'), [
    { direction: -1, coins: baseUnits('1'), cost: baseUnits('1000'), mmr: baseUnits('0.01') },
  ]);
  expect(found?.isBelow).toBe(false);
  expect(Number(formatBaseUnits(found?.price ?? 0n))).toBeCloseTo(1100 / 1.0105, 12);
});

test('a position row contains notional, margin and profit at the mark price', () => {
  const harness = openHarness();
  harness.post('/api/v5/account/set-leverage', { instId: 'ETH-USDT-SWAP', mgnMode: 'cross', lever: '10' });
  harness.order({ side: 'buy', ordType: 'limit', px: '2000.01', sz: '10' });
  harness.walk('2100');
  expect(harness.get('/api/v5/account/positions')[0]).toMatchObject({
    pos: '10',
    avgPx: '2000.01',
    upl: '99.99',
    notionalUsd: '2100',
    imr: '210',
    mmr: '8.4',
    lever: '10',
    mgnMode: 'cross',
  });
});

test('the account is liquidated at the liquidation price of the position row, and the account gets one liquidation bill', () => {
  const harness = openHarness({ accounts: [{ label: 'small', usdt: '100' }] });
  harness.post('/api/v5/account/set-leverage', { instId: 'ETH-USDT-SWAP', mgnMode: 'cross', lever: '20' });
  harness.order({ side: 'buy', ordType: 'market', sz: '5' });
  harness.order({ side: 'buy', ordType: 'limit', px: '1700', sz: '0.1' });
  const shown = Number(harness.get('/api/v5/account/positions')[0]?.['liqPx']);
  harness.walk('1500');
  const [fill] = harness.get('/api/v5/trade/fills');
  expect(Number(fill?.['fillPx'])).toBeCloseTo(Math.floor(shown * 100) / 100, 9);
  expect(fill?.['tradeId']).toMatch(/^-/);
  expect(harness.get('/api/v5/account/positions')).toEqual([]);
  const history = harness.get('/api/v5/trade/orders-history?instType=SWAP');
  expect(history.map((row) => row['category'])).toContain('full_liquidation');
  expect(history.find((row) => row['ordType'] === 'limit')).toMatchObject({ state: 'canceled', cancelSource: '3' });
  expect(harness.get('/api/v5/account/bills?type=5')).toHaveLength(1);
});

test('each settlement writes one funding bill at the mark price, and the short side receives the amount that the long side pays', () => {
  const harness = openHarness();
  harness.order({ side: 'buy', ordType: 'limit', px: '2000', sz: '10' }, 0);
  harness.order({ side: 'sell', ordType: 'limit', px: '2000', sz: '10' }, 1);
  const rate = Number(harness.get('/api/v5/public/funding-rate?instId=ETH-USDT-SWAP')[0]?.['fundingRate']);
  harness.core.step();
  harness.clock.pass(8 * 3_600_000);
  harness.core.step();
  harness.core.step();
  const [paid, ...others] = harness.get('/api/v5/account/bills?type=8', 0);
  const [received] = harness.get('/api/v5/account/bills?type=8', 1);
  expect(others).toEqual([]);
  expect(Number(paid?.['pnl'])).toBeCloseTo(-2000 * rate, 9);
  expect(Number(received?.['balChg'])).toBeCloseTo(2000 * rate, 9);
  expect(paid?.['subType']).toBe(rate > 0 ? '173' : '174');
});
