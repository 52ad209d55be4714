// The signer of a command that reads accounts. It is the same process as the signer of a server, so the command opens no trading key. It signs readings only.
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '@rondo/engine/ports';
import type { SealSource, Store } from '@rondo/store';
import { childEnvironments } from '../child-environments.ts';
import { createSignerHost, openSigner, type Signer } from './open-signer.ts';
import { readSignerSettings } from './key-variables.ts';
import type { AccountKeys } from './account-keys.ts';
import { signerLimits } from './signer-limits.ts';

/** The settings of the signer of a command. They are the ones of the server. */
export interface ToolSignerConfig {
  readonly homeFolder: string;
  readonly masterKeyText: string | undefined;
  readonly masterKeyCommand: readonly string[] | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

/** The signer of a command. */
export interface ToolSigner {
  /** The seals with which the store is opened. The store starts the process. */
  readonly seals: SealSource;
  /** Returns the keys of the accounts of the opened store. An opening waits until the limits of the signer permit it. */
  keys(store: Pick<Store, 'accounts' | 'audit' | 'keyCalls'>): Pick<AccountKeys, 'open' | 'drop'>;
  /** Waits until the audit has the counts of the openings. Is called before the store is closed. */
  record(): Promise<void>;
  /** Ends the process. */
  stop(): Promise<void>;
}

/**
 * Creates the signer of a command. The process starts when the store is opened, and reads the master key itself. Throws when a setting is not usable. An account whose reading
 * was refused has no signature, so the command reports it as unreadable.
 */
export function createToolSigner(config: ToolSignerConfig): ToolSigner {
  const { environment, log } = config;
  const settings = readSignerSettings(environment);
  const host = createSignerHost(
    {
      homeFolder: config.homeFolder,
      masterKeyText: config.masterKeyText ?? null,
      masterKeyCommand: config.masterKeyCommand ?? null,
      peopleKey: null,
      ...settings,
      // The signer of the socket serves the server. The command runs while no server runs, as a user who can read the key.
      signerSocket: null,
      signerEnvironment: childEnvironments(environment).signerEnvironment,
    },
    { log, line: null, signs: 'readings' },
  );
  let signer: Signer | null = null;
  return {
    seals: host.seals,
    keys(store) {
      signer = openSigner(host, { log, metrics: { count: () => undefined, gauge: () => undefined }, store });
      return pacedKeys(signer.keys, settings.signerAccounts);
    },
    record: async () => signer?.record(),
    stop: () => host.stop(),
  };
}

/**
 * Returns keys whose openings wait for the limits of the signer, so that the accounts of a large database are all compared. An opening counts from its reply on, which is later
 * than the instant at which the signer has counted it, so the signer never has less room than this count.
 */
function pacedKeys(keys: AccountKeys, accountsAtOnce: number): Pick<AccountKeys, 'open' | 'drop'> {
  let [left, at, running] = [accountsAtOnce, performance.now(), 0];
  const refill = (): void => {
    const now = performance.now();
    left = Math.min(accountsAtOnce, left + ((now - at) / 60_000) * signerLimits.accountsPerMinute);
    at = now;
  };
  return {
    drop: (key) => keys.drop(key),
    async open(accountId) {
      for (refill(); left - running < 1; refill()) await wait(signerLimits.openingWaitMs);
      running += 1;
      try {
        return await keys.open(accountId);
      } finally {
        refill();
        running -= 1;
        left -= 1;
      }
    },
  };
}
