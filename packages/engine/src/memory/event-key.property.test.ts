// Tests of event keys as texts. The spelling of stored keys must not change, and parsing the text of a key must return
// the key.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatEventKey, parseEventKey, type EventKey } from './event-key.ts';

const position = fc.nat();
const id = fc.string();
const instrumentId = fc.string().filter((text) => !text.includes(':'));
const keys: fc.Arbitrary<EventKey> = fc.oneof(
  fc.constant({ kind: 'start' } as const),
  fc.record({ kind: fc.constantFrom('gone', 'price', 'margin', 'flat'), position }),
  fc.record({ kind: fc.constant('outside' as const), position, newestFillAt: fc.maxSafeNat() }),
  fc.record({ kind: fc.constant('userCommand' as const), commandId: id }),
  fc.record({
    kind: fc.constant('unnamedCommand' as const),
    command: fc.constantFrom('stop', 'setLast', 'hold', 'release', 'signal'),
    position,
  }),
  fc.record({ kind: fc.constant('fill' as const), instrumentId, fillId: id }),
  fc.record({ kind: fc.constant('bill' as const), billId: id }),
  fc.record({ kind: fc.constant('orderEnd' as const), clientId: id, by: fc.constantFrom('user', 'own') }),
);

test('parsing the text of a key returns the key', () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(parseEventKey(formatEventKey(key))).toEqual({ ...key });
    }),
  );
});

test('parsing and then formatting a stored text returns the original text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), keys.map(formatEventKey)), (text) => {
      const key = parseEventKey(text);
      // A text with leading zeros is excluded, because a formatted position has no leading zeros. A text with the former
      // prefix `wish:` is excluded, because it is formatted with the prefix `command:`.
      if (key !== null && !/:0\d|^wish:/.test(text)) expect(formatEventKey(key)).toBe(text);
    }),
  );
});

test.each([
  ['start', { kind: 'start' }],
  ['gone:12', { kind: 'gone', position: 12 }],
  ['price:3', { kind: 'price', position: 3 }],
  ['margin:4', { kind: 'margin', position: 4 }],
  ['unsent:8', { kind: 'unsent', position: 8 }],
  ['flat:5', { kind: 'flat', position: 5 }],
  ['outside:6:1767571200000', { kind: 'outside', position: 6, newestFillAt: 1_767_571_200_000 }],
  ['command:0f8c', { kind: 'userCommand', commandId: '0f8c' }],
  ['stop:7', { kind: 'unnamedCommand', command: 'stop', position: 7 }],
  ['fill:ETH-USDT-SWAP:-42', { kind: 'fill', instrumentId: 'ETH-USDT-SWAP', fillId: '-42' }],
  ['bill:900', { kind: 'bill', billId: '900' }],
  ['end:q1r00:user', { kind: 'orderEnd', clientId: 'q1r00', by: 'user' }],
  ['end:q1r00:own', { kind: 'orderEnd', clientId: 'q1r00', by: 'own' }],
] as const)('parsing and formatting the stored key %s returns the expected key and the original text', (text, key) => {
  expect(parseEventKey(text)).toEqual(key);
  expect(formatEventKey(key)).toBe(text);
});

test.each(['', 'gone', 'gone:', 'gone:x', 'end:id', 'end:id:else', 'outside:1', 'outside:1:2:3', 'other:1', 'fill:x'])(
  'parseEventKey returns null for the text %j',
  (text) => {
    expect(parseEventKey(text)).toBeNull();
  },
);

test('a stored key with the former prefix of a user command is the same key', () => {
  expect(parseEventKey('wish:0f8c')).toEqual(parseEventKey('command:0f8c'));
});
