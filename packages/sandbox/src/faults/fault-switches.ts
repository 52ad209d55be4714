// Faults that stay on until they are switched off, and faults that wait for the next order.
import type { Raw } from '../wire/envelope.ts';
import { sandboxLimits } from '../limits.ts';
import { createNamedPrng } from '../prng.ts';
import type { Order } from '../state/records.ts';

/** The scope in which a client id must be unique: live orders (as OKX), one day, or none. */
export type DuplicateScope = 'live' | 'day' | 'none';
/** The kind of wrong quotes of a market. */
export type OddQuote = 'zero' | 'missing' | 'inverted';

/** An accepted change of an order that has not taken effect yet. */
export interface PendingChange {
  readonly order: Order;
  readonly raw: Raw;
  readonly kind: 'cancel' | 'amend';
  readonly dueAt: number;
}

/** All faults that are switched on, and the faults that wait for the next order. */
export interface FaultSwitches {
  /** Difference between the clock that clients observe and the true clock. */
  clockOffsetMs: number;
  duplicateScope: DuplicateScope;
  /** Whether request limits are counted. */
  countsRequests: boolean;
  /** Private lists may be this old. */
  staleMs: number;
  staleResponses: Map<string, { readonly at: number; readonly value: unknown }>;
  /** Tickers of these instruments do not change until the instant. */
  frozenUntil: Map<string, { readonly until: number; readonly ticks: number; readonly since: number }>;
  oddQuotes: Map<string, OddQuote>;
  /** Refusal codes of the next orders. */
  refusals: string[];
  /** The next `left` resting orders fill in this many parts. */
  partialFills: { readonly parts: number; left: number };
  /** Number of next cancellations whose order fills first. */
  fillsBeforeCancel: number;
  /** Delay of cancellations and amendments, and the delayed ones. */
  slowMs: number;
  flights: PendingChange[];
  duplicateShare: number;
  reorderShare: number;
  /** Until these instants: open sockets send nothing; no socket opens; no request is served. */
  silentUntil: number;
  refusedUntil: number;
  bannedUntil: number;
  /** The instant when all sockets close after a notice; 0 for none. */
  cutAt: number;
  chance: () => number;
}

/** Returns switches with all faults off. Random faults are seeded, so a run can be repeated. */
export function createSwitches(seed: string): FaultSwitches {
  return {
    clockOffsetMs: 0,
    duplicateScope: 'live',
    countsRequests: true,
    staleMs: 0,
    staleResponses: new Map(),
    frozenUntil: new Map(),
    oddQuotes: new Map(),
    refusals: [],
    partialFills: { parts: 1, left: 0 },
    fillsBeforeCancel: 0,
    slowMs: 0,
    flights: [],
    duplicateShare: 0,
    reorderShare: 0,
    silentUntil: 0,
    refusedUntil: 0,
    bannedUntil: 0,
    cutAt: 0,
    chance: createNamedPrng(`${seed}:faults`),
  };
}

/** Returns switches with all faults off. The counting of requests keeps its setting, and delayed changes take effect at the next step. */
export function clearedSwitches({ countsRequests, chance, flights }: FaultSwitches): FaultSwitches {
  return { ...createSwitches(''), countsRequests, chance, flights };
}

/** Returns a value that is cached per key. It is computed again when it is older than the switch allows. */
export function readStale<Value>(switches: FaultSwitches, of: { key: string; now: number }, fresh: () => Value): Value {
  if (switches.staleMs <= 0) return fresh();
  const known = switches.staleResponses.get(of.key);
  // A key belongs to one caller and path, so its values have one type.
  if (known && of.now - known.at < switches.staleMs) return known.value as Value;
  const value = fresh();
  if (switches.staleResponses.size >= sandboxLimits.staleResponses) switches.staleResponses.clear();
  switches.staleResponses.set(of.key, { at: of.now, value });
  return value;
}
