// What a test is told about an account agrees with what the account itself is answered.
import { expect, test } from 'vitest';
import { openDesk } from '../../tests/_harness.ts';

test('the ledger of a label holds the orders, fills, bills and positions of that account only', () => {
  const desk = openDesk();
  desk.order({ side: 'buy', ordType: 'market', sz: '2' });
  desk.order({ side: 'sell', ordType: 'limit', sz: '1', px: '2010' });
  const ledger = desk.core.ledger('a');
  expect(ledger).toMatchObject({
    orders: [{ state: 'filled' }, { state: 'live', px: '2010' }],
    fills: [{ fillSz: '2', side: 'buy' }],
    bills: [{ type: '1' }, { type: '2' }],
    positions: [{ instId: 'ETH-USDT-SWAP', pos: '2' }],
  });
  expect(desk.core.ledger('b')).toMatchObject({ orders: [], fills: [], bills: [{ type: '1' }], positions: [] });
  expect(desk.core.ledger('nobody')).toBeUndefined();
});
