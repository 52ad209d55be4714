// The shares of this process in the limits of its source addresses. The exchange counts requests and handshakes per IP
// address, so all processes that use one IP address divide the limits between them.
import type { AddressShare, Clock } from '@rondo/engine/ports';
import { shareGrowsAfterMs } from '../limits.ts';

/** The shares of this process, by source address. */
export interface AddressShares {
  /** Notes the shares that this process has now. */
  note(shares: readonly AddressShare[]): void;
  /** Returns the share of the limits that this process may use. The share of an address that was never noted is 1. */
  shareOf(address: string | null): number;
}

/** The share of a process that uses its addresses alone. */
export const wholeShare = (): number => 1;

// `larger` is the smallest share above `used` that was noted without a break since `since`.
type Entry = { used: number; larger: { share: number; readonly since: number } | null };

/**
 * Creates the shares. A smaller share is used immediately. A larger share is used when every share that was noted for
 * `shareGrowsAfterMs` was larger, because a process that counts as dead can still send requests for this time.
 */
export function createAddressShares(clock: Clock): AddressShares {
  const entries = new Map<string | null, Entry>();
  return {
    note(shares) {
      for (const { address, share } of shares) {
        const entry = entries.get(address);
        if (entry === undefined) entries.set(address, { used: share, larger: null });
        else noteShare(entry, share, clock.now());
      }
    },
    shareOf: (address) => entries.get(address)?.used ?? wholeShare(),
  };
}

function noteShare(entry: Entry, share: number, now: number): void {
  if (share <= entry.used) {
    entry.used = share;
    entry.larger = null;
    return;
  }
  entry.larger ??= { share, since: now };
  entry.larger.share = Math.min(entry.larger.share, share);
  if (now - entry.larger.since < shareGrowsAfterMs) return;
  entry.used = entry.larger.share;
  entry.larger = share > entry.used ? { share, since: now } : null;
}
