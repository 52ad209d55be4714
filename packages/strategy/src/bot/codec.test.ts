import { decimal, lots, ticks, ratio } from '@rondo/decimal';
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { decode, decodeEvent, decodeState, encode, encodeEvent, encodeState } from './codec.ts';
import { newBot } from './step.ts';
import type { StrategyEvent } from '../types.ts';

const slot = { kind: 'entry', round: 1, step: 2 } as const;
const events: readonly StrategyEvent[] = [
  { kind: 'start' },
  { kind: 'signal', stepDistance: ratio(4n, 300n) },
  {
    kind: 'signal',
    stepDistance: null,
    validUntil: 1_700_000_060_000,
    source: {
      ruleKey: 'rsi/14/30/crossing/long',
      instrument: 'ETH-USDT-SWAP',
      bar: '1H',
      closedAt: 1_700_000_000_000,
      values: { rsi: '31.5' },
      readingHash: 'c0ffee',
    },
    at: 1_700_000_002_000,
  },
  { kind: 'openingExpired', at: 1_700_000_060_001 },
  { kind: 'price', price: ticks(199_999n) },
  {
    kind: 'fill',
    slot,
    generation: 3,
    price: ticks(-5n),
    lots: lots(7n),
    fee: decimal('-0.125'),
    liquidity: null,
    fillId: 'a',
    at: 12,
  },
  { kind: 'orderClosed', slot, generation: 0, reason: 'rejected', code: '51008' },
  { kind: 'ordersGone' },
  { kind: 'ordersGone', at: 1_700_000_000_000 },
  { kind: 'flatConfirmed' },
  { kind: 'funding', amount: decimal('-1.5') },
  { kind: 'stop', closePosition: true },
  { kind: 'setLast', isLast: false },
  { kind: 'availableMargin', amount: decimal('12') },
  { kind: 'liquidated', fills: [{ price: ticks(1n), lots: lots(2n), fee: decimal('0') }] },
  { kind: 'externalClose', fills: [] },
  { kind: 'hold', by: 'user', level: 'rounds', reason: 'user', until: 1_700_000_000_000 },
  { kind: 'release', by: 'key' },
  { kind: 'waitOver', at: 1_700_000_000_000 },
  { kind: 'releaseGuard', at: 12 },
  { kind: 'recover', as: 'exitsOnly' },
];

test.each(events)('the JSON of an event $kind decodes to the original event', (event) => {
  expect(decodeEvent(JSON.parse(JSON.stringify(encodeEvent(event))))).toEqual(event);
});

test('the JSON of the state of a new bot decodes to the original state', () => {
  const state = newBot(botConfig());
  expect(decodeState(JSON.parse(JSON.stringify(encodeState(state))))).toEqual(state);
});

test('a stored state keeps the key names of earlier versions, so the late lot has the key “stray”', () => {
  const { state } = JSON.parse(JSON.stringify(encodeState(newBot(botConfig()))));
  expect(Object.keys(state).slice(-3)).toEqual(['round', 'stray', 'close']);
});

test.each([['a text'], [null], [7]])(
  'decodeState refuses a stored state that is the value %j and not a record',
  (state) => {
    expect(() => decodeState({ version: 1, state })).toThrow(RangeError);
  },
);

test('a decimal with more digits than parseDecimal accepts decodes to the original value', () => {
  const long = { units: 10n ** 60n + 1n, scale: 50 };
  expect(decode(encode(long))).toEqual(long);
});

test('encode omits an optional field whose value is undefined', () => {
  expect(encode({ a: 1, b: undefined })).toEqual({ a: 1 });
});

test.each([
  null,
  7,
  'text',
  [],
  {},
  { version: 3, state: {} },
  { version: 1, state: {} },
  { version: 1, state: { config: {} } },
])('decodeState refuses %j', (value) => {
  expect(() => decodeState(value)).toThrow(RangeError);
});

test.each([null, {}, { kind: 'other' }, { kind: 5 }])('decodeEvent refuses %j', (value) => {
  expect(() => decodeEvent(value)).toThrow(RangeError);
});

test('encode refuses a function, and decode refuses a damaged decimal or fraction', () => {
  expect(() => encode(() => 1)).toThrow(RangeError);
  expect(() => decode({ $dec: 'x' })).toThrow(RangeError);
  expect(() => decode({ $frac: '1' })).toThrow(RangeError);
});
