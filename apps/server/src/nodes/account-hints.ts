// The hints of this node about accounts.
import type { Bus } from '@rondo/bus';

/** What this node tells the other nodes about accounts. */
export interface AccountHints {
  /** Tells the node that trades the account to read its recorded work. Without this hint, that node reads it each second. */
  readonly wakeOwner: (accountId: string) => void;
  /** Tells the node with the name `next` that it may take the account. Without this hint, that node sees the account within a second. */
  readonly moved: (accountId: string, next: string) => void;
}

/** Publishes the hints about accounts on the bus. */
export function accountHints(bus: Pick<Bus, 'publish'>): AccountHints {
  return {
    wakeOwner: (accountId) => bus.publish('wake', { accountId }),
    moved: (accountId, next) => bus.publish('take', { accountId, next }),
  };
}
