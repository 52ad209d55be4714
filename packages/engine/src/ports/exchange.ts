// One linked exchange account as the engine uses it: commands, readings and pushed messages.
import type { Decimal } from '@rondo/decimal';
import type { InstrumentRules } from '@rondo/strategy';
import type {
  AccountReport,
  AmendOrder,
  BalanceReport,
  BillReport,
  CancelOrder,
  FillReport,
  InstrumentReport,
  MarkReport,
  OrderReport,
  Outcome,
  PlaceOrder,
  PositionReport,
  Report,
  TickerReport,
} from './reports.ts';
import type { LedgerCursor, LedgerPage } from './ledger.ts';
import type { Venue } from './venue.ts';

/**
 * A message that the exchange pushed, or a change of the connection. `connected` means that the private socket is
 * logged in and subscribed. The engine then reads the account.
 */
export type ExchangeHint =
  | { readonly kind: 'order'; readonly order: OrderReport; readonly fill: FillReport | null }
  | { readonly kind: 'positions'; readonly positions: readonly PositionReport[] }
  /** An order has changed, and the message does not identify the order. Only a reading shows the change. */
  | { readonly kind: 'unattributedOrder' }
  /** The stream has begun to push changes of trigger orders. Only a reading shows the earlier changes. */
  | { readonly kind: 'triggersConnected' }
  | { readonly kind: 'balance'; readonly balance: BalanceReport }
  | { readonly kind: 'ticker'; readonly ticker: TickerReport }
  | { readonly kind: 'mark'; readonly mark: MarkReport }
  | { readonly kind: 'instrument'; readonly instrument: InstrumentReport }
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected'; readonly cause: string };

/** The data that an account needs from its streams at present. */
export type StreamNeeds = {
  /**
   * True while the account has a position or an order. Its connection is then opened before the connections of other
   * accounts.
   */
  readonly isManaged: boolean;
  /**
   * True while a trigger order rests or is planned. The changes of trigger orders are pushed only while this field is
   * true.
   */
  readonly triggers: boolean;
  /**
   * True while a bot waits for a price. Each ticker is then delivered when it arrives. While this field is false, a
   * ticker may wait for a call of `deliverTickers`.
   */
  readonly prices: boolean;
};

/**
 * The streams of one account. `watch` adds an instrument, or replaces the units of an instrument that is watched.
 * `need` replaces the needs, and `close` ends every stream. `deliverTickers` delivers the latest ticker of each watched
 * instrument when this ticker was not delivered before. It calls the listener before it returns.
 */
export type AccountStream = {
  watch(instrument: InstrumentRules): void;
  need(needs: StreamNeeds): void;
  deliverTickers(): void;
  close(): void;
};

/**
 * One linked exchange account with a live connection. The promise of every method resolves within a bounded time and
 * never rejects because of the network.
 */
export interface Exchange {
  /** The rules of the exchange of this account. */
  readonly venue: Venue;
  place(order: PlaceOrder): Promise<Outcome<{ readonly venueOrderId: string }>>;
  amend(order: AmendOrder): Promise<Outcome<{ readonly venueOrderId: string }>>;
  cancel(order: CancelOrder): Promise<Outcome<null>>;
  setLeverage(instrumentId: string, leverage: Decimal): Promise<Outcome<null>>;
  /**
   * Looks up one order. `value` is null when the exchange reports that the order does not exist. After a failure, `ok`
   * is false.
   */
  lookup(instrument: InstrumentRules, clientId: string, trigger: boolean): Promise<Report<OrderReport | null>>;
  /** Lists the open orders. With `withoutTriggers` the list may lack trigger orders, and the client sends fewer requests. */
  openOrders(
    instruments: readonly InstrumentRules[],
    listing?: 'withoutTriggers',
  ): Promise<Report<readonly OrderReport[]>>;
  /**
   * Returns the finished orders since `sinceAt`, with the newest order first. The exchange lists finished orders only
   * for some days.
   */
  orderHistory(instruments: readonly InstrumentRules[], sinceAt: number): Promise<Report<readonly OrderReport[]>>;
  /** Returns the oldest fills of these instruments after the cursor. */
  fillsAfter(instruments: readonly InstrumentRules[], cursor: LedgerCursor): Promise<Report<LedgerPage<FillReport>>>;
  /** Returns the oldest bills of the account after the cursor. A bill of a trade on these instruments has the client id of its order. */
  billsAfter(instruments: readonly InstrumentRules[], cursor: LedgerCursor): Promise<Report<LedgerPage<BillReport>>>;
  positions(instruments: readonly InstrumentRules[]): Promise<Report<readonly PositionReport[]>>;
  account(): Promise<Report<AccountReport>>;
  balance(): Promise<Report<BalanceReport>>;
  leverage(instrumentId: string): Promise<Report<Decimal>>;
  /** Returns the current time of the exchange clock in epoch ms, computed from the measured offset. */
  venueNow(): number;
  /**
   * Returns true while the offset of the exchange clock is known. While the offset is unknown, no entry may be sent
   * (I07). Also starts a measurement of the offset when a measurement is due.
   */
  isVenueTimeKnown(): boolean;
  listen(
    listener: (hint: ExchangeHint) => void,
    instruments: readonly InstrumentRules[],
    needs: StreamNeeds,
  ): AccountStream;
}
