// Knows when the exchange, the database and the process of an account were last disturbed by a fault.
import type { FaultName } from '../checks/counts.ts';

/** These faults do not make an action of the engine later. */
const harmless: ReadonlySet<FaultName> = new Set([
  'pushDuplicated',
  'pushReordered',
  'priceJump',
  'userCancel',
  'handClose',
  'handReduce',
  'handAdd',
  'funding',
  'fall',
]);
/** After a refusal, a slot waits for up to a minute before its next order (L06). */
const refusedSlotMs = 70_000;
/** The client waits this long for a response that does not arrive. */
const lostResponseMs = 7_000;
const losing: ReadonlySet<FaultName> = new Set(['requestDropped', 'responseLost', 'outage']);
/** After these faults the outcome of an order may be unknown. The not-found proof then takes this time (reliability 4.4). */
const proofMs = 25_000;
const unknowing: ReadonlySet<FaultName> = new Set([
  'requestDropped',
  'responseLost',
  'htmlResponse',
  'code50004',
  'batchRowLost',
  'outage',
  'truncated',
  'busy',
  'lateRequest',
  'hiddenOrder',
]);
/** A call of the database takes at most this long. */
const slowDatabaseMs = 4_000;
/** After the response of a commit was lost, the account starts again within this time. */
const restartMs = 10_000;
const refusing: ReadonlySet<FaultName> = new Set(['rejected', 'fundsMoved', 'leverageChange', 'keyChange']);

/** With `needsLease`, an account without a lease is disturbed. With `awaitsProof`, an account with a possibly unknown order is disturbed. */
export type CalmNeeds = { readonly needsLease: boolean; readonly awaitsProof: boolean };

export type Calm = {
  /** Looks for faults since the last call. */
  tick(): void;
  leaseTaken(accountId: string, process: string): void;
  /** The process has ended, so its accounts have no lease. Returns these accounts. */
  processEnded(process: string): readonly string[];
  processStarted(process: string): void;
  /** Returns the end of the latest disturbance of the account, or infinity while the account is disturbed. */
  since(accountId: string, of: CalmNeeds): number;
};

type CalmDeps = {
  readonly now: () => number;
  readonly faults: ReadonlyMap<FaultName, number>;
  /** Returns the time until which a fault that has begun lasts. */
  readonly disturbedUntil: () => number;
  /** Returns the time until which the exchange or the engine does not allow the account to trade. */
  readonly refusedUntil: (accountId: string) => number;
  readonly holderOf: (accountId: string) => string | null;
};

/** Returns the record of a run that has not begun. */
export function createCalm({ now, faults, disturbedUntil, refusedUntil, holderOf }: CalmDeps): Calm {
  const alive = new Set<string>();
  const leases = new Map<string, { readonly process: string; readonly since: number }>();
  const known = new Map<FaultName, number>();
  let disturbedTo = 0;
  let unknownTo = 0;
  let aliveSince = Number.POSITIVE_INFINITY;
  const tick = (): void => {
    for (const [name, times] of faults) {
      if (harmless.has(name) || times === (known.get(name) ?? 0)) continue;
      known.set(name, times);
      disturbedTo = Math.max(disturbedTo, now() + aftermathOf(name));
      if (unknowing.has(name)) unknownTo = Math.max(unknownTo, now() + proofMs);
    }
    disturbedTo = Math.max(disturbedTo, disturbedUntil());
  };
  return {
    tick,
    leaseTaken: (accountId, process) => void leases.set(accountId, { process, since: now() }),
    processEnded(process) {
      alive.delete(process);
      if (alive.size === 0) aliveSince = Number.POSITIVE_INFINITY;
      const lost = [...leases].filter(([, lease]) => lease.process === process).map(([accountId]) => accountId);
      for (const accountId of lost) leases.delete(accountId);
      return lost;
    },
    processStarted(process) {
      if (alive.size === 0) aliveSince = now();
      alive.add(process);
    },
    since(accountId, { needsLease, awaitsProof }) {
      tick();
      const lease = leases.get(accountId);
      const isHeld = lease !== undefined && holderOf(accountId) === lease.process;
      if (needsLease && !isHeld) return Number.POSITIVE_INFINITY;
      const ofAccount = Math.max(refusedUntil(accountId), needsLease ? (lease?.since ?? 0) : 0);
      const from = Math.max(disturbedTo, awaitsProof ? unknownTo : 0, aliveSince, ofAccount);
      return from > now() ? Number.POSITIVE_INFINITY : from;
    },
  };
}

function aftermathOf(name: FaultName): number {
  if (refusing.has(name)) return refusedSlotMs;
  if (name === 'databaseSlow') return slowDatabaseMs;
  if (name === 'commitLost') return restartMs;
  return losing.has(name) ? lostResponseMs : 0;
}
