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

test('the payload of a command names its units only when the instrument has finer steps than at the creation of the bot', () => {
  const refined = { ...instrument, isRefined: true as const };
  const units = { tickSz: '0.01', lotSz: '0.01' };
  const change = { clientId: 'q1r', price: ticks(5n), lots: lots(7n) };
  const { tickSz, lotSz } = instrument;
  expect(JSON.parse(payloadOf(refined, 'long', order))).toMatchObject(units);
  expect(JSON.parse(changePayloadOf(refined, change))).toMatchObject(units);
  expect(JSON.parse(changePayloadOf({ ...instrument, isRefined: false }, change))).not.toHaveProperty('tickSz');
  expect(readPayload(payloadOf(refined, 'long', order))).toMatchObject({ tickSz, lotSz });
});

test.each(['null', '7', '{}', '{"clientId":"q1r","lots":"7"}'])('readPayload refuses the text %s', (text) => {
  expect(() => readPayload(text)).toThrow('A stored order is not readable.');
});
