// The attempts to prove a password. An attempt is counted before the check, because concurrent attempts must be counted too.
import type { Throttles } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { Budgets } from '../api/budgets.ts';
import { serverLimits } from '../limits.ts';
import { networkOf } from './network-of.ts';

/** Who tries to prove a password. */
export interface Claimant {
  readonly address: string;
  /** What identifies the person: the typed e-mail, or the id of a person who is logged in. Null when the call names no person. */
  readonly person: string | null;
  /** The token of the device when the person has logged in from this device before. */
  readonly knownDevice: string | null;
}

export interface SignInAttempts {
  /**
   * Counts an attempt and checks the password. A correct password, and a check that throws, take the counts back. Throws 429 with Retry-After before the check
   * when the attempt must wait, so the response is equal for a correct and a wrong password.
   */
  prove<Check extends { readonly isMatch: boolean }>(claimant: Claimant, check: () => Promise<Check>): Promise<Check>;
}

/** Takes the counts of an attempt back. */
type TakeBack = () => Promise<void>;

/**
 * Limits the attempts of each person, address and network. A known device has a limit of its own, so attempts from other devices never block the log-in of the
 * person on this device. Source: reliability 5.3 item 5.
 */
export function createSignInAttempts(deps: {
  readonly budgets: Budgets;
  readonly store: { readonly throttles: Pick<Throttles, 'add' | 'attempt'> };
}): SignInAttempts {
  const { throttles } = deps.store;
  const seconds = serverLimits.failedLoginSeconds;
  const byAddress = deps.budgets('failures of an address', { points: serverLimits.failedLoginsPerAddress, seconds });
  const byNetwork = deps.budgets('failures of a network', { points: serverLimits.failedLoginsPerNetwork, seconds });
  const takeBack = async (key: string, durationMs: number): Promise<void> => {
    await throttles.add(key, { points: -1, durationMs });
  };

  const beginOnDevice = async (token: string): Promise<TakeBack | null> => {
    const key = `failures of a device ${token}`;
    const rule = serverLimits.deviceAttempts;
    if ((await throttles.attempt(key, rule)) > 0) return null;
    return () => takeBack(key, rule.keptMs);
  };

  const beginElsewhere = async (address: string, person: string | null): Promise<TakeBack> => {
    const network = networkOf(address);
    await byNetwork.spend(network);
    await byAddress.spend(address);
    const key = `failures for a person ${person}`;
    const rule = serverLimits.unknownDeviceAttempts;
    const waitMs = person === null ? 0 : await throttles.attempt(key, rule);
    if (waitMs > 0) throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    return async () => {
      await byNetwork.reward(network);
      await byAddress.reward(address);
      if (person !== null) await takeBack(key, rule.keptMs);
    };
  };

  return {
    async prove({ address, person, knownDevice }, check) {
      const onDevice = knownDevice === null ? null : await beginOnDevice(knownDevice);
      const takeCountsBack = onDevice ?? (await beginElsewhere(address, person));
      let isFailure = false;
      try {
        const result = await check();
        isFailure = !result.isMatch;
        return result;
      } finally {
        if (!isFailure) await takeCountsBack();
      }
    },
  };
}
