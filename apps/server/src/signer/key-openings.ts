// Limits and counts the openings of keys in the signer. A server that was taken over must not have every key opened at once.
import { LRUCache } from 'lru-cache';
import { signerLimits } from './signer-limits.ts';
import type { OpeningCounts } from './signer-messages.ts';
import { createTokenBucket } from './token-bucket.ts';

export interface KeyOpenings {
  /** Counts an opening of the key of an account. Returns false when the key must not be opened now. A key without a secret signs nothing, so it does not count as a key of an account. */
  take(accountId: string, isKeyless: boolean): boolean;
  /** Counts work with a new key. Returns false when it must not be done now. */
  takeNew(): boolean;
  /** Returns the counts since the last call, or null when nothing was opened and nothing refused. */
  takeCounts(): OpeningCounts | null;
}

/** `accountsAtOnce` is the number of accounts whose keys are opened at once. `now` returns steady time in ms. */
export function createKeyOpenings(accountsAtOnce: number, now: () => number): KeyOpenings {
  const firsts = createTokenBucket(accountsAtOnce, signerLimits.accountsPerMinute / 60);
  const others = createTokenBucket(signerLimits.reopensAtOnce, signerLimits.reopensPerSecond);
  const known = new LRUCache<string, true>({ max: signerLimits.keys });
  const accounts = new Set<string>();
  let [openings, refused] = [0, 0];
  return {
    take(accountId, isKeyless) {
      const isFirst = !isKeyless && !known.has(accountId);
      if (!(isFirst ? firsts : others).take(now())) {
        refused += 1;
        return false;
      }
      if (!isKeyless) known.set(accountId, true);
      accounts.add(accountId);
      openings += 1;
      return true;
    },
    takeNew: () => others.take(now()),
    takeCounts() {
      if (openings + refused === 0) return null;
      const counts = { openings, accounts: accounts.size, refused };
      accounts.clear();
      [openings, refused] = [0, 0];
      return counts;
    },
  };
}
