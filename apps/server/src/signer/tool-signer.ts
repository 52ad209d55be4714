// The signer of a command that reads accounts. It is the same process as the signer of a server, so the command opens no trading key.
import type { SealSource, Store } from '@rondo/store';
import { childEnvironments } from '../child-environments.ts';
import { createAccountKeys, type AccountKeys } from './account-keys.ts';
import { createSignerHost } from './open-signer.ts';
import { signerLimits } from './signer-limits.ts';

/** The settings of the signer of a command. They are the ones of the server. */
export interface ToolSignerConfig {
  readonly homeFolder: string;
  readonly masterKeyText: string | undefined;
  readonly masterKeyCommand: readonly string[] | undefined;
  /** The number of the user of the process, or null for the user of the command. */
  readonly userId: number | null;
  /** The accounts whose keys are opened at once, or null for the usual number. */
  readonly accountsAtOnce: number | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The signer of a command. */
export interface ToolSigner {
  /** The seals with which the store is opened. The store starts the process. */
  readonly seals: SealSource;
  /** Returns the keys of the accounts of the opened store. */
  keys(store: Pick<Store, 'accounts' | 'keyCalls'>): AccountKeys;
  /** Ends the process. */
  stop(): Promise<void>;
}

/** Creates the signer of a command. The process starts when the store is opened, and reads the master key itself. */
export function createToolSigner(config: ToolSignerConfig): ToolSigner {
  const host = createSignerHost(
    {
      homeFolder: config.homeFolder,
      masterKeyText: config.masterKeyText ?? null,
      masterKeyCommand: config.masterKeyCommand ?? null,
      peopleKey: null,
      signerUserId: config.userId,
      signerAccounts: config.accountsAtOnce ?? signerLimits.accountsAtOnce,
      signerEnvironment: childEnvironments(config.environment).signerEnvironment,
    },
    { log: { write: () => undefined }, line: null },
  );
  return {
    seals: host.seals,
    // A refused reading has no signature, so the command reports the account as unreadable.
    keys: ({ accounts, keyCalls }) =>
      createAccountKeys({ accounts, keyCalls, client: host.started().client, onRefusal: () => undefined }),
    stop: () => host.stop(),
  };
}
