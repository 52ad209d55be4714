// The one command that an installation may send before it is proven that no other copy runs. Its servers claim this command in the database, so one of them sends it (decision 56).
import type { Clock, Log } from '@rondo/engine/ports';
import { serverLimits } from '../limits.ts';
import { causeOf } from './log.ts';

export interface CommandClaimDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Stores the claim. At most one server of the database gets `true` within `copyClaimMs`. */
  readonly claim: () => Promise<boolean>;
}

export interface CommandClaim {
  /** Returns whether this server may send the command now. Claims it when the last claim is `copyProofMs` old; a later call has the result. */
  ask(): boolean;
  /** Returns whether this server may send the command now. It may not send another one. */
  take(): boolean;
}

export function createCommandClaim({ clock, log, claim }: CommandClaimDeps): CommandClaim {
  let nextAskAt = -Infinity;
  let grantedUntil = -Infinity;
  const isGranted = (): boolean => clock.now() < grantedUntil;
  return {
    ask() {
      const askedAt = clock.now();
      if (askedAt < nextAskAt || isGranted()) return isGranted();
      nextAskAt = askedAt + serverLimits.copyProofMs;
      claim()
        .then((isStored) => {
          // The grant and the time for the proof after its command end before another server can get the next one.
          if (isStored) grantedUntil = askedAt + serverLimits.copyGrantMs;
        })
        .catch((error: unknown) => log.write('error', 'instance.notStored', { cause: causeOf(error) }));
      return false;
    },
    take() {
      const isTaken = isGranted();
      grantedUntil = -Infinity;
      return isTaken;
    },
  };
}
