// The key of an event of a bot. The key ensures that the event is applied once. The key is stored as a text, and only
// this file formats and parses the text.
import type { StrategyEvent } from '@rondo/strategy';

/** The kinds of events that a person or the operator causes. */
export type UserCommandKind = Extract<
  StrategyEvent['kind'],
  'stop' | 'setLast' | 'hold' | 'release' | 'signal' | 'releaseGuard' | 'recover'
>;

const numberedKinds = ['gone', 'price', 'margin', 'flat', 'waited', 'rules', 'last', 'expired', 'unsent'] as const;
const commandKinds = [
  'stop',
  'setLast',
  'hold',
  'release',
  'signal',
  'releaseGuard',
  'recover',
] as const satisfies readonly UserCommandKind[];

/**
 * The data that distinguish one event of a bot from all its other events. `position` is the place of the event in the
 * sequence of events of the bot. `outside` is the key of a closing from outside. The event has reported every outside
 * fill up to `newestFillAt` (exchange time).
 */
export type EventKey =
  | { readonly kind: 'start' }
  | { readonly kind: (typeof numberedKinds)[number]; readonly position: number }
  | { readonly kind: 'outside'; readonly position: number; readonly newestFillAt: number }
  | { readonly kind: 'userCommand'; readonly commandId: string }
  | { readonly kind: 'unnamedCommand'; readonly command: UserCommandKind; readonly position: number }
  | { readonly kind: 'fill'; readonly instrumentId: string; readonly fillId: string }
  | { readonly kind: 'bill'; readonly billId: string }
  | { readonly kind: 'orderEnd'; readonly clientId: string; readonly by: 'user' | 'own' };

/** Returns the stored text of a key. */
export function formatEventKey(key: EventKey): string {
  switch (key.kind) {
    case 'start':
      return 'start';
    case 'gone':
    case 'price':
    case 'margin':
    case 'flat':
    case 'waited':
    case 'rules':
    case 'last':
    case 'expired':
    case 'unsent':
      return `${key.kind}:${key.position}`;
    case 'outside':
      return `outside:${key.position}:${key.newestFillAt}`;
    case 'userCommand':
      return `command:${key.commandId}`;
    case 'unnamedCommand':
      return `${key.command}:${key.position}`;
    case 'fill':
      return `fill:${key.instrumentId}:${key.fillId}`;
    case 'bill':
      return `bill:${key.billId}`;
    case 'orderEnd':
      return `end:${key.clientId}:${key.by}`;
    default:
      return key satisfies never;
  }
}

/** Parses a stored text. Returns null when the text is not a key. */
export function parseEventKey(text: string): EventKey | null {
  if (text === 'start') return { kind: 'start' };
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  const [head, rest] = [text.slice(0, colon), text.slice(colon + 1)];
  switch (head) {
    case 'outside':
      return parseOutside(rest);
    case 'command':
    case 'wish': // The former prefix, which rows of the database may still have.
      return { kind: 'userCommand', commandId: rest };
    case 'fill':
      return parseFill(rest);
    case 'bill':
      return { kind: 'bill', billId: rest };
    case 'end':
      return parseOrderEnd(rest);
    default:
      return parseNumbered(head, rest);
  }
}

function parseNumbered(head: string, rest: string): EventKey | null {
  const position = wholeNumber(rest);
  if (position === null) return null;
  const kind = numberedKinds.find((each) => each === head);
  if (kind !== undefined) return { kind, position };
  const command = commandKinds.find((each) => each === head);
  return command === undefined ? null : { kind: 'unnamedCommand', command, position };
}

function parseOutside(rest: string): EventKey | null {
  const [first = '', second = '', ...more] = rest.split(':');
  const [position, newestFillAt] = [wholeNumber(first), wholeNumber(second)];
  if (position === null || newestFillAt === null || more.length > 0) return null;
  return { kind: 'outside', position, newestFillAt };
}

// An instrument id never contains a colon, so the first colon ends the instrument id. A fill id may contain any
// character.
function parseFill(rest: string): EventKey | null {
  const colon = rest.indexOf(':');
  return colon < 0 ? null : { kind: 'fill', instrumentId: rest.slice(0, colon), fillId: rest.slice(colon + 1) };
}

function parseOrderEnd(rest: string): EventKey | null {
  const colon = rest.lastIndexOf(':');
  const by = rest.slice(colon + 1);
  if (colon < 0 || (by !== 'user' && by !== 'own')) return null;
  return { kind: 'orderEnd', clientId: rest.slice(0, colon), by };
}

function wholeNumber(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}
