// Finds the linked accounts that this venue serves, and prepares the client of each account for the engine.
import type { Log } from '@rondo/engine/ports';
import type { Accounts } from '@rondo/store';
import { causeOf } from '../ops/log.ts';

export interface ServedAccountsDeps {
  readonly accounts: Pick<Accounts, 'listAll'>;
  /** Makes the client of an account ready. Returns false when this venue does not serve the account. */
  readonly prepare: (accountId: string) => Promise<boolean>;
  readonly log: Log;
}

/** The ids of the linked accounts, of those whose client is ready, and of those whose key cannot be read. */
export interface ServedAccounts {
  readonly linked: ReadonlySet<string>;
  readonly served: readonly string[];
  readonly unreadable: ReadonlySet<string>;
}

/**
 * Returns a function that returns the ids of the served accounts. An account whose key cannot be read is logged once, is tried again on each call, and does not
 * delay the other accounts.
 */
export function createServedAccounts({ accounts, prepare, log }: ServedAccountsDeps): () => Promise<ServedAccounts> {
  let unreadable: ReadonlySet<string> = new Set();
  return async () => {
    const served: string[] = [];
    const failed = new Set<string>();
    const linked = new Set((await accounts.listAll()).map(({ id }) => id));
    for (const id of linked) {
      try {
        if (await prepare(id)) served.push(id);
      } catch (error) {
        failed.add(id);
        if (!unreadable.has(id)) log.write('error', 'account.unreadable', { accountId: id, cause: causeOf(error) });
      }
    }
    unreadable = failed;
    return { linked, served, unreadable };
  };
}
