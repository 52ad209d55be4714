// Records of running bots and of what their owners ask of them. Instants are epoch ms.
import type { BillReport, BotLogRow, BotView, FillReport, IntentRow, SlotKey } from '@rondo/engine/ports';
import type { Answer } from '../store.ts';

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
  readonly sequence: number; // in the order of recording, over all bots
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

/** What the engine has still to be told of a bot: whether it may enter. */
export interface GrantChange {
  readonly botId: string;
  readonly botNumber: number;
  readonly mayEnter: boolean;
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
  /** Running bots of these accounts whose pause and whose owner's approval disagree (decision 21), by number after `after`, a page. */
  listGrantChanges(accountIds: readonly string[], after?: number): Promise<readonly GrantChange[]>;
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
  /** Recorded and not yet settled commands of running bots of these accounts, by sequence after `after`, a page. */
  pendingCommands(accountIds: readonly string[], after?: number): Promise<readonly BotCommand[]>;
  /** Running bots of these accounts, made before an instant, of which the engine has shown nothing, by number, a page. */
  listUntaken(accountIds: readonly string[], before: number, after?: number): Promise<readonly BotRecord[]>;
  /** The engine has journalled the command's event. */
  settleCommand(commandId: string, now: number): Promise<void>;
}
