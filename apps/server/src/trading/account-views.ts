// The accounts as routes see them: an account of this node as the engine has read it, and an account of another node by its picture.
import type { Engine } from '@rondo/engine';
import { serverLimits } from '../limits.ts';
import type { AccountPicture } from './account-picture.ts';
import type { LiveAccount, LiveAccounts } from './live-accounts.ts';
import type { RemoteAccounts } from './remote-accounts.ts';

export interface AccountViewsDeps {
  readonly engine: Pick<Engine, 'accountSnapshot' | 'onChange'>;
  readonly remote: RemoteAccounts;
  /** Returns whether this node holds the lease of the account. */
  readonly isOwn: (accountId: string) => boolean;
}

export interface AccountViews extends Pick<
  LiveAccounts,
  'account' | 'see' | 'glance' | 'isRead' | 'watch' | 'onChange'
> {
  /** Returns the picture of an account of another node, or null when this node trades the account or no recent picture was read. */
  remotePicture(accountId: string): AccountPicture | null;
}

/** Creates the views of all accounts. */
export function createAccountViews({ engine, remote, isOwn }: AccountViewsDeps): AccountViews {
  return {
    account: (accountId) =>
      isOwn(accountId)
        ? readAccount(engine, accountId)
        : (readRemote(remote, accountId) ?? readAccount(engine, accountId)),
    see: (accountIds) => remote.see(accountIds),
    glance: (accountIds) => remote.glance(accountIds),
    isRead(accountId) {
      if (isOwn(accountId)) return readAccount(engine, accountId).balance !== null;
      const picture = recentPicture(remote, accountId);
      return picture !== null && recentOf(picture, 0).balance !== null;
    },
    watch: (accountId) => remote.watch(accountId),
    remotePicture: (accountId) => (isOwn(accountId) ? null : recentPicture(remote, accountId)),
    onChange(listener) {
      const close = engine.onChange(({ accountId, botIds }) => {
        listener({ kind: 'account', accountId });
        for (const botId of botIds) listener({ kind: 'bot', botId, accountId });
      });
      const remoteChanges = remote.onChange(listener);
      return {
        close() {
          close();
          remoteChanges.close();
        },
      };
    },
  };
}

/** Returns the account as this node has read it. */
export function readAccount(engine: Pick<Engine, 'accountSnapshot'>, accountId: string): LiveAccount {
  const snapshot = engine.accountSnapshot(accountId);
  if (snapshot === null)
    return {
      balance: null,
      positions: null,
      permissions: null,
      addresses: null,
      waits: {},
      coveredLosses: {},
      surpluses: {},
    };
  const { account } = snapshot;
  return recentOf({ ...snapshot, permissions: account?.permissions ?? null, addresses: account?.addresses ?? null }, 0);
}

/** Returns the account of another node from its picture, or null when no picture was read. */
function readRemote(remote: Pick<RemoteAccounts, 'picture'>, accountId: string): LiveAccount | null {
  const seen = remote.picture(accountId);
  return seen === null ? null : recentOf(seen.picture, seen.ageMs);
}

/** Returns the picture of an account of another node, or null when the other node did not write twice in a row. */
function recentPicture(remote: Pick<RemoteAccounts, 'picture'>, accountId: string): AccountPicture | null {
  const seen = remote.picture(accountId);
  return seen === null || seen.ageMs > 2 * serverLimits.unwatchedPictureMs ? null : seen.picture;
}

/** Returns the readings without those that are too old to be used. `ageMs` is the time since the ages of the readings were measured. */
function recentOf(readings: Omit<AccountPicture, 'link' | 'figures'>, ageMs: number): LiveAccount {
  const isRecent = (own: number | null) => own !== null && own + ageMs <= serverLimits.snapshotMaxAgeMs;
  return {
    balance: isRecent(readings.balanceAgeMs) ? readings.balance : null,
    positions: isRecent(readings.positionsAgeMs) ? readings.positions : null,
    permissions: readings.permissions,
    addresses: readings.addresses,
    waits: ageMs <= serverLimits.snapshotMaxAgeMs ? (readings.waits ?? {}) : {},
    // The losses are in the equity of the same reading.
    coveredLosses: isRecent(readings.balanceAgeMs) ? (readings.coveredLosses ?? {}) : {},
    surpluses: isRecent(readings.positionsAgeMs) ? (readings.surpluses ?? {}) : {},
  };
}
