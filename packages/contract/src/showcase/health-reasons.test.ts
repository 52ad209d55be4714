// Tests of the sentences of the health of a server.
import { expect, test } from 'vitest';
import { healthReason, healthSentence } from './health-reasons.ts';

test('the sentence of a reason has the values of the reason', () => {
  expect(healthSentence(healthReason('blind', { count: 6, accounts: 100, waiting: 3, opening: 2 }))).toBe(
    '6 of 100 accounts receive no messages from the exchange (3 handshakes wait, 2 have begun)',
  );
});
