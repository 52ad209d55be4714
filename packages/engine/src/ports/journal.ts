// The port of the journal, which stores the intents, the events and the received facts of the engine. The engine writes
// to the journal before and after each command.
import type { Decimal } from '@rondo/decimal';
import type { UnreadableRow } from './ledger.ts';
import type { BillReport, FillReport } from './reports.ts';
import type { CompareCursor } from './venue.ts';

/**
 * The key of an order. Each slot (a bot, a round, a kind and a step) has at most one live order. `generation`
 * distinguishes the orders of one slot.
 */
export interface SlotKey {
  readonly botId: string;
  readonly botNumber: number;
  readonly round: number;
  readonly kind: 'entry' | 'takeProfit' | 'baseExit' | 'close' | 'stopLoss';
  readonly step: number;
  readonly generation: number;
}

/**
 * The state of an intent. `done` means that the effect of an amend or a cancel is known. The intent of a cancel stays
 * open until its order is terminal. For a cancel, `live` means that the exchange accepted the cancel.
 */
export type IntentState =
  | 'sent'
  | 'live'
  | 'partiallyFilled'
  | 'filled'
  | 'cancelled'
  | 'rejected'
  | 'never'
  | 'unknown'
  | 'done';

/** The record of one command to the exchange. The row is committed before the command is sent. */
export interface IntentRow {
  readonly id: string; // `${clientId}/${time}.${counter}${first letter of the verb}`
  readonly slot: SlotKey;
  readonly clientId: string;
  readonly verb: 'place' | 'amend' | 'cancel';
  readonly payload: string; // The canonical JSON of the command without its deadline.
  readonly payloadHash: string;
  readonly deadlineAt: number;
  readonly epoch: bigint;
  readonly state: IntentState;
  readonly evidence: string;
  readonly sentAt: number;
}

/**
 * An event of a bot. `body` is the encoded event of the strategy. `key` is the text of an `EventKey`. An event whose
 * key is already stored is not stored again.
 */
export interface BotEventRow {
  readonly botId: string;
  readonly position: number; // 1, 2, 3 ... without gaps
  readonly key: string;
  readonly body: string;
  readonly at: number;
}

/** A line of the log of a bot that the user reads: the message key of the catalogue and its parameters. */
export interface BotLogRow {
  readonly botId: string;
  readonly type: 'PROFIT' | 'LOSS' | 'ERROR' | 'ORDER' | 'OTHER';
  readonly messageKey: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly at: number;
}

/**
 * A stored fill. `tickSz` and `lotSz` are the units of its price and its size. They are null when the units are those of
 * the bot at its creation.
 */
export interface StoredFill extends FillReport {
  readonly botId: string | null;
  readonly slot: SlotKey | null;
  readonly tickSz: Decimal | null;
  readonly lotSz: Decimal | null;
}

/**
 * The freeze of a bot. Its view gets the phase `error` with the reason, and its log gets the line `bots.log.failed` once.
 * The other figures of the view stay. When `hasEnded` is true, the owner has stopped the frozen bot: the bot ends, and
 * its open intents are closed.
 */
export interface BotFreeze {
  readonly botId: string;
  readonly reason: string;
  readonly at: number;
  readonly hasEnded: boolean;
}

/**
 * The waits of the slots of a bot and its reported position difference, which replace the stored waits. `body` is '' when the
 * bot has none.
 */
export interface BotWaits {
  readonly botId: string;
  readonly body: string;
}

/**
 * A checkpoint: the data that the fold of the events up to `position` returns. `foldVersion` is the version of the code of
 * the fold. `hash` is a keyed hash over the configuration and the other fields.
 */
export interface BotCheckpoint {
  readonly botId: string;
  readonly position: number;
  readonly foldVersion: number;
  readonly body: string;
  readonly hash: string;
}

/** An event of a batch that the journal already has. */
export interface StoredEvent {
  readonly botId: string;
  readonly key: string;
}

/** A row of a list of the exchange that cannot be translated. `rowKey` identifies the row in its list. */
export interface UnreadableRowFact extends Omit<UnreadableRow, 'rowId'> {
  readonly list: 'fill' | 'bill';
  readonly rowKey: string;
  readonly readAt: number;
}

/** The data that `applyFacts` stores in one transaction. A row whose key is already stored is not stored again. */
export interface FactBatch {
  readonly accountId: string;
  /**
   * The epoch of the lease under which the facts were observed. When another node has taken the account since then, reports of open commands are
   * ignored, because the new owner has its own newer reports. Waits with an older epoch than the stored waits are also ignored.
   */
  readonly epoch: bigint;
  readonly fills: readonly StoredFill[];
  readonly bills: readonly (BillReport & { readonly botId: string | null })[];
  readonly unreadableRows: readonly UnreadableRowFact[];
  readonly events: readonly BotEventRow[];
  readonly intents: readonly { readonly id: string; readonly state: IntentState; readonly evidence: string }[];
  readonly logs: readonly BotLogRow[];
  readonly waits: readonly BotWaits[];
  /** The journal stores the two newest checkpoints of each bot. */
  readonly checkpoints: readonly BotCheckpoint[];
  readonly freezes: readonly BotFreeze[];
  /** `reserved` is the budget of the running round in USDT. Other bots may not use this part of the margin (decision 34). */
  readonly views: readonly (BotView & { readonly reserved: string })[];
  /** When `fillCursor` is not null, all fills up to this bill id were read. A pushed fill never moves the cursor. */
  readonly fillCursor: string | null;
  readonly billCursor: string | null;
  /** Compares two cursors. A stored cursor is replaced only by a later cursor. */
  readonly compareCursor: CompareCursor;
  /** The intents of the commands that follow from the facts. They are stored only when this node has the lease with the epoch of the batch. */
  readonly commands?: readonly IntentRow[];
}

/**
 * The view of a bot, which the server reads. The view is calculated from the events of the bot and is replaced with
 * every batch. Amounts are decimal strings.
 */
export interface BotView {
  readonly botId: string;
  readonly phase: string; // The phase of the strategy.
  readonly status: 'active' | 'completed';
  readonly endReason: string | null;
  readonly round: number;
  readonly cycles: number;
  readonly currentStep: number;
  readonly isLast: boolean;
  readonly heldBy: string; // The sorted owners of the holds, separated by spaces (strategy 8.6).
  readonly skippedSlots: string; // The sorted names of the slots that get no order again in this round, separated by spaces (reliability 4.7).
  readonly entryPrice: string | null; // The average entry price of the open lots.
  readonly positionSize: string; // contracts
  readonly realisedPnl: string; // The result after fees and funding.
  readonly state: string; // The encoded state of the strategy.
  readonly eventPosition: number;
  readonly updatedAt: number;
  readonly endedAt: number | null;
}

/** A bot as the user created it. `config` is the canonical JSON of the BotConfig, which `encode` of the strategy returns. */
export interface BotRow {
  readonly botId: string;
  readonly botNumber: number; // A positive integer that is part of client ids.
  readonly accountId: string;
  readonly instrumentId: string;
  readonly config: string;
  readonly createdAt: number;
}

/** The data that `load` returns: checkpoints of this version of the fold, and at most this number of events and keys per bot. */
export interface JournalOptions {
  readonly foldVersion: number;
  readonly events: number;
  readonly keys: number;
}

/** A range of events: the events after the position `after` up to the position `upTo`, at most `limit` events. */
export interface EventRange {
  readonly after: number;
  readonly upTo: number;
  readonly limit: number;
}

/**
 * An active bot with its newest checkpoint, the first events after the checkpoint, and the text of its waits.
 * `recentKeys` are the keys of the latest events up to the checkpoint, with the oldest key first. `lastPosition` is the
 * position of the last event. Without a checkpoint, the events begin with the first event, and `recentKeys` is empty. `frozenCloses` is the number of closing orders that the bot had while it was frozen:
 * the place intents of its round 0.
 */
export interface JournalBot {
  readonly row: BotRow;
  readonly checkpoint: BotCheckpoint | null;
  readonly recentKeys: readonly string[];
  readonly events: readonly BotEventRow[];
  readonly lastPosition: number;
  readonly waits: string;
  readonly frozenCloses: number;
}

/**
 * The stored data of one account, as `load` returns them. `epoch` is the number of the latest acquisition of the lease.
 * A cursor is a bill id of the exchange, or null when nothing was read before.
 */
export interface AccountJournal {
  readonly accountId: string;
  readonly epoch: bigint;
  readonly bots: readonly JournalBot[]; // Only active bots.
  readonly openIntents: readonly IntentRow[]; // Intents in the states sent, live, partiallyFilled and unknown.
  readonly reportedFills: readonly StoredFill[]; // Fills with an event, of the orders of open place intents.
  readonly cancelledClientIds: readonly string[]; // Client ids of open intents for which a cancel was stored, also when the cancel is closed.
  readonly outsideFills: readonly StoredFill[]; // Fills without a bot, with the oldest fill first. Each fill is on the instrument of an active bot and was made after the creation of the bot.
  readonly unappliedFills: readonly StoredFill[]; // Fills of active bots without an event, with the oldest fill first. The bots were frozen when the fills arrived.
  readonly unreadableRows: readonly UnreadableRowFact[]; // Rows on the instruments of active bots since their creation.
  readonly fillCursor: string | null;
  readonly billCursor: string | null;
}

/**
 * An acquired lease. `heldUntil` is the time in epoch ms until which the previous lease of the account was valid. Undefined:
 * the time is not known.
 */
export interface Acquisition {
  readonly epoch: bigint;
  readonly heldUntil?: number;
}

/** A lease that this node holds. `epoch` is the number of its acquisition. */
export interface HeldLease {
  readonly accountId: string;
  readonly epoch: bigint;
}

/** The client id of an order, and the number of the bot in the id. */
export type BotOrder = { readonly clientId: string; readonly botNumber: number };

/**
 * Stores the intents, the events and the facts of all accounts. The journal accepts facts with any epoch, except a report of an open command from an owner that another
 * node has replaced. It accepts
 * intents only with the current epoch of the account.
 */
export interface Journal {
  /** Takes the lease of the account. Returns null when another node holds the lease. */
  acquire(accountId: string, ttlMs: number): Promise<Acquisition | null>;
  /** Renews leases of this node in one statement. Returns the accounts whose lease this node still holds with the given epoch. */
  renew(leases: readonly HeldLease[], ttlMs: number): Promise<ReadonlySet<string>>;
  /** Releases the lease. `next` is the name of the node that takes the lease first. */
  release(accountId: string, epoch: bigint, next?: string): Promise<void>;
  load(accountId: string, options: JournalOptions): Promise<AccountJournal>;
  /** Returns events of a bot in the sequence of their positions. */
  readEvents(botId: string, range: EventRange): Promise<readonly BotEventRow[]>;
  /** Deletes the checkpoints of a bot, because they differ from the fold of its events. */
  dropCheckpoints(botId: string): Promise<void>;
  /** Returns those of the given client ids that an intent of the account has, or had before its records were deleted. */
  knownClientIds(accountId: string, clientIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Returns the client ids of those orders that belong to another account of the installation: an intent of the owner of the bot has the id, or another database has the
   * bot. A person can have placed such an order by hand on the account that shows it. Each given order has an id that `knownClientIds` does not return for this account.
   */
  clientIdsOfOthers(orders: readonly BotOrder[]): Promise<ReadonlySet<string>>;
  commitIntents(accountId: string, epoch: bigint, intents: readonly IntentRow[]): Promise<'committed' | 'fenced'>;
  /**
   * Stores the batch in one transaction and returns the ids of the new fills. When the journal already has an event of
   * the batch at another position, nothing is stored, and `knownEvents` contains the event. When the journal has an event
   * of the batch at the same position with another body, nothing is stored, and `alteredEvent` is the event. Throws when
   * two events with different keys have one position. When another node has the lease, the facts are stored,
   * `commands` is not stored, and `isFenced` is true.
   */
  applyFacts(batch: FactBatch): Promise<FactResult>;
}

/** The result of `applyFacts`. When `knownEvents` is not empty or `alteredEvent` is not null, nothing was stored. */
export interface FactResult {
  readonly newFillIds: readonly string[];
  readonly knownEvents: readonly StoredEvent[];
  readonly alteredEvent: StoredEvent | null;
  readonly isFenced: boolean;
}
