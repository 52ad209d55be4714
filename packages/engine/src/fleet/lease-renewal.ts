// Renews all leases of this node with one statement. No statement runs while the node holds no lease.
import { leaseRenewMs, leaseRenewRetryMs, leaseTtlMs } from '../limits.ts';
import type { Clock, HeldLease, Journal, Log } from '../ports/index.ts';

/** The callbacks of the holder of one lease. */
export type LeaseEvents = {
  /**
   * The lease was renewed. `at` is the local time in epoch ms before the request, because the renewed lease begins at
   * this time or later.
   */
  readonly onRenewed: (at: number) => void;
  /** Another node holds the lease, or the lease has expired. */
  readonly onLost: () => void;
};

/** The renewal of all leases that this node holds. */
export type LeaseRenewal = {
  /** Adds a lease to the renewal. Returns a function that removes the lease. */
  add(lease: HeldLease, events: LeaseEvents): () => void;
};

type Dependencies = { readonly clock: Clock; readonly log: Log; readonly journal: Pick<Journal, 'renew'> };

/**
 * Creates a renewal without leases. A failed statement is repeated after `leaseRenewRetryMs`, and no lease counts as
 * lost.
 */
export function createLeaseRenewal({ clock, log, journal }: Dependencies): LeaseRenewal {
  const held = new Map<HeldLease, LeaseEvents>();
  let timer: { cancel(): void } | null = null;

  function schedule(delayMs: number): void {
    timer?.cancel();
    timer = held.size === 0 ? null : clock.after(delayMs, () => void renewAll());
  }

  async function renewAll(): Promise<void> {
    timer = null;
    if (held.size === 0) return;
    const leases = [...held.keys()];
    const at = clock.now();
    try {
      const renewed = await journal.renew(leases, leaseTtlMs);
      for (const lease of leases) report(lease, renewed.has(lease.accountId), at);
      schedule(leaseRenewMs - (clock.now() - at));
    } catch (cause) {
      log.write('warn', 'lease.renewal_failed', { cause: cause instanceof Error ? cause.message : String(cause) });
      schedule(leaseRenewRetryMs);
    }
  }

  function report(lease: HeldLease, isRenewed: boolean, at: number): void {
    const events = held.get(lease);
    if (events === undefined) return;
    if (isRenewed) return events.onRenewed(at);
    held.delete(lease);
    events.onLost();
  }

  return {
    add(lease, events) {
      held.set(lease, events);
      if (timer === null) schedule(leaseRenewMs);
      return () => void held.delete(lease);
    },
  };
}
