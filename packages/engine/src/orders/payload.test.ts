// Tests of the canonical text of commands. An order always has the same text, and the order can be read from this text.
import { lots, ticks } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { desiredEntry, smallLadder } from '../../tests/builders.ts';
import { changePayloadOf, payloadOf, readPayload } from './payload.ts';

const { instrument } = smallLadder;
const order = { ...desiredEntry, clientId: 'q1r' };

test('the payload of a placement has its keys in a fixed sequence and its whole numbers as texts', () => {
  expect(payloadOf(instrument, 'long', order)).toBe(
    `{"instrumentId":"${instrument.id}","clientId":"q1r","positionSide":"long","side":"buy","type":"limit","price":"200000","lots":"100","reduces":false}`,
  );
});

test('a placement with or without a price can be read from its payload', () => {
  for (const price of [ticks(200_000n), null]) {
    const { clientId, side, type, lots: size, reduces } = order;
    const fields = { clientId, side, type, price, lots: size, reduces, tickSz: null, lotSz: null };
    expect(readPayload(payloadOf(instrument, 'short', { ...order, price }))).toEqual(fields);
  }
});

test('the payload of an amend contains the price and the total size, and the payload of a cancel contains null for both', () => {
  expect(changePayloadOf(instrument, { clientId: 'q1r', price: ticks(5n), lots: lots(7n) })).toBe(
    '{"clientId":"q1r","price":"5","lots":"7"}',
  );
  expect(changePayloadOf(instrument, { clientId: 'q1r', price: null, lots: null })).toBe(
    '{"clientId":"q1r","price":null,"lots":null}',
  );
});

test.each(['null', '7', '{}', '{"clientId":"q1r","lots":"7"}'])('readPayload refuses the text %s', (text) => {
  expect(() => readPayload(text)).toThrow('A stored order is not readable.');
});
