// Tests of the table of order states, also for repeated facts and for facts that arrive late.
import { expect, test } from 'vitest';
import { lots, ticks } from '@rondo/decimal';
import { factOf, isOpen, orderTable, stepOrder, type OrderFact, type OrderState } from './order-state.ts';
import type { OrderReport } from '../ports/index.ts';

const facts = Object.keys(orderTable.sent) as OrderFact[]; // The keys of a row are exactly the facts.
const states = Object.keys(orderTable) as OrderState[]; // The keys of the table are exactly the states.

test('every pair of a state and a fact has a result', () => {
  for (const state of states) for (const fact of facts) expect(stepOrder(state, fact).state).toBeDefined();
});

test('a repeated fact does not change the state of an order', () => {
  for (const state of states) {
    for (const fact of facts) {
      const once = stepOrder(state, fact).state;
      expect(stepOrder(once, fact).state).toBe(once);
    }
  }
});

test('a filled order stays filled after every fact, and the fact `unanswered` does not change whether an order is open', () => {
  for (const fact of facts) expect(stepOrder('filled', fact).state).toBe('filled');
  for (const state of states) expect(isOpen(stepOrder(state, 'unanswered').state)).toBe(isOpen(state));
});

test('an order in the state never or rejected becomes live when the exchange shows the order, and the result is marked as a contradiction', () => {
  for (const state of ['never', 'rejected'] as const)
    expect(stepOrder(state, 'seenLive')).toEqual({ state: 'live', isContradiction: true });
});

test('the filled size decides the fact when it contradicts the state in the report', () => {
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
    createdAt: 0,
    updatedAt: 0,
  };
  expect(factOf(report)).toBe('seenFilled');
  expect(factOf({ ...report, filledLots: lots(4n) })).toBe('seenCancelled');
  expect(factOf({ ...report, state: 'live', filledLots: lots(4n) })).toBe('seenPartial');
  expect(factOf({ ...report, lots: lots(0n), filledLots: lots(0n) })).toBe('seenCancelled');
  expect(factOf({ ...report, state: 'filled', filledLots: lots(4n) })).toBe('seenFilled');
});
