// One linked exchange account as the engine uses it: commands, reads and pushed messages.
import type { Decimal } from '@rondo/decimal';
import type { InstrumentRules } from '@rondo/strategy';
import type {
  AccountReport,
  AmendOrder,
  BalanceReport,
  BillReport,
  CancelOrder,
  FillReport,
  OrderReport,
  Outcome,
  PlaceOrder,
  PositionReport,
  Report,
  TickerReport,
} from './reports.ts';
import type { Venue } from './venue.ts';

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
  /** The rules of the exchange that this account is on. */
  readonly venue: Venue;
  place(order: PlaceOrder): Promise<Outcome<{ readonly venueOrderId: string }>>;
  amend(order: AmendOrder): Promise<Outcome<{ readonly venueOrderId: string }>>;
  cancel(order: CancelOrder): Promise<Outcome<null>>;
  setLeverage(instrumentId: string, leverage: Decimal): Promise<Outcome<null>>;
  /** `value: null` when the exchange states that the order does not exist; any other failure is `ok: false`. */
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
