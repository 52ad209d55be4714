// The opened keys in the memory of the signer, by the handles that the server has chosen.
import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { signerLimits } from './signer-limits.ts';

/** An opened key. The secret is outside the heap of the program. It is null for a revoked key. `isHoney` is true for the key of the honey account. */
export interface OpenKey {
  readonly accountId: string;
  readonly apiKey: string;
  readonly secret: KeyObject | null;
  readonly isHoney: boolean;
}

export interface OpenKeys {
  get(handle: string): OpenKey | undefined;
  set(handle: string, key: OpenKey): void;
  /** Removes one key. */
  drop(handle: string): void;
  /** Removes the keys of an account, except the key of the handle `kept`. */
  close(accountId: string, kept: string | null): void;
}

/** Creates an empty table. Beyond `signerLimits.keys` the key that was not used for the longest time is removed. */
export function createOpenKeys(): OpenKeys {
  const handlesOf = new Map<string, Set<string>>();
  const keys = new LRUCache<string, OpenKey>({
    max: signerLimits.keys,
    dispose({ accountId }, handle, reason) {
      if (reason === 'set') return;
      const handles = handlesOf.get(accountId);
      handles?.delete(handle);
      if (handles?.size === 0) handlesOf.delete(accountId);
    },
  });
  return {
    get: (handle) => keys.get(handle),
    set(handle, key) {
      keys.delete(handle);
      keys.set(handle, key);
      const handles = handlesOf.get(key.accountId) ?? new Set();
      handlesOf.set(key.accountId, handles.add(handle));
    },
    drop: (handle) => void keys.delete(handle),
    close(accountId, kept) {
      for (const handle of handlesOf.get(accountId) ?? []) if (handle !== kept) keys.delete(handle);
    },
  };
}
