// The client id of an order. The id is calculated only from the slot key. It ends with a keyed checksum, which an id of
// another program or person does not have.
import { assert } from '../assert.ts';
import type { SlotKey } from '../ports/index.ts';

/**
 * Computes HMAC-SHA-256 with the id key of the product, as lower-case hex. The server passes this function, because the
 * engine does not know the key.
 */
export type KeyedHash = (text: string) => string;

/** The slot key that a client id contains. `botNumber` identifies the bot. */
export type ParsedClientId = Omit<SlotKey, 'botId'>;

/** The first characters of an id without and with an instance mark. The digit is the version of the format. */
const prefixes = { unmarked: 'q1r', marked: 'q2r' } as const;
/** The length of an instance mark in characters of [0-9a-z]. */
const markLength = 4;
const kindCodes = { entry: 'e', takeProfit: 't', baseExit: 'b', close: 'c', stopLoss: 's' } as const;
const kindsByCode: Readonly<Record<string, SlotKey['kind']>> = {
  e: 'entry',
  t: 'takeProfit',
  b: 'baseExit',
  c: 'close',
  s: 'stopLoss',
};
const bodyPattern = /^(?:q1r|q2r[0-9a-z]{4})([0-9a-z]{8})([0-9a-z]{4})([etbcs])([0-9a-z])([0-9a-z]{3})$/;
const checkLength = 6;

/** The closing orders of a frozen bot have this round. The rounds of the strategy count from 1. */
export const frozenRound = 0;

/**
 * Returns the client order id of a slot: 30 characters of [0-9a-z] with an instance mark, and 26 without a mark. Throws
 * InvariantError when a number or the mark does not fit its field. Source: reliability 4.2.
 */
export function clientOrderId(slot: SlotKey, keyedHash: KeyedHash, mark: string | null = null): string {
  const body =
    prefixOf(mark) +
    base36(slot.botNumber, 8) +
    base36(slot.round, 4) +
    kindCodes[slot.kind] +
    base36(slot.step, 1) +
    base36(slot.generation, 3);
  return body + checkOf(body, keyedHash);
}

/**
 * Returns the slot key that a client id contains. An id without an instance mark and an id with any mark are ours.
 * Returns null when the format or the checksum shows that the id is not ours.
 */
export function parseClientOrderId(id: string, keyedHash: KeyedHash): ParsedClientId | null {
  const body = id.slice(0, -checkLength);
  const match = bodyPattern.exec(body);
  if (match === null || id.slice(-checkLength) !== checkOf(body, keyedHash)) return null;
  const [, bot = '', round = '', kindCode = '', step = '', generation = ''] = match;
  const kind = kindsByCode[kindCode];
  if (kind === undefined) return null;
  return {
    botNumber: Number.parseInt(bot, 36),
    round: Number.parseInt(round, 36),
    kind,
    step: Number.parseInt(step, 36),
    generation: Number.parseInt(generation, 36),
  };
}

/** Returns the instance mark in a client id of ours, or null when the id has no mark. */
export function markOf(id: string): string | null {
  const { marked } = prefixes;
  return id.startsWith(marked) ? id.slice(marked.length, marked.length + markLength) : null;
}

function prefixOf(mark: string | null): string {
  if (mark === null) return prefixes.unmarked;
  assert(/^[0-9a-z]*$/.test(mark) && mark.length === markLength, `The text ${mark} is not an instance mark.`);
  return prefixes.marked + mark;
}

function base36(value: number, width: number): string {
  assert(Number.isSafeInteger(value) && value >= 0, `A field of a client order id is not a whole number: ${value}.`);
  const text = value.toString(36).padStart(width, '0');
  assert(text.length === width, `The value ${value} needs more than ${width} characters of a client order id.`);
  return text;
}

// Returns the first 30 bits of the hash as base-32 digits, which are all in [0-9a-z].
function checkOf(body: string, keyedHash: KeyedHash): string {
  const bits = BigInt(`0x${keyedHash(body).slice(0, 8)}`) >> 2n;
  return bits.toString(32).padStart(checkLength, '0');
}
