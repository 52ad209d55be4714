// What the engine needs of the world: an exchange, a journal, a clock, chance and a log. One file, one screen each.
import type { Decimal, Lots, Ticks } from '@rondo/decimal';
import type { InstrumentRules } from '@rondo/strategy';

/** The time. `now` is epoch milliseconds; `after` runs once, `cancel` of the returned record forgets it. */
export interface Clock {
  now(): number;
  after(delayMs: number, run: () => void): { cancel(): void };
}

/** Randomness for jitter only, never for ids: a fraction in [0, 1). */
export interface Chance {
  next(): number;
}

/** Structured log: an event name and ids, never secrets. */
export interface Log {
  write(
    level: 'debug' | 'info' | 'warn' | 'error',
    event: string,
    fields?: Readonly<Record<string, string | number | boolean | null>>,
  ): void;
}

/** The answer to a command. A timeout is unknown, never a rejection. Source: ADR 3. */
export type Outcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string; readonly reason: RejectReason }
  | { readonly kind: 'unknown'; readonly cause: string };

/**
 * Why the exchange refused: what the engine does next depends on it.
 * duplicate = id exists among live orders, look it up; gone = the order to cancel or amend is terminal or absent: fetch it;
 * passed = the market is beyond the price of a trigger order already; notPlaced = refused before processing (deadline, clock, auth), the same id may be sent once more; busy = rate limit.
 */
export type RejectReason =
  | 'margin'
  | 'size'
  | 'price'
  | 'passed'
  | 'tier'
  | 'reduceOnly'
  | 'positionMode'
  | 'instrument'
  | 'duplicate'
  | 'gone'
  | 'notPlaced'
  | 'key'
  | 'busy'
  | 'other';

/** A read. A failed read is unavailable, never empty. `startedAt` is local epoch ms before the request left. */
export type Report<T> =
  | { readonly ok: true; readonly value: T; readonly startedAt: number }
  | {
      readonly ok: false;
      readonly cause: string;
      readonly reason: 'unavailable' | 'key' | 'busy';
      readonly startedAt: number;
    };

export type OrderSide = 'buy' | 'sell';
export type PositionSide = 'long' | 'short';

/** An order as it is sent. Sizes in lots, prices in ticks of the instrument. `deadlineAt`: the exchange must refuse it later. */
export interface PlaceOrder {
  readonly instrument: InstrumentRules;
  readonly clientId: string;
  readonly positionSide: PositionSide;
  readonly side: OrderSide;
  readonly type: 'limit' | 'ioc' | 'market' | 'trigger';
  readonly price: Ticks | null; // limit and ioc: the limit; trigger: the mark price that fires it
  readonly lots: Lots;
  readonly reduces: boolean;
  readonly deadlineAt: number;
}

export interface AmendOrder {
  readonly instrument: InstrumentRules;
  readonly clientId: string;
  readonly trigger: boolean;
  readonly price: Ticks | null;
  readonly lots: Lots; // total size, filled part included
  readonly deadlineAt: number;
}

export interface CancelOrder {
  readonly instrument: InstrumentRules;
  readonly clientId: string;
  readonly trigger: boolean;
}

/** What the exchange says of one order now. `filledLots` is authoritative over status. */
export interface OrderReport {
  readonly instrumentId: string;
  readonly venueOrderId: string;
  readonly clientId: string; // '' when the user or the exchange made it
  readonly side: OrderSide;
  readonly positionSide: PositionSide | 'net';
  readonly state: 'live' | 'partiallyFilled' | 'filled' | 'cancelled';
  readonly trigger: boolean;
  readonly price: Ticks | null;
  readonly lots: Lots;
  readonly filledLots: Lots;
  readonly cancelSource: string;
  readonly updatedAt: number; // exchange time
}

/** One execution. `fillId` is unique per instrument; fee is positive when paid, in USDT. */
export interface FillReport {
  readonly instrumentId: string;
  readonly fillId: string; // tradeId
  readonly venueOrderId: string;
  readonly clientId: string;
  readonly side: OrderSide;
  readonly positionSide: PositionSide | 'net';
  readonly price: Ticks;
  readonly lots: Lots;
  readonly fee: Decimal;
  readonly liquidity: 'maker' | 'taker';
  readonly kind: 'trade' | 'liquidation' | 'adl';
  readonly billId: string; // cursor of fills
  readonly at: number;
}

/** One change of the balance. `balanceChange` is signed USDT; pnl and fee as the exchange books them (fee negative = paid). */
export interface BillReport {
  readonly billId: string;
  readonly instrumentId: string;
  readonly clientId: string;
  readonly fillId: string;
  readonly kind: 'trade' | 'funding' | 'liquidation' | 'adl' | 'transfer' | 'other';
  readonly balanceChange: Decimal;
  readonly pnl: Decimal;
  readonly fee: Decimal;
  readonly at: number;
}

/** One open position. `lots` is signed: positive long, negative short. */
export interface PositionReport {
  readonly instrumentId: string;
  readonly positionSide: PositionSide | 'net';
  readonly lots: bigint;
  readonly averagePrice: Decimal | null;
  readonly markPrice: Decimal | null;
  readonly liquidationPrice: Decimal | null;
  readonly unrealisedPnl: Decimal | null;
  readonly leverage: Decimal | null;
  readonly updatedAt: number;
}

export interface AccountReport {
  readonly uid: string;
  readonly level: string; // acctLv
  readonly positionMode: 'hedge' | 'net';
  readonly permissions: readonly string[];
  readonly addresses: readonly string[]; // that the key is bound to
}

export interface BalanceReport {
  readonly equity: Decimal; // USDT, with unrealised PnL
  readonly cash: Decimal;
  readonly available: Decimal;
  readonly at: number;
}

export interface TickerReport {
  readonly instrumentId: string;
  readonly last: Ticks;
  readonly bid: Ticks | null;
  readonly ask: Ticks | null;
  readonly at: number; // exchange time
  readonly receivedAt: number; // local
}

/** A pushed message is a hint: it wakes the actor; `connected` means logged in and subscribed again (then everything is reconciled). */
export type ExchangeHint =
  | { readonly kind: 'order'; readonly order: OrderReport; readonly fill: FillReport | null }
  | { readonly kind: 'positions'; readonly positions: readonly PositionReport[] }
  | { readonly kind: 'balance'; readonly balance: BalanceReport }
  | { readonly kind: 'ticker'; readonly ticker: TickerReport }
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected'; readonly cause: string };

/** One linked exchange account, live. Every method resolves (never throws for the network) within its own bounded time. */
export interface Exchange {
  place(order: PlaceOrder): Promise<Outcome<{ readonly venueOrderId: string }>>;
  amend(order: AmendOrder): Promise<Outcome<{ readonly venueOrderId: string }>>;
  cancel(order: CancelOrder): Promise<Outcome<null>>;
  setLeverage(instrumentId: string, leverage: Decimal): Promise<Outcome<null>>;
  /** Explicitly absent is `value: null`; anything else that failed is `ok: false`. */
  lookup(instrument: InstrumentRules, clientId: string, trigger: boolean): Promise<Report<OrderReport | null>>;
  openOrders(instruments: readonly InstrumentRules[]): Promise<Report<readonly OrderReport[]>>;
  /** Finished orders of the last days, newest first, all pages since `sinceAt`. */
  orderHistory(instruments: readonly InstrumentRules[], sinceAt: number): Promise<Report<readonly OrderReport[]>>;
  /** All pages of fills after the bill id (or since the time, when null), oldest first. */
  fillsAfter(
    instruments: readonly InstrumentRules[],
    cursor: { readonly billId: string | null; readonly sinceAt: number },
  ): Promise<Report<readonly FillReport[]>>;
  billsAfter(cursor: {
    readonly billId: string | null;
    readonly sinceAt: number;
  }): Promise<Report<readonly BillReport[]>>;
  positions(instruments: readonly InstrumentRules[]): Promise<Report<readonly PositionReport[]>>;
  account(): Promise<Report<AccountReport>>;
  balance(): Promise<Report<BalanceReport>>;
  leverage(instrumentId: string): Promise<Report<Decimal>>;
  ticker(instrument: InstrumentRules): Promise<Report<TickerReport>>;
  /** Exchange clock now, from the measured offset; epoch ms. */
  venueNow(): number;
  listen(
    listener: (hint: ExchangeHint) => void,
    instruments: readonly InstrumentRules[],
  ): { watch(instrument: InstrumentRules): void; close(): void };
}

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

/** A thing that happened to a bot, in order. `body` is the strategy's encoded event. `key` makes it idempotent (fill:…, stop:…). */
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
  /** `reserved`: USDT, the budget of the running round; what other bots may not use (decision 34). */
  readonly views: readonly (BotView & { readonly reserved: string })[];
  /** Set when not null: everything up to this bill id was read in full (pushed fills never move it). */
  readonly fillCursor: string | null;
  readonly billCursor: string | null;
}

/** What the rest of the product reads about a bot: a cache of the fold, rewritten with every batch. Decimal strings. */
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

export interface AccountJournal {
  readonly accountId: string;
  readonly epoch: bigint;
  readonly bots: readonly { readonly row: BotRow; readonly events: readonly BotEventRow[] }[]; // active bots only
  readonly openIntents: readonly IntentRow[]; // sent, live, partiallyFilled, unknown
  readonly outsideFills: readonly FillReport[]; // of no bot, on the instruments of active bots since their creation; oldest first
  readonly fillCursor: string | null;
  readonly billCursor: string | null;
}

/** Truth of intention, ownership and attribution. Facts are always accepted; intents are fenced by (account, epoch). */
export interface Journal {
  /** Takes or renews the account's lease; null when another node holds it. */
  acquire(accountId: string, ttlMs: number): Promise<{ readonly epoch: bigint } | null>;
  renew(accountId: string, epoch: bigint, ttlMs: number): Promise<boolean>;
  release(accountId: string, epoch: bigint): Promise<void>;
  load(accountId: string): Promise<AccountJournal>;
  commitIntents(accountId: string, epoch: bigint, intents: readonly IntentRow[]): Promise<'committed' | 'fenced'>;
  /** Stores the batch in one transaction; answers which fills were new. A position conflict of events throws (bug). */
  applyFacts(batch: FactBatch): Promise<{ readonly newFillIds: readonly string[] }>;
}
