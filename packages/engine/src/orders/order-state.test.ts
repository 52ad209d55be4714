// The life of an order: facts in any order end in the truth.
import { expect, test } from 'vitest';
import { lots, ticks } from '@rondo/decimal';
import { factOf, isOpen, orderTable, stepOrder, type OrderFact, type OrderState } from './order-state.ts';
import type { OrderReport } from '../ports/index.ts';

const facts = Object.keys(orderTable.sent) as OrderFact[]; // the keys of a row are exactly the facts
const states = Object.keys(orderTable) as OrderState[]; // the keys of the table are exactly the states

test('every pair of state and fact has a result', () => {
  for (const state of states) for (const fact of facts) expect(stepOrder(state, fact).state).toBeDefined();
});

test('the same fact told twice changes nothing the second time', () => {
  for (const state of states) {
    for (const fact of facts) {
      const once = stepOrder(state, fact).state;
      expect(stepOrder(once, fact).state).toBe(once);
    }
  }
});

test('an order that was filled never becomes open again, and a timeout ends nothing', () => {
  for (const fact of facts) expect(stepOrder('filled', fact).state).toBe('filled');
  for (const state of states) expect(isOpen(stepOrder(state, 'unanswered').state)).toBe(isOpen(state));
});

test('an order called never or rejected that shows up after all is believed and recorded as a contradiction', () => {
  for (const state of ['never', 'rejected'] as const)
    expect(stepOrder(state, 'seenLive')).toEqual({ state: 'live', isContradiction: true });
});

test('the filled quantity is authoritative over the status beside it', () => {
  const report: OrderReport = {
    instrumentId: 'ETH-USDT-SWAP',
    venueOrderId: '1',
    clientId: 'a',
    side: 'buy',
    positionSide: 'net',
    state: 'cancelled',
    trigger: false,
    price: ticks(1n),
    lots: lots(10n),
    filledLots: lots(10n),
    cancelSource: '',
    updatedAt: 0,
  };
  expect(factOf(report)).toBe('seenFilled');
  expect(factOf({ ...report, filledLots: lots(4n) })).toBe('seenCancelled');
  expect(factOf({ ...report, state: 'live', filledLots: lots(4n) })).toBe('seenPartial');
});
