// Plants the honey account, which no part of the product uses (ADR 8).
import { randomBytes } from 'node:crypto';
import type { Clock, Log } from '@rondo/engine/ports';
import type { Store } from '@rondo/store';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import { causeOf } from '../ops/log.ts';
import { tradingVenue } from '../venues/trading-venue.ts';

export interface HoneyJobDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<Store, 'honey' | 'passwords'>;
}

/** Plants the account immediately, or later when an account is linked that it can resemble. */
export function startHoneyJob({ clock, log, store }: HoneyJobDeps): Schedule {
  return schedule(clock, {
    everyMs: serverLimits.honeyCheckMs,
    async work() {
      const isPlanted = await store.honey.plant(async () => {
        const hashed = await store.passwords.hashPassword(randomBytes(24).toString('base64url'));
        if (!hashed.ok) throw new Error('too many password checks are waiting');
        return { passwordHash: hashed.passwordHash, passphrase: tradingVenue.makePassphrase(), now: clock.now() };
      });
      if (isPlanted) log.write('info', 'honey.planted', {});
    },
    onError: (error) => log.write('error', 'honey.failed', { cause: causeOf(error) }),
  });
}
