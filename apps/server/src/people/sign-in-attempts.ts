// The attempts to prove a password. An attempt is counted before the check, because concurrent attempts must be counted too.
import type { Throttles } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { Budgets } from '../api/budgets.ts';
import { serverLimits } from '../limits.ts';
import { networkOf } from './network-of.ts';

/** Who tries to prove a password. A person who is logged in never waits for the failures of an address or a network. */
export type Claimant =
  | { readonly isLoggedIn: true; readonly userId: string }
  | {
      readonly isLoggedIn: false;
      readonly address: string;
      /** The typed e-mail. Null when the call names no person. */
      readonly person: string | null;
      /** The token of the device when the person has logged in from this device before. */
      readonly knownDevice: string | null;
    };

export interface SignInAttempts {
  /**
   * Counts an attempt and checks the password. A correct password, and a check that throws, take the counts of failures back. The count of all checks keeps a
   * correct password. Throws 429 with Retry-After before the check when the attempt must wait, so the response is equal for a correct and a wrong password.
   */
  prove<Check extends { readonly isMatch: boolean }>(claimant: Claimant, check: () => Promise<Check>): Promise<Check>;
}

/** An attempt that was counted. `lane` has a limit of all checks, and is null when the call names no person. */
interface Attempt {
  readonly lane: string | null;
  readonly takeBack: () => Promise<void>;
}

interface AttemptDeps {
  readonly budgets: Budgets;
  readonly store: { readonly throttles: Pick<Throttles, 'attempt' | 'takeBack'> };
}

/**
 * Limits the attempts of each person, address and network. A known device has limits of its own, so attempts from other devices never block the log-in of the
 * person on this device. Source: reliability 5.3 item 5.
 */
export function createSignInAttempts(deps: AttemptDeps): SignInAttempts {
  const begin = attemptCounter(deps);
  const checks = deps.budgets('password checks', {
    points: serverLimits.passwordChecks,
    seconds: serverLimits.failedLoginSeconds,
  });
  // A check that throws has not occupied the hasher, so it is no check of its lane.
  const countedIn = async <Check>(lane: string | null, check: () => Promise<Check>): Promise<Check> => {
    if (lane === null) return check();
    await checks.spend(lane);
    return orTakeBack(check(), () => checks.reward(lane));
  };
  return {
    async prove(claimant, check) {
      const { lane, takeBack } = await begin(claimant);
      const result = await orTakeBack(countedIn(lane, check), takeBack);
      if (result.isMatch) await takeBack();
      return result;
    },
  };
}

/** Returns the function that counts an attempt. It throws 429 when the attempt must wait. */
function attemptCounter(deps: AttemptDeps): (claimant: Claimant) => Promise<Attempt> {
  const { throttles } = deps.store;
  const seconds = serverLimits.failedLoginSeconds;
  const byAddress = deps.budgets('failures of an address', { points: serverLimits.failedLoginsPerAddress, seconds });
  const byNetwork = deps.budgets('failures of a network', { points: serverLimits.failedLoginsPerNetwork, seconds });

  const beginOnDevice = async (token: string): Promise<Attempt | null> => {
    const key = `failures of a device ${token}`;
    const rule = serverLimits.deviceAttempts;
    if ((await throttles.attempt(key, rule)) > 0) return null;
    return { lane: `of a device ${token}`, takeBack: () => throttles.takeBack(key) };
  };

  const beginIn = async (lane: string): Promise<Attempt> => {
    const key = `failures ${lane}`;
    const rule = serverLimits.unknownDeviceAttempts;
    const waitMs = await throttles.attempt(key, rule);
    if (waitMs > 0) throw new ApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    return { lane, takeBack: () => throttles.takeBack(key) };
  };

  const beginElsewhere = async (address: string, person: string | null): Promise<Attempt> => {
    const network = networkOf(address);
    // An address without attempts left adds nothing to the count of its network, so it cannot lock its neighbours out.
    await byAddress.spend(address);
    const ofAddress = (): Promise<void> => byAddress.reward(address);
    await orTakeBack(byNetwork.spend(network), ofAddress);
    const ofNetwork = async (): Promise<void> => {
      await byNetwork.reward(network);
      await ofAddress();
    };
    if (person === null) return { lane: null, takeBack: ofNetwork };
    // A refused attempt of a person keeps the counts of its address and network, because refused attempts would otherwise cost nothing.
    const { lane, takeBack: ofPerson } = await beginIn(laneOfPerson(person));
    return {
      lane,
      takeBack: async () => {
        await ofNetwork();
        await ofPerson();
      },
    };
  };

  return async (claimant) => {
    if (claimant.isLoggedIn) return beginIn(laneOfSessions(claimant.userId));
    const { address, person, knownDevice } = claimant;
    return (knownDevice === null ? null : await beginOnDevice(knownDevice)) ?? beginElsewhere(address, person);
  };
}

/** The lanes of a person begin with different words, so that no typed e-mail names the lane of the sessions. */
const laneOfPerson = (email: string): string => `of a person ${email}`;
const laneOfSessions = (userId: string): string => `in sessions of ${userId}`;

/** Waits for the work. When the work throws, the earlier count is taken back. */
async function orTakeBack<Result>(work: Promise<Result>, earlier: () => Promise<void>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    await earlier();
    throw error;
  }
}
