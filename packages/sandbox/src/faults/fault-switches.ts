// Faults that stay on until they are switched off, and faults waiting for the next order: what the books themselves consult.
import type { Raw } from '../wire/envelope.ts';
import { sandboxLimits } from '../limits.ts';
import { createNamedPrng } from '../prng.ts';
import type { Order } from '../state/records.ts';

/** Where a client id must be new: among live orders (as OKX), within a day, or nowhere. */
export type DuplicateScope = 'live' | 'day' | 'none';
/** What is wrong with the quotes of a market. */
export type OddQuote = 'zero' | 'missing' | 'inverted';

/** A change of an order that was accepted and has not taken effect yet. */
export interface PendingChange {
  readonly order: Order;
  readonly raw: Raw;
  readonly kind: 'cancel' | 'amend';
  readonly dueAt: number;
}

export interface FaultSwitches {
  /** The exchange's clock as clients see it is this far from the true one. */
  clockOffsetMs: number;
  duplicateScope: DuplicateScope;
  /** Whether request limits are counted. */
  countsRequests: boolean;
  /** Private lists are answered as they were up to this long ago. */
  staleMs: number;
  staleResponses: Map<string, { readonly at: number; readonly value: unknown }>;
  /** Tickers of these markets stand still until then. */
  frozenUntil: Map<string, { readonly until: number; readonly ticks: number; readonly since: number }>;
  oddQuotes: Map<string, OddQuote>;
  /** Codes the next orders are refused with. */
  refusals: string[];
  /** The next fills of resting orders come in this many parts. */
  partialFills: { readonly parts: number; left: number };
  /** The next cancellations find their order filled. */
  fillsBeforeCancel: number;
  /** Cancellations and amendments take this long to take effect; those that are on their way. */
  slowMs: number;
  flights: PendingChange[];
  duplicateShare: number;
  reorderShare: number;
  /** Sockets are open and say nothing until then; no socket opens until then; nobody is served until then. */
  silentUntil: number;
  refusedUntil: number;
  bannedUntil: number;
  /** When every socket is cut after a notice; 0 for never. */
  cutAt: number;
  chance: () => number;
}

/** Everything off. Chance is seeded, so a run can be repeated. */
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

/** Turns everything off again; the counting of requests stays as it was set, and what is on its way arrives. */
export function clearSwitches(switches: FaultSwitches): void {
  const { countsRequests, chance, flights } = switches;
  Object.assign(switches, { ...createSwitches(''), countsRequests, chance, flights });
}

/** An answer that may be as old as the switch says: kept per key and renewed when it is older. */
export function readStale<Value>(switches: FaultSwitches, of: { key: string; now: number }, fresh: () => Value): Value {
  if (switches.staleMs <= 0) return fresh();
  const known = switches.staleResponses.get(of.key);
  // Only answers of the same caller and path are stored under a key.
  if (known && of.now - known.at < switches.staleMs) return known.value as Value;
  const value = fresh();
  if (switches.staleResponses.size >= sandboxLimits.staleAnswers) switches.staleResponses.clear();
  switches.staleResponses.set(of.key, { at: of.now, value });
  return value;
}
