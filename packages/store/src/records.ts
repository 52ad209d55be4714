// The records of the database and the Store that serves them: the surface which server and command line code against.
import type { BillReport, BotLogRow, BotView, FillReport, IntentRow, Journal, SlotKey } from '@rondo/engine/ports';
import type { Callers } from './callers.ts';
import type { Consents, KeyChanges, KeyRevocations, OauthStates } from './link-records.ts';
import type { Passwords } from './passwords.ts';
import type {
  AccountLabels,
  Audit,
  Jobs,
  Logins,
  People,
  Retention,
  SecondFactors,
  SessionRecord,
} from './person-records.ts';
import type { Secret } from './secret-text.ts';

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

export interface Users {
  create(user: NewUser): Promise<Answer<{ readonly user: UserRecord }, 'email_taken' | 'username_taken'>>;
  findByEmail(email: string): Promise<UserRecord | null>;
  findById(userId: string): Promise<UserRecord | null>;
  setPasswordHash(userId: string, passwordHash: string): Promise<boolean>;
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
  /** Unlinks and destroys the sealed credentials; refused while a bot of the account runs. */
  unlink(accountId: string, now: number): Promise<Answer<{ readonly isUnlinked: boolean }, 'bots_active'>>;
}

/** Where a bot stands between its owner's wish and its end; it only moves to the right, but for `last` back to `running`. */
export type BotCourse = 'running' | 'last' | 'closing' | 'done';

export interface BotRecord {
  readonly id: string;
  readonly botNumber: number;
  readonly userId: string;
  readonly accountId: string;
  readonly instrumentId: string;
  readonly name: string;
  readonly direction: 'long' | 'short';
  readonly config: string; // canonical JSON of the strategy's BotConfig
  readonly planSummary: string; // JSON of what the server answered at creation
  readonly reservedMargin: string; // USDT
  readonly course: BotCourse;
  readonly stopKind: 'stop_close' | 'stop_keep' | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
  readonly view: BotView | null; // null until the engine has first written it
}

export interface NewBot {
  readonly userId: string;
  readonly accountId: string;
  readonly instrumentId: string;
  readonly name: string;
  readonly direction: 'long' | 'short';
  readonly config: string;
  readonly planSummary: string;
  readonly reservedMargin: string; // USDT, above zero
  readonly balance: string; // the account's total USDT equity now
  readonly idempotencyKey: string; // one bot per (user, key)
  readonly now: number;
}

export type CreateBotRefusal = 'account_missing' | 'symbol_in_use' | 'insufficient_margin' | 'key_reused';

export interface BotCommand {
  readonly id: string;
  readonly botId: string;
  readonly accountId: string;
  readonly kind: 'stop_close' | 'stop_keep' | 'set_last';
  readonly isLast: boolean | null; // of set_last only
  readonly requestId: string;
  readonly createdAt: number;
}

export interface NewBotCommand {
  readonly botId: string;
  readonly kind: BotCommand['kind'];
  readonly isLast?: boolean;
  readonly requestId: string; // the same request told twice is one command
  readonly now: number;
}

export type BotFill = FillReport & { readonly botId: string | null; readonly slot: SlotKey | null };

export type BotReservation = Pick<BotRecord, 'id' | 'name' | 'instrumentId' | 'reservedMargin'>;

export interface WatchedBot {
  readonly bot: BotRecord;
  readonly logs: readonly BotLogRow[];
}

export interface Bots {
  /** One transaction under the account's row lock: slot, margin and name of the key are checked together. */
  create(bot: NewBot): Promise<Answer<{ readonly bot: BotRecord; readonly isNew: boolean }, CreateBotRefusal>>;
  find(botId: string): Promise<BotRecord | null>;
  /** The bot that a request with this idempotency key has made. */
  findByKey(userId: string, idempotencyKey: string): Promise<BotRecord | null>;
  listActive(userId: string): Promise<readonly BotRecord[]>;
  listActiveOfAccount(accountId: string): Promise<readonly BotRecord[]>;
  /** Active bots with the newest lines of their logs; the same array again while nothing of them has changed. */
  listWatched(userId: string, logLimit: number): Promise<readonly WatchedBot[]>;
  /** What the active bots of an account hold back of its margin. */
  listReservations(accountId: string): Promise<readonly BotReservation[]>;
  /** Running bots of these accounts whose pause and whose owner's approval disagree (decision 21), a bounded number. */
  listGrantChanges(accountIds: readonly string[]): Promise<readonly Readonly<{ botId: string; mayEnter: boolean }>[]>;
  /** USDT reserved by the account's running bots. */
  reservedMargin(accountId: string): Promise<string>;
  /** Sets the reservation of a running bot: its current round's budget. */
  reserve(botId: string, amount: string): Promise<boolean>;
  view(botId: string): Promise<BotView | null>;
  /** Newest first. */
  logs(botId: string, limit: number): Promise<readonly BotLogRow[]>;
  /** Oldest first. */
  fills(botId: string): Promise<readonly BotFill[]>;
  /** Oldest first. */
  bills(botId: string): Promise<readonly BillReport[]>;
  /** Newest first. */
  intents(botId: string, limit: number, offset?: number): Promise<readonly IntentRow[]>;
  countIntents(botId: string): Promise<number>;
  /** Durable before the engine is told. `isNew` false: the same wish was already recorded. */
  recordCommand(
    command: NewBotCommand,
  ): Promise<
    Answer<{ readonly command: BotCommand; readonly isNew: boolean }, 'bot_missing' | 'bot_done' | 'already_closing'>
  >;
  /** Recorded and not yet settled commands of running bots of these accounts, oldest first, a bounded number. */
  pendingCommands(accountIds: readonly string[]): Promise<readonly BotCommand[]>;
  /** Running bots of these accounts, made before an instant, of which the engine has shown nothing; a bounded number. */
  listUntaken(accountIds: readonly string[], before: number): Promise<readonly BotRecord[]>;
  /** The engine has journalled the command's event. */
  settleCommand(commandId: string, now: number): Promise<void>;
}

/** A finished bot: its own, or one of the demo world's (`isSimulated`). Money is USDT, net = gross - fees + funding. */
export interface HistoryRow {
  readonly botId: string;
  readonly userId: string;
  readonly instrumentId: string;
  readonly name: string;
  readonly direction: 'long' | 'short';
  readonly config: string;
  readonly planSummary: string;
  readonly netPnl: string;
  readonly rounds: number;
  readonly cycles: number;
  readonly deepestStep: number; // of all entries that filled; 0 when none did
  readonly endReason: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly isSimulated: boolean;
}

export interface SimulatedHistoryRow extends Omit<HistoryRow, 'isSimulated' | 'deepestStep'> {
  readonly fills: string; // JSON of the strategy's fills from which the row follows
}

export interface HistoryTotals {
  readonly count: number;
  readonly netPnl: string;
  readonly wins: number; // net above zero
  readonly losses: number; // net below zero
}

export interface LeaderboardRow {
  readonly userId: string;
  readonly email: string; // the caller masks it
  readonly name: string;
  readonly netProfit: string;
  readonly activeDays: number; // UTC days with a running bot
  readonly activeBots: readonly { readonly instrumentId: string; readonly round: number }[];
  readonly instrumentIds: readonly string[]; // of bots created in the span
}

/** Everybody with a gain or loss in a span: how many, how many of them lost, and the middle one. USDT. */
export interface Standing {
  readonly accounts: number;
  readonly lost: number;
  readonly medianProfit: string;
  /** What each made, the lowest first; of more than `bars` every n-th. */
  readonly results: readonly string[];
}

/** A bot of a person who agreed to show it. */
export interface ShownBot extends HistoryRow {
  readonly userName: string;
}

export interface History {
  standing(span: { readonly sinceAt: number; readonly untilAt: number; readonly bars: number }): Promise<Standing>;
  /** Finished bots of consenting people, most rounds first. */
  shown(limit: number): Promise<readonly ShownBot[]>;
  /** Null: nothing was said, so nothing is shown. */
  testimonialConsent(userId: string): Promise<boolean>;
  setTestimonialConsent(userId: string, consents: boolean, now: number): Promise<void>;
  /** Members with an approval: what is taken of the plan's places. */
  approvedMembers(): Promise<number>;
  /** Bots that ended in [fromAt, toAt), newest first, and the totals of all of them. */
  list(query: {
    readonly userId: string;
    readonly fromAt: number;
    readonly toAt: number;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly rows: readonly HistoryRow[]; readonly totals: HistoryTotals }>;
  find(userId: string, botId: string): Promise<HistoryRow | null>;
  /** Idempotent by bot id. Rows come only from running the strategy over candles. */
  insertSimulated(rows: readonly SimulatedHistoryRow[]): Promise<{ readonly inserted: number }>;
  simulatedFills(botId: string): Promise<string | null>;
  /** Best net profit first; users without profit or loss in the span are left out. */
  leaderboard(query: {
    readonly sinceAt: number;
    readonly untilAt: number;
    readonly limit: number;
  }): Promise<readonly LeaderboardRow[]>;
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
