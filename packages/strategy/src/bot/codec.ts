// Converts events and states to JSON values for the journal. Whole numbers, decimals and fractions become texts with a tag.
import { formatDecimal, fraction, parseDecimal, type Decimal, decimalOf, type Fraction } from '@rondo/decimal';
import type { BotState, StrategyEvent } from '../types.ts';
import { fromVersion1Event, fromVersion1State } from './version-1.ts';

/** A JSON value. The journal stores states and events in this form, because JSON.stringify writes it without loss. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Every state is stored with this version. `decodeState` also reads version 1, which has no holds, and refuses any other version. */
const stateVersion = 2;

/** The late lot has this key in a stored state, because states of earlier versions already use the key. */
const storedLateLotKey = 'stray';

/** Returns a state as a JSON value: {"version", "state"}. */
export function encodeState(state: BotState): JsonValue {
  return { version: stateVersion, state: encode(withKey(state, 'lateLot', storedLateLotKey)) };
}

/**
 * Returns the state of an `encodeState` value. Throws RangeError for any other value. The journal contains only states
 * that `encodeState` wrote.
 */
export function decodeState(value: unknown): BotState {
  if (!isRecord(value) || (value['version'] !== stateVersion && value['version'] !== 1))
    throw new RangeError('The value is not a bot state of this version.');
  const decoded = decode(withKey(value['state'], storedLateLotKey, 'lateLot'));
  const state = value['version'] === 1 && isRecord(decoded) ? fromVersion1State(decoded) : decoded;
  if (!isRecord(state) || !isRecord(state['config']) || typeof state['status'] !== 'string')
    throw new RangeError('The value is not a bot state.');
  return state as BotState; // `encodeState` wrote this value: the version was checked, and only our code writes to the journal.
}

const eventKinds: ReadonlySet<string> = new Set<StrategyEvent['kind']>([
  'start',
  'signal',
  'openingExpired',
  'price',
  'fill',
  'orderClosed',
  'ordersGone',
  'flatConfirmed',
  'funding',
  'stop',
  'setLast',
  'availableMargin',
  'liquidated',
  'externalClose',
  'expired',
  'hold',
  'release',
  'waitOver',
  'releaseGuard',
  'recover',
  'rules',
]);

/** Returns an event as a JSON value. */
export function encodeEvent(event: StrategyEvent): JsonValue {
  return encode(event);
}

/** Returns the event of an `encodeEvent` value. The stored kinds `pause` and `resume` of version 1 become `hold` and `release`. Throws RangeError for an unknown kind. */
export function decodeEvent(value: unknown): StrategyEvent {
  const decoded = decode(value);
  const event = isRecord(decoded) ? fromVersion1Event(decoded) : decoded;
  if (!isRecord(event) || typeof event['kind'] !== 'string' || !eventKinds.has(event['kind']))
    throw new RangeError('The value is not a strategy event.');
  return event as StrategyEvent; // `encodeEvent` wrote this value: the kind was checked, and only our code writes to the journal.
}

/** Returns any record of this package (facts, desired orders, plans) as a JSON value. Throws RangeError for a function or a symbol. */
export function encode(value: unknown): JsonValue {
  if (typeof value === 'bigint') return { $int: value.toString() };
  if (Array.isArray(value)) return value.map(encode);
  if (isRecord(value)) return encodeRecord(value);
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new RangeError(`A value of type ${typeof value} cannot be written as JSON.`);
}

/** Returns the value of an `encode` result. Throws RangeError for a damaged decimal or fraction. */
export function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (!isRecord(value)) return value;
  const { $int: whole, $dec: decimalText, $frac: fractionText } = value;
  if (typeof whole === 'string') return BigInt(whole);
  if (typeof decimalText === 'string') return decodeDecimal(decimalText);
  if (typeof fractionText === 'string') return decodeFraction(fractionText);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, decode(each)]));
}

/** Returns the record with one key renamed and with the keys in their original order. Returns a value that is not a record unchanged. */
function withKey(value: unknown, from: string, to: string): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key === from ? to : key, each]));
}

function encodeRecord(record: Readonly<Record<string, unknown>>): JsonValue {
  const { units, scale, n, d } = record;
  if (typeof units === 'bigint' && typeof scale === 'number') return { $dec: formatDecimal(decimalOf(units, scale)) };
  if (typeof n === 'bigint' && typeof d === 'bigint') return { $frac: `${n}/${d}` };
  const encoded: Record<string, JsonValue> = {};
  for (const key of Object.keys(record)) if (record[key] !== undefined) encoded[key] = encode(record[key]);
  return encoded;
}

function decodeDecimal(text: string): Decimal {
  const short = parseDecimal(text);
  if (short !== undefined) return short;
  // An exact sum may have more digits than `parseDecimal` accepts.
  const match = /^(-?\d+)\.(\d+)$/.exec(text);
  if (match === null) throw new RangeError('The text is not a decimal.');
  const [, whole = '', digits = ''] = match;
  return decimalOf(BigInt(whole + digits), digits.length);
}

function decodeFraction(text: string): Fraction {
  const [n = '', d = ''] = text.split('/');
  if (d === '') throw new RangeError('The text is not a fraction.');
  return fraction(BigInt(n), BigInt(d));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
