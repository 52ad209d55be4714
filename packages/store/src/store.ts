// The records of the database and the Store that serves them: the surface which server and command line code against.
import type { Journal } from '@rondo/engine/ports';
import type { Bots } from './bots/bot-records.ts';
import type { Callers } from './sessions/callers.ts';
import type { History } from './history/history-records.ts';
import type { Consents, KeyChanges, KeyRevocations, OauthStates } from './links/link-records.ts';
import type { Passwords } from './secrets/passwords.ts';
import type {
  AccountLabels,
  Audit,
  Jobs,
  Logins,
  People,
  Retention,
  SecondFactors,
  SessionRecord,
} from './people/person-records.ts';
import type { Secret } from './secrets/secret-text.ts';

/** A refusal is a value of the domain; anything unexpected throws. */
export type Answer<Value, Refusal extends string> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly refusal: Refusal };

/** Anything JSON can say; what `settings` keeps. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A person with a login. `hasGranted` is the operator's approval. Instants are epoch ms everywhere in this file. */
export interface UserRecord {
  readonly id: string;
  readonly email: string; // lower-case
  readonly username: string;
  readonly name: string;
  readonly level: number;
  readonly role: 'member' | 'operator';
  readonly hasGranted: boolean;
  readonly passwordHash: string; // PHC string; never leaves the server
  readonly createdAt: number;
}

export interface NewUser {
  readonly email: string;
  readonly username: string;
  readonly name: string;
  readonly level?: number;
  readonly role?: 'member' | 'operator';
  readonly hasGranted?: boolean;
  readonly passwordHash: string;
  readonly ref?: string;
  readonly consentVersion?: string;
  readonly region?: string;
  readonly now: number;
}

/** The hash that was proved, and the one in its place. */
export interface PasswordHashes {
  readonly from: string;
  readonly to: string;
}

export interface Users {
  create(user: NewUser): Promise<Answer<{ readonly user: UserRecord }, 'email_taken' | 'username_taken'>>;
  findByEmail(email: string): Promise<UserRecord | null>;
  findById(userId: string): Promise<UserRecord | null>;
  /** Replaces the hash of a password that stays the same. False: the password is another one by now. */
  renewPasswordHash(userId: string, hashes: PasswordHashes): Promise<boolean>;
  /** Also ends the other sessions and unused reset links, in one transaction. False: the password is another one by now. */
  changePassword(
    userId: string,
    change: PasswordHashes & { readonly exceptSessionId: string; readonly now: number },
  ): Promise<boolean>;
  /** Forgets who the person is and ends everything of theirs; what the law keeps stays without a name. */
  erase(userId: string, now: number): Promise<Answer<{ readonly isErased: boolean }, 'bots_active'>>;
}

/** A fresh pair of opaque tokens: shown once, kept only as SHA-256. */
export interface SessionTokens {
  readonly sessionId: string;
  readonly userId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly accessExpiresAt: number;
  readonly refreshExpiresAt: number;
}

export interface NewSession {
  readonly userId: string;
  readonly remember: boolean;
  readonly now: number;
  /** What the browser says it is; shown in the list of sessions. */
  readonly agent?: string;
  readonly withSecondFactor?: boolean;
}

/** `provedAt`: when the password was last proved; `secondFactorAt` null: logged in without one; `endsAt`: of token or session. */
export interface LiveSession {
  readonly sessionId: string;
  readonly userId: string;
  readonly provedAt: number;
  readonly secondFactorAt: number | null;
  readonly endsAt: number;
}

export interface Sessions {
  create(input: NewSession): Promise<SessionTokens>;
  /** Null: password or second factor changed after they were proved, and a change ends what was opened before it. */
  logIn(input: NewSession & { readonly passwordHash: string }): Promise<SessionTokens | null>;
  findByAccess(token: string, now: number): Promise<LiveSession | null>;
  /** Newest use first. */
  list(userId: string, now: number): Promise<readonly SessionRecord[]>;
  /** The password was proved again, with the second factor where one is on. */
  prove(sessionId: string, proof: { readonly now: number; readonly withSecondFactor: boolean }): Promise<void>;
  /** Ends one session of this person; false when there is no such live session. */
  end(userId: string, sessionId: string, now: number): Promise<boolean>;
  revokeOthers(userId: string, exceptSessionId: string, now: number): Promise<void>;
  /** Rotates; an older refresh token used again after the grace revokes the whole session (`reused`). */
  refresh(
    token: string,
    now: number,
  ): Promise<
    Answer<{ readonly tokens: SessionTokens; readonly isRemembered: boolean }, 'unknown' | 'expired' | 'reused'>
  >;
  /** For sockets, which were opened by a ticket and hold no token. */
  isLive(sessionId: string, now: number): Promise<boolean>;
  revoke(sessionId: string, now: number): Promise<void>;
  revokeAllOfUser(userId: string, now: number): Promise<void>;
}

export type AccountEnvironment = 'sandbox' | 'demo' | 'live';

/** A linked exchange account, without its secrets. */
export interface AccountRecord {
  readonly id: string;
  readonly userId: string;
  readonly exchange: 'okx' | 'lbank';
  readonly label: string;
  readonly uid: string;
  readonly environment: AccountEnvironment;
  readonly domain: string;
  readonly maskedKey: string; // the last four characters of the key behind dots
  readonly positionMode: 'hedge' | 'net' | null; // as last read while no bot ran
  readonly createdAt: number;
}

export interface AccountCredentials {
  readonly apiKey: Secret;
  readonly secretKey: Secret;
  readonly passphrase: Secret;
}

export interface NewAccount {
  readonly id?: string; // of a consent that came first; otherwise a fresh one
  readonly userId: string;
  readonly exchange: 'okx' | 'lbank';
  readonly label: string;
  readonly uid: string;
  readonly environment: AccountEnvironment;
  readonly domain: string;
  readonly credentials: AccountCredentials;
  readonly now: number;
}

export interface Accounts {
  create(account: NewAccount): Promise<Answer<{ readonly account: AccountRecord }, 'already_linked'>>;
  listByUser(userId: string): Promise<readonly AccountRecord[]>;
  /** Every linked account: what the engine runs. */
  listAll(): Promise<readonly AccountRecord[]>;
  find(accountId: string): Promise<AccountRecord | null>;
  /** For the engine's wiring only. Throws when the sealed row was changed or another master key is used. */
  unwrap(accountId: string): Promise<AccountCredentials>;
  /** Seals new credentials in place of the old ones. */
  replaceCredentials(accountId: string, credentials: AccountCredentials): Promise<boolean>;
  /** Notes the position mode while no bot of the account runs; a running one keeps what it began with. */
  notePositionMode(accountId: string, mode: 'hedge' | 'net'): Promise<void>;
  /** The linked account of an exchange uid, whoever owns it. */
  findByUid(key: Pick<AccountRecord, 'exchange' | 'environment' | 'uid'>): Promise<AccountRecord | null>;
  /** Unlinks and destroys the sealed credentials; refused while a bot runs. A revoked key that is left stays on the operator's list. */
  unlink(
    accountId: string,
    end: { readonly isKeyDeleted: boolean; readonly now: number },
  ): Promise<Answer<{ readonly isUnlinked: boolean }, 'bots_active'>>;
}

export interface Settings {
  get(key: string): Promise<JsonValue | null>;
  set(key: string, value: JsonValue): Promise<void>;
}

/** Single-use tickets of 30 s for socket log-ins (decision 16). */
export interface Tickets {
  create(input: {
    readonly userId: string;
    readonly sessionId: string;
    readonly accountId: string | null;
    readonly now: number;
  }): Promise<{ readonly ticket: string; readonly expiresAt: number }>;
  consume(
    ticket: string,
    now: number,
  ): Promise<{ readonly userId: string; readonly sessionId: string; readonly accountId: string | null } | null>;
}

/** Everything durable. `openStore` makes it. */
export interface Store {
  readonly journal: Journal;
  readonly passwords: Passwords;
  readonly users: Users;
  readonly people: People;
  readonly audit: Audit;
  readonly secondFactors: SecondFactors;
  readonly logins: Logins;
  readonly accountLabels: AccountLabels;
  readonly retention: Retention;
  readonly jobs: Jobs;
  readonly sessions: Sessions;
  readonly callers: Callers;
  readonly accounts: Accounts;
  readonly bots: Bots;
  readonly history: History;
  readonly settings: Settings;
  readonly tickets: Tickets;
  readonly oauthStates: OauthStates;
  readonly consents: Consents;
  readonly keyChanges: KeyChanges;
  readonly keyRevocations: KeyRevocations;
  /** True when the database answers now (bounded wait). */
  ready(): Promise<boolean>;
  /** Ends the connections and, when this store started or adopted the embedded server, stops it. */
  close(): Promise<void>;
}
