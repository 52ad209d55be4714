// Test of the account ledger: it contains the rows that the requests of the account return.
import { expect, test } from 'vitest';
import { openHarness } from '../../tests/_harness.ts';

test('the ledger of a label contains only the orders, fills, bills and positions of the account with this label', () => {
  const harness = openHarness();
  harness.order({ side: 'buy', ordType: 'market', sz: '2' });
  harness.order({ side: 'sell', ordType: 'limit', sz: '1', px: '2010' });
  const ledger = harness.core.ledger('a');
  expect(ledger).toMatchObject({
    orders: [{ state: 'filled' }, { state: 'live', px: '2010' }],
    fills: [{ fillSz: '2', side: 'buy' }],
    bills: [{ type: '1' }, { type: '2' }],
    positions: [{ instId: 'ETH-USDT-SWAP', pos: '2' }],
  });
  expect(harness.core.ledger('b')).toMatchObject({ orders: [], fills: [], bills: [{ type: '1' }], positions: [] });
  expect(harness.core.ledger('nobody')).toBeUndefined();
});
