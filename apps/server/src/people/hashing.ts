// Password checks and hashes with a bounded wait for the hasher.
import type { Clock } from '@rondo/engine/ports';
import type { HashOptions, Store } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { serverLimits } from '../limits.ts';

/** The result of the check of a password. */
export interface PasswordCheck {
  readonly isMatch: boolean;
  readonly needsRehash: boolean;
}

/** The hasher for routes. Both calls throw 429 when the queue of the hasher is full, or when the wait takes longer than `hashWaitMs`. */
export interface Hashing {
  /** `passwordHash` is null for an unknown person. The call then takes as long as for a known person. */
  verify(passwordHash: string | null, password: string, isKnownDevice: boolean): Promise<PasswordCheck>;
  hash(password: string): Promise<string>;
}

/** Returns the hasher of the store with a wait of at most `hashWaitMs` (reliability 5.3 item 5). */
export function createHashing(deps: {
  readonly store: { readonly passwords: Store['passwords'] };
  readonly clock: Pick<Clock, 'after'>;
}): Hashing {
  const { store, clock } = deps;
  return {
    verify: (passwordHash, password, isKnownDevice) =>
      inTime(clock, (turn) => store.passwords.verifyPassword(passwordHash, password, { ...turn, isKnownDevice })),
    async hash(password) {
      const hashed = await inTime(clock, (turn) => store.passwords.hashPassword(password, turn));
      return hashed.passwordHash;
    },
  };
}

async function inTime<Done>(
  clock: Pick<Clock, 'after'>,
  run: (turn: HashOptions) => Promise<({ readonly ok: true } & Done) | { readonly ok: false }>,
): Promise<Done> {
  const patience = new AbortController();
  const timer = clock.after(serverLimits.hashWaitMs, () => patience.abort());
  try {
    const result = await run({ signal: patience.signal });
    if (!result.ok) throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    return result;
  } finally {
    timer.cancel();
  }
}
