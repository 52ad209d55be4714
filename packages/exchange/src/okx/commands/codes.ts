// The table of OKX codes: the outcome that each code proves for each verb. The sources are the error list of OKX v5 and
// the outcome rules of ADR 3. By these rules a time-out, a system code or an unlisted code proves nothing.
import type { RejectReason } from '@rondo/engine/ports';

/** The outcome of a command that a code proves. `unknown`: the code proves nothing. */
export type OkxCommandClass = 'accepted' | 'rejected' | 'unknown';
/**
 * The meaning of a code in the response to a reading. `absent`: the requested item does not exist. Every other value is
 * the reason why the reading failed.
 */
export type OkxReadClass = 'absent' | 'unavailable' | 'key' | 'busy';

/** The meaning of one code for each verb. `reason` is the reject reason, and `meaning` is a text for developers. */
export interface OkxCode {
  readonly place: OkxCommandClass;
  readonly amend: OkxCommandClass;
  readonly cancel: OkxCommandClass;
  readonly read: OkxReadClass;
  readonly reason: RejectReason;
  readonly meaning: string;
}

type Row = readonly [codes: string, code: OkxCode];

/**
 * Returns the meaning of a code. Returns undefined when the code is not listed. The outcome of a command is then
 * unknown.
 */
export function okxCode(code: string): OkxCode | undefined {
  return codes.get(code);
}

/**
 * Returns the reason of a refusal. The message is needed for the code 51000, because only the message contains the name
 * of the wrong parameter.
 */
export function okxReason(code: string, message: string): RejectReason {
  if (code === '51000' && /posSide/i.test(message)) return 'positionMode';
  if (code === '51000' && /clOrdId|algoClOrdId/i.test(message) && /exist|duplicat/i.test(message)) return 'duplicate';
  if (code === '51000' && /\b(px|sz|newPx|newSz|slTriggerPx|newSlTriggerPx)\b/.test(message)) return 'rules';
  return codes.get(code)?.reason ?? 'other';
}

function refused(reason: RejectReason, meaning: string): OkxCode {
  return { place: 'rejected', amend: 'rejected', cancel: 'rejected', read: 'unavailable', reason, meaning };
}

function unknownOutcome(meaning: string): OkxCode {
  return { place: 'unknown', amend: 'unknown', cancel: 'unknown', read: 'unavailable', reason: 'other', meaning };
}

function keyRefusal(meaning: string): OkxCode {
  return { ...refused('key', meaning), read: 'key' };
}

// The exchange refused the request because of a rate limit. The outcome of a placement still counts as unknown, so the
// order is looked up and is not placed twice.
function throttled(meaning: string): OkxCode {
  return { ...refused('busy', meaning), place: 'unknown', read: 'busy' };
}

const rows: readonly Row[] = [
  [
    '50001 50004 50005 50013 50026 51054 51149',
    unknownOutcome('the system is busy, offline or timed out, so the result is unknown'),
  ],
  ['50040 50042', unknownOutcome('the request was repeated, and the exchange may have executed the first request')],
  ['50011 50061', throttled('too many requests')],
  ['50036 50037', refused('notPlaced', 'the request deadline had passed')],
  ['50102 50112', refused('notPlaced', 'the request timestamp is outside the window')],
  ['50103 50104 50106 50107', refused('notPlaced', 'an authentication header is missing')],
  [
    '50035 50100 50101 50105 50110 50111 50113 50114 50119 50120 50121',
    keyRefusal('the key, its signature, address or permission was refused'),
  ],
  ['50000 50002 50006 50014 50015 50016 50024 50025', refused('other', 'the request is malformed')],
  ['51000', refused('other', 'a parameter is wrong, and the message names the parameter')],
  [
    '50007 50008 50012 50027 50028 50029 50030 50032 50033 50051 50052 50059 50060',
    refused('other', 'the account may not trade this now'),
  ],
  ['50009 50017 50018 50019 50020 50021 50022', refused('other', 'the account is frozen by a liquidation or ADL')],
  ['50023 51029 51030', refused('busy', 'a settlement is in progress, and the request is possible after some seconds')],
  ['50038 50044', refused('other', 'the request is not available for this key')],
  ['50071 51016 51065', refused('duplicate', 'the client order id exists among live orders')],
  ['51011', refused('duplicate', 'the order id exists')],
  ['50122 51007', refused('size', 'the size is below the minimum size')],
  ['51020 51120', refused('rules', 'the size is below the minimum size of the instrument')],
  ['51121 51123 51150', refused('rules', 'the size or the price is not a multiple of the lot or tick size')],
  [
    '51005 51101 51108 51185 51201 51202 51203 51207',
    refused('size', 'the order is above the largest size or value of one order'),
  ],
  ['51025 51102 51103 51174', refused('size', 'the account has too many pending orders')],
  [
    '51004 51104 51105 51106 51107 51186 51187',
    refused('tier', 'the position is above the position tier or the leverage limit'),
  ],
  [
    '51001 51015 51021 51022 51027 51028 51087 54072',
    refused('instrument', 'the instrument is missing, suspended or delisted'),
  ],
  ['51003 51407', refused('other', 'the request has no order id')],
  [
    '51006 51031 51116 51135 51136 51137 51138 51204',
    refused('price', 'the price is missing or outside the price band'),
  ],
  [
    '51046 51047 51048 51049 51050 51051 51052 51053 51277 51278 51279 51280',
    refused('passed', 'the trigger is on the wrong side of the price'),
  ],
  [
    '51300 51301 51302 51303 51304 51305 51306 51307 51308',
    refused('passed', 'the trigger is on the wrong side of the price'),
  ],
  ['51008 51119 51127 51131 51502 59200', refused('margin', 'the margin or the balance is too small')],
  ['51009 51024', refused('other', 'trading is blocked for this account')],
  ['51010 51057', refused('other', 'the account level does not permit this')],
  ['51023 51043 51169', refused('reduceOnly', 'the account has no position in this direction')],
  [
    '51112 51115 51117 51134 51148 51170 51205 51206',
    refused('reduceOnly', 'the order conflicts with the position or with pending exits'),
  ],
  ['51032', refused('busy', 'the position is being closed with a market order')],
  ['51039 51041', refused('positionMode', 'the request is not possible with portfolio margin')],
  ['51058 51059 51063 51291', refused('gone', 'the trigger order or its position no longer exists')],
  [
    '51155 54024 54025 54026 54027 54028 54029 54030 54031 54035',
    refused('other', 'a compliance, collateral or platform limit applies'),
  ],
  ['51400 51401 51402 51503 51509 51510', refused('gone', 'the order is already filled, cancelled or absent')],
  ['51403 51404 51405 51412 51416', refused('gone', 'the order cannot be cancelled, and its state must be read')],
  ['51410', { ...refused('gone', 'the order is already being cancelled'), cancel: 'accepted' }],
  ['51603', { ...refused('gone', 'the order does not exist'), place: 'unknown', read: 'absent' }],
  ['51500', refused('other', 'the request contains no change')],
  ['51511', refused('price', 'the amended order would fill immediately')],
  ['51513', refused('busy', 'too many amendments are in progress')],
  ['52000', refused('busy', 'market data is not available now')],
  ['54004', refused('other', 'another item of the batch was refused')],
  ['54008 54012 54092', refused('other', 'trading is restricted now')],
  ['59000 59002 59101 59107 59112 59668 59669 59670', refused('other', 'open orders or positions block the setting')],
  ['59102 59104 59105 59106', refused('tier', 'the leverage is out of range')],
  ['59103 59108 59109', refused('margin', 'the margin is too small for this leverage')],
];

const codes = codesOf(rows);

// Returns the rows by code. Throws an error when a code is listed twice.
function codesOf(table: readonly Row[]): ReadonlyMap<string, OkxCode> {
  const byCode = new Map<string, OkxCode>();
  for (const [list, code] of table) {
    for (const one of list.split(' ')) {
      if (byCode.has(one)) throw new Error(`The code ${one} is listed twice.`);
      byCode.set(one, code);
    }
  }
  return byCode;
}
