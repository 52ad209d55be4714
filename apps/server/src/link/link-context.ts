// The dependencies of account linking: the OAuth client, the table of sites, the return address, and the clients of accounts.
import type { AccountEnvironment, AccountRecord, ConsentRecord } from '@rondo/store';
import type { KeyChangeLock } from '../keys/key-change-lock.ts';
import type { Exchanges } from '../trading/exchanges.ts';
import type { ConsentClient, LinkSites } from '../venues/venue.ts';
import type { LinkMeters } from '../link-health/link-meters.ts';
import type { Viewers } from '../link-health/viewers.ts';
import type { StateSeal } from './state-seal.ts';

/**
 * The result of a renewal. `invalid` means that the exchange ended the consent. `expired` means that the consent can no longer be renewed.
 * `failed` means that the result is unknown and the renewal is tried again.
 */
export type Renewal =
  | { readonly kind: 'renewed'; readonly expiresAt: number }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'failed' };

/** Renews the tokens of consents. */
export interface TokenKeeper {
  renew(consent: ConsentRecord): Promise<Renewal>;
  /** Starts to renew all renewable consents on schedule. */
  start(): void;
  stop(): void;
}

/** `deleted` means that the exchange no longer has the key. `refused` means that no stored consent allows the deletion. `unknown` means that the exchange did not respond. */
export type KeyDeletion = 'deleted' | 'refused' | 'unknown';

export interface LinkContext {
  /** The OAuth client, or null when this installation is not registered with the exchange and has no client id. */
  readonly oauth: { readonly client: ConsentClient } | null;
  readonly sites: LinkSites;
  /** Creates and checks the sealed states of consents. */
  readonly seal: StateSeal;
  readonly exchanges: Exchanges;
  readonly tokens: TokenKeeper;
  /** Permits one change of an account's key at a time. */
  readonly keyChanges: KeyChangeLock;
  readonly viewers: Viewers;
  readonly meters: LinkMeters;
  /** The environment of keys that are created without `is_demo`. */
  readonly environment: AccountEnvironment;
  /** Returns the registered return address for a request to this host, or the first return address when the host is unknown. */
  redirectUri(host: string | undefined): string;
  /** Deletes the key of the account at the exchange without an action of the user. A stored consent of the user must allow the deletion. */
  deleteKey(account: AccountRecord): Promise<KeyDeletion>;
  /** Returns whether the exchange is reachable. */
  isReachable(): Promise<boolean>;
  /** Ends the actor, the client and the figures of an unlinked account. */
  forget(accountId: string): Promise<void>;
}
