// The port of the journal: intents, their owners and events. The engine writes it before and after each command.
import type { BillReport, FillReport } from './reports.ts';
import type { CompareCursor } from './venue.ts';

/** (bot, round, kind, step): at most one live order each. Generation counts the orders that this slot has had. */
export interface SlotKey {
  readonly botId: string;
  readonly botNumber: number;
  readonly round: number;
  readonly kind: 'entry' | 'takeProfit' | 'baseExit' | 'close' | 'stopLoss';
  readonly step: number;
  readonly generation: number;
}

/** `done`: an amend or a cancel whose effect is known. A cancel stays open (sent, live = acknowledged, unknown) until its order is terminal. */
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

/** A row that authorises one wire command; committed before the wire. */
export interface IntentRow {
  readonly id: string; // `${clientId}/${attempt}${verb initial}`
  readonly slot: SlotKey;
  readonly clientId: string;
  readonly verb: 'place' | 'amend' | 'cancel';
  readonly payload: string; // canonical JSON of the command without its deadline
  readonly payloadHash: string;
  readonly deadlineAt: number;
  readonly epoch: bigint;
  readonly state: IntentState;
  readonly evidence: string;
  readonly sentAt: number;
}

/** An event of a bot, in order. `body` is the strategy's encoded event. `key` makes it idempotent (fill:…, stop:…). */
export interface BotEventRow {
  readonly botId: string;
  readonly position: number; // 1, 2, 3 ... without gaps
  readonly key: string;
  readonly body: string;
  readonly at: number;
}

/** A line of the bot's log as the user sees it: message key of the catalogue and its parameters. */
export interface BotLogRow {
  readonly botId: string;
  readonly type: 'PROFIT' | 'LOSS' | 'ERROR' | 'ORDER' | 'OTHER';
  readonly messageKey: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly at: number;
}

/** What `applyFacts` stores in one transaction; every part is idempotent by its own key. */
export interface FactBatch {
  readonly accountId: string;
  readonly fills: readonly (FillReport & { readonly botId: string | null; readonly slot: SlotKey | null })[];
  readonly bills: readonly (BillReport & { readonly botId: string | null })[];
  readonly events: readonly BotEventRow[];
  readonly intents: readonly { readonly id: string; readonly state: IntentState; readonly evidence: string }[];
  readonly logs: readonly BotLogRow[];
  /** `reserved`: USDT, the budget of the running round; other bots may not use it (decision 34). */
  readonly views: readonly (BotView & { readonly reserved: string })[];
  /** Set when not null: everything up to this bill id was read in full (pushed fills never move it). */
  readonly fillCursor: string | null;
  readonly billCursor: string | null;
  /** The order of both cursors: a stored cursor is replaced by a later one only. */
  readonly compareCursor: CompareCursor;
}

/** The view of a bot for the rest of the product: a cache of the fold, rewritten with every batch. Decimal strings. */
export interface BotView {
  readonly botId: string;
  readonly phase: string; // the strategy's phase
  readonly status: 'active' | 'completed';
  readonly endReason: string | null;
  readonly round: number;
  readonly cycles: number;
  readonly currentStep: number;
  readonly isLast: boolean;
  readonly entryPrice: string | null; // average entry of the open lots
  readonly positionSize: string; // contracts
  readonly realisedPnl: string; // net of fees and funding
  readonly state: string; // encoded strategy state
  readonly eventPosition: number;
  readonly updatedAt: number;
  readonly endedAt: number | null;
}

/** A bot as it was ordered. `config` is the canonical JSON of strategy's BotConfig (encodeConfig). */
export interface BotRow {
  readonly botId: string;
  readonly botNumber: number; // small positive integer, part of client ids
  readonly accountId: string;
  readonly instrumentId: string;
  readonly config: string;
  readonly createdAt: number;
}

/**
 * The stored state of one account, as `load` returns it. `epoch` is the lease's fencing number.
 * A cursor is a bill id of the exchange; null when nothing was read before.
 */
export interface AccountJournal {
  readonly accountId: string;
  readonly epoch: bigint;
  readonly bots: readonly { readonly row: BotRow; readonly events: readonly BotEventRow[] }[]; // active bots only
  readonly openIntents: readonly IntentRow[]; // sent, live, partiallyFilled, unknown
  readonly outsideFills: readonly FillReport[]; // of no bot, on the instruments of active bots since their creation; oldest first
  readonly fillCursor: string | null;
  readonly billCursor: string | null;
}

/** The source of truth for intents, ownership and attribution. Facts are always accepted; intents are fenced by (account, epoch). */
export interface Journal {
  /** Takes or renews the account's lease; null when another node holds it. */
  acquire(accountId: string, ttlMs: number): Promise<{ readonly epoch: bigint } | null>;
  renew(accountId: string, epoch: bigint, ttlMs: number): Promise<boolean>;
  release(accountId: string, epoch: bigint): Promise<void>;
  load(accountId: string): Promise<AccountJournal>;
  commitIntents(accountId: string, epoch: bigint, intents: readonly IntentRow[]): Promise<'committed' | 'fenced'>;
  /** Stores the batch in one transaction and returns the new fills. A position conflict of events is a bug and throws. */
  applyFacts(batch: FactBatch): Promise<{ readonly newFillIds: readonly string[] }>;
}
