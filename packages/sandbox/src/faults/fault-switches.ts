// Faults that are active until they are switched off, and faults that affect the next orders.
import type { Raw } from '../wire/envelope.ts';
import { sandboxLimits } from '../limits.ts';
import { createNamedPrng } from '../prng.ts';
import type { Order } from '../state/records.ts';

/** The scope in which a client id must be unique: live orders (as on OKX), all orders of one day, or none. */
export type DuplicateScope = 'live' | 'day' | 'none';
/** The kind of wrong quotes that a fault causes on a market. */
export type OddQuote = 'zero' | 'missing' | 'inverted';

/** An accepted change of an order that has not yet taken effect. */
export interface PendingChange {
  readonly order: Order;
  readonly raw: Raw;
  readonly kind: 'cancel' | 'amend';
  readonly dueAt: number;
}

/** All faults that are active, and the faults that affect the next orders. */
export interface FaultSwitches {
  /** The difference in milliseconds between the clock that clients observe and the true clock. */
  clockOffsetMs: number;
  duplicateScope: DuplicateScope;
  /** Whether request limits are counted. */
  countsRequests: boolean;
  /** Whether a subscription is answered with the number of listening sockets. */
  countsListeners: boolean;
  /** The number of handshakes that one source address may make in a second. With 0, the number is unlimited. */
  handshakesPerSecond: number;
  /** A private list may be this number of milliseconds old. With 0, every list is current. */
  staleMs: number;
  staleResponses: Map<string, { readonly at: number; readonly value: unknown }>;
  /** The tickers of these instruments do not change before `until`. */
  frozenUntil: Map<string, { readonly until: number; readonly ticks: number; readonly since: number }>;
  oddQuotes: Map<string, OddQuote>;
  /** The refusal codes of the next orders. */
  refusals: string[];
  /** The next `left` fills of resting orders are partial fills. Each order is then filled in `parts` parts. */
  partialFills: { readonly parts: number; left: number };
  /** The number of the next cancellations for which the order fills before it is cancelled. */
  fillsBeforeCancel: number;
  /** The delay of cancellations and amendments in milliseconds, and the changes that are delayed. */
  slowMs: number;
  delayedChanges: PendingChange[];
  duplicateShare: number;
  reorderShare: number;
  /**
   * Until `silentUntil`, the exchange sends nothing to open sockets. Until `refusedUntil`, the exchange refuses new
   * sockets. Until `bannedUntil`, the exchange refuses every request.
   */
  silentUntil: number;
  refusedUntil: number;
  bannedUntil: number;
  /** The time when all warned sockets close, or 0. */
  cutAt: number;
  chance: () => number;
}

/** Returns the switches with all faults off. Random faults use a seed, so a run can be repeated. */
export function createSwitches(seed: string): FaultSwitches {
  return {
    clockOffsetMs: 0,
    duplicateScope: 'live',
    countsRequests: true,
    countsListeners: true,
    handshakesPerSecond: 0,
    staleMs: 0,
    staleResponses: new Map(),
    frozenUntil: new Map(),
    oddQuotes: new Map(),
    refusals: [],
    partialFills: { parts: 1, left: 0 },
    fillsBeforeCancel: 0,
    slowMs: 0,
    delayedChanges: [],
    duplicateShare: 0,
    reorderShare: 0,
    silentUntil: 0,
    refusedUntil: 0,
    bannedUntil: 0,
    cutAt: 0,
    chance: createNamedPrng(`${seed}:faults`),
  };
}

/**
 * Returns the switches with all faults off. The limits keep their settings, and delayed changes take effect at the next
 * call of `step`.
 */
export function clearedSwitches(before: FaultSwitches): FaultSwitches {
  const { countsRequests, handshakesPerSecond, chance, delayedChanges } = before;
  return { ...createSwitches(''), countsRequests, handshakesPerSecond, chance, delayedChanges };
}

/** Returns the cached value of a key. The value is computed again when it is older than the switch allows. */
export function readStale<Value>(switches: FaultSwitches, of: { key: string; now: number }, fresh: () => Value): Value {
  if (switches.staleMs <= 0) return fresh();
  const known = switches.staleResponses.get(of.key);
  // A key belongs to one caller and path, so all values of a key have one type.
  if (known && of.now - known.at < switches.staleMs) return known.value as Value;
  const value = fresh();
  if (switches.staleResponses.size >= sandboxLimits.staleResponses) switches.staleResponses.clear();
  switches.staleResponses.set(of.key, { at: of.now, value });
  return value;
}
