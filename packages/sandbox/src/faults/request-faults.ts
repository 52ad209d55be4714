// Faults of requests. A fault affects the next requests on a path, or a share of the requests on a path. The request is
// dropped, delayed, refused with a wrong response, or executed without a correct response.
import { sandboxLimits } from '../limits.ts';

/**
 * `timeout` executes the request and returns 50004. `lost` executes the request and breaks the connection. `truncate` sends half of the response. `bare`
 * omits `data`. `field` sets a value in every row of the response. `code` and `html` execute the request only when `isApplied` is true. `delay` executes the
 * request later. `drop` and `busy` do not execute the request.
 */
export type FaultKind =
  | 'drop'
  | 'delay'
  | 'html'
  | 'timeout'
  | 'lost'
  | 'busy'
  | 'truncate'
  | 'bare'
  | 'field'
  | 'code';

/** A fault with its details. */
export interface Fault {
  readonly kind: FaultKind;
  readonly delayMs: number;
  /** For `code`: the code and its HTTP status. */
  readonly code: string;
  readonly status: number;
  readonly isApplied: boolean;
  /** For `field`: the name and value that every row gets, as with a new field in a later version of the API. */
  readonly field: string;
  readonly value: string;
}

/** The requests that a fault affects: a path, and a number of requests or a share of the requests until the queue is cleared. */
export interface FaultReach {
  readonly path: string;
  readonly count: number;
  readonly share: number;
}

/** The faults that wait for requests on a path. The path '*' matches every path. */
export interface FaultQueue {
  add(fault: Fault, reach: FaultReach): boolean;
  take(path: string): Fault | undefined;
  clear(): void;
  count(): number;
}

const kinds: readonly string[] = [
  'drop',
  'delay',
  'html',
  'timeout',
  'lost',
  'busy',
  'truncate',
  'bare',
  'field',
  'code',
];

/** Returns whether a value is the name of a request fault. */
export function isFaultKind(value: unknown): value is FaultKind {
  return typeof value === 'string' && kinds.includes(value);
}

/** Returns a fault of a kind with the default details. */
export function plainFault(kind: FaultKind, amount = 0): Fault {
  return {
    kind,
    delayMs: kind === 'delay' && amount > 0 ? amount : 1_000,
    code: amount >= 50_000 ? String(amount) : '50001',
    status: 200,
    isApplied: false,
    field: '',
    value: '',
  };
}

/** Creates an empty queue of request faults. `chance` returns a number in [0, 1) that decides whether a fault with a share happens. */
export function createFaultQueue(chance: () => number): FaultQueue {
  let waiting: { readonly fault: Fault; readonly reach: FaultReach; left: number }[] = [];
  const concerns = (reach: FaultReach, path: string): boolean => reach.path === '*' || reach.path === path;
  return {
    add: (fault, reach) => {
      const total = waiting.reduce((sum, entry) => sum + entry.left, 0);
      if (total + reach.count > sandboxLimits.queuedFaults) return false;
      waiting.push({ fault, reach, left: reach.count });
      return true;
    },
    take: (path) => {
      const found = waiting.find(
        (entry) => concerns(entry.reach, path) && (entry.reach.share <= 0 || chance() < entry.reach.share),
      );
      if (!found || found.reach.share > 0) return found?.fault;
      found.left -= 1;
      if (found.left <= 0) waiting = waiting.filter((entry) => entry !== found);
      return found.fault;
    },
    clear: () => {
      waiting = [];
    },
    count: () => waiting.reduce((sum, entry) => sum + entry.left, 0),
  };
}
