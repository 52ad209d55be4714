// The canonical text of commands: byte for byte the same for the same order, and read back exactly.
import { lots, ticks } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { desiredEntry, smallLadder } from '../../tests/builders.ts';
import { changePayloadOf, payloadOf, readPayload } from './payload.ts';

const { instrument } = smallLadder;
const order = { ...desiredEntry, clientId: 'q1r' };

test('the payload of a placement has a fixed order of keys and whole numbers as text', () => {
  expect(payloadOf(instrument, 'long', order)).toBe(
    `{"instrumentId":"${instrument.id}","clientId":"q1r","positionSide":"long","side":"buy","type":"limit","price":"200000","lots":"100","reduces":false}`,
  );
});

test('a placement is read back as it was written, also without a price', () => {
  for (const price of [ticks(200_000n), null]) {
    const { clientId, side, type, lots: size, reduces } = order;
    const fields = { clientId, side, type, price, lots: size, reduces };
    expect(readPayload(payloadOf(instrument, 'short', { ...order, price }))).toEqual(fields);
  }
});

test('an amend names price and total size, a cancel names neither', () => {
  expect(changePayloadOf({ clientId: 'q1r', price: ticks(5n), lots: lots(7n) })).toBe(
    '{"clientId":"q1r","price":"5","lots":"7"}',
  );
  expect(changePayloadOf({ clientId: 'q1r', price: null, lots: null })).toBe(
    '{"clientId":"q1r","price":null,"lots":null}',
  );
});

test.each(['null', '7', '{}', '{"clientId":"q1r","lots":"7"}'])('the text %s is not a placement', (text) => {
  expect(() => readPayload(text)).toThrow('a stored order is not readable');
});
