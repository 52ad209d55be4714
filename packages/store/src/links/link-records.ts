// Records of linking by consent: states, consents and key replacements. Instants are epoch ms.
import type { Answer, AccountEnvironment } from '../store.ts';
import type { Secret } from '../secrets/secret-text.ts';

export type ConsentKind = 'oauth' | 'fast_api';

/** A registered state, as the callback gets it back. */
export interface OauthState {
  readonly userId: string;
  readonly sessionId: string;
  readonly kind: ConsentKind;
  readonly accountId: string | null;
}

export interface OauthStates {
  /** Binds a state to its user. False: it is registered already. */
  register(state: string, bound: OauthState & { readonly expiresAt: number; readonly now: number }): Promise<boolean>;
  /** Uses a state of this user up. `expired` uses it up as well. */
  consume(
    state: string,
    by: { readonly userId: string; readonly now: number },
  ): Promise<Answer<{ readonly state: OauthState }, 'unknown' | 'used' | 'expired'>>;
}

/** A living consent without its tokens. `uid` null: the exchange did not say whose it is. */
export interface ConsentRecord {
  readonly id: string;
  readonly userId: string;
  readonly accountId: string;
  readonly kind: ConsentKind;
  readonly environment: AccountEnvironment;
  readonly domain: string;
  readonly uid: string | null;
  readonly expiresAt: number;
  readonly refreshExpiresAt: number | null; // null: it cannot be renewed
  readonly createdAt: number;
}

export interface ConsentTokens {
  readonly accessToken: Secret;
  readonly refreshToken: Secret | null;
  readonly expiresAt: number;
  readonly refreshExpiresAt: number | null;
}

export interface NewConsent {
  readonly userId: string;
  readonly accountId: string;
  readonly kind: ConsentKind;
  readonly environment: AccountEnvironment;
  readonly domain: string;
  readonly uid: string | null;
  readonly tokens: ConsentTokens;
  readonly now: number;
}

export interface Consents {
  /** Stores a consent; an older one of the same account and kind ends. */
  create(consent: NewConsent): Promise<ConsentRecord>;
  listByUser(userId: string): Promise<readonly ConsentRecord[]>;
  /** Those that can be renewed and end before the instant. */
  listRenewable(endsBefore: number): Promise<readonly ConsentRecord[]>;
  find(accountId: string, kind: ConsentKind): Promise<ConsentRecord | null>;
  /** For calls to the exchange only. */
  unwrap(consentId: string): Promise<{ readonly accessToken: Secret; readonly refreshToken: Secret | null }>;
  /** Replaces the tokens after a renewal. False: the consent has ended meanwhile. */
  renew(consentId: string, tokens: ConsentTokens): Promise<boolean>;
  /** The exchange no longer renews it: the refresh token is destroyed and the consent counts as expired. */
  expire(consentId: string, now: number): Promise<void>;
  /** Users with a living consent of this exchange account. */
  ownersOfUid(environment: AccountEnvironment, uid: string): Promise<readonly string[]>;
  /** Destroys the tokens. */
  end(consentId: string, now: number): Promise<void>;
}

/** missing: the old key was deleted and no new one could be made; the account stays gated. */
export type KeyChangeStep = 'gated' | 'deleting' | 'creating' | 'missing' | 'done' | 'abandoned';

export interface KeyChange {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  readonly step: KeyChangeStep;
  readonly startedAt: number;
  readonly updatedAt: number;
}

export interface KeyChanges {
  /** Begins a replacement, or takes an unfinished one up again. */
  begin(input: { readonly accountId: string; readonly userId: string; readonly now: number }): Promise<KeyChange>;
  setStep(id: string, step: KeyChangeStep, now: number): Promise<void>;
  /** The unfinished replacement of an account. */
  open(accountId: string): Promise<KeyChange | null>;
  listOpen(userId: string): Promise<readonly KeyChange[]>;
}

/** What bots have at the exchange: entries and exits that may still rest, and open positions. */
export interface RestingOrders {
  readonly entries: number;
  readonly exits: number;
  readonly positions: number;
}

/** How an account's revocation ended. remains: the exchange still knows the key, only our copy was destroyed. */
export interface Settlement {
  readonly outcome: 'deleted' | 'remains';
  readonly resting: RestingOrders;
  readonly now: number;
}

export interface RevocationProgress {
  readonly waiting: number;
  readonly deleted: number;
  readonly remaining: number;
  readonly left: RestingOrders;
  /** When a server last looked for such orders; null: none ever did. */
  readonly workedAt: number | null;
}

export interface KeyRevocations {
  /** What an order of now would reach. */
  count(): Promise<RestingOrders & { readonly accounts: number; readonly bots: number }>;
  /** Orders it for every linked OKX account that is not revoked already; answers how many, with a line of the audit. */
  order(input: { readonly reason: string; readonly now: number }): Promise<number>;
  /** Accounts whose turn it is, oldest first, a bounded number. */
  listOrdered(now: number): Promise<readonly { readonly accountId: string; readonly orderedAt: number }[]>;
  /** Its turn comes again then. */
  defer(accountId: string, untilAt: number): Promise<void>;
  /** `unpausedBots`: bots that could still enter. Null: nothing is ordered for the account any more. */
  resting(accountId: string): Promise<(RestingOrders & { readonly unpausedBots: number }) | null>;
  /** Destroys our copy of key and tokens and gates the account until it has a new key. False: settled before. */
  settle(accountId: string, settlement: Settlement): Promise<boolean>;
  /** A new key was made: the account goes on. */
  end(accountId: string, now: number): Promise<void>;
  /** Accounts of a user whose key was revoked and not replaced. */
  listRevoked(userId: string): Promise<readonly string[]>;
  progress(): Promise<RevocationProgress>;
  /** Whose keys the exchange still knows, also those of accounts that were unlinked since, a bounded number. */
  listRemaining(): Promise<readonly { readonly email: string; readonly uid: string; readonly label: string }[]>;
}
