// The hints about accounts between nodes: the owning node is woken, nodes with open pages ask for views, and the owning node publishes the views.
import { maxWatchedAccounts, type Bus } from '@rondo/bus';
import type { ServerRole } from '../env.ts';

/** A full picture of an account, with the ids of the bots that have changed. */
export interface AccountView {
  readonly accountId: string;
  /** The epoch of the lease of the node that has published the view. */
  readonly epoch: bigint;
  /** The text of `pictureText`. */
  readonly picture: string;
  readonly botIds: readonly string[];
}

/** A view of another node. `n` orders the views of one epoch. */
export interface ReceivedView extends AccountView {
  readonly n: number;
}

export interface AccountHints {
  /** Tells the node that trades the account to read its recorded work. Without this hint, that node reads it each second. */
  wakeOwner(accountId: string): void;
  /** Tells the node with the name `next` that it may take the account. Without this hint, that node sees the account within a second. */
  readonly moved: (accountId: string, next: string) => void;
  /** Asks the nodes that trade these accounts to publish views. */
  watch(accountIds: readonly string[]): void;
  onWatch(listener: (accountIds: readonly string[]) => void): void;
  /** Asks the nodes with open pages to repeat `watch` at once. A node that has just started knows no watched account. */
  askViewers(): void;
  /** Calls the listener when `watch` must be repeated: after every connection to NATS, and when another node asks for it. */
  onWatchNeeded(listener: () => void): void;
  publishView(view: AccountView): void;
  /** Calls the listener for each view of the account from another node. */
  follow(accountId: string, listener: (view: ReceivedView) => void): { close(): void };
  /** Calls the listener after every connection to NATS, because earlier hints may have been lost. */
  onConnected(listener: () => void): void;
}

/** Connects the hints with the bus. A node uses only the subjects of its role (docs/bus.md). */
export function createAccountHints(bus: Bus, role: ServerRole): AccountHints {
  return {
    wakeOwner: (accountId) => bus.publish('wake', { accountId }),
    moved: (accountId, next) => bus.publish('take', { accountId, next }),
    watch(accountIds) {
      for (let first = 0; first < accountIds.length; first += maxWatchedAccounts)
        bus.publish('watch', { accountIds: accountIds.slice(first, first + maxWatchedAccounts) });
    },
    onWatch(listener) {
      if (role !== 'api') bus.subscribe('watch', ({ fields }) => listener(fields.accountIds));
    },
    askViewers: () => bus.publish('viewers', {}),
    onWatchNeeded(listener) {
      bus.onConnected(listener);
      if (role !== 'engine') bus.subscribe('viewers', listener);
    },
    publishView: ({ accountId, epoch, picture, botIds }) =>
      bus.publish('view', { accountId, epoch: String(epoch), picture, botIds: [...botIds] }),
    follow: (accountId, listener) =>
      bus.subscribe(
        'view',
        ({ origin: { n }, fields: { epoch, picture, botIds } }) =>
          listener({ accountId, epoch: BigInt(epoch), picture, botIds, n }),
        accountId,
      ),
    onConnected: (listener) => void bus.onConnected(listener),
  };
}
