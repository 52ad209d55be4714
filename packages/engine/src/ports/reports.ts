// The types that the engine sends to an exchange and that the exchange reports, in the engine's own terms.
import type { Decimal, Lots, Ticks } from '@rondo/decimal';
import type { InstrumentRules } from '@rondo/strategy';

/** The outcome of a command. A timeout is unknown, never a rejection. Source: ADR 3. */
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

/** The side of an order. */
export type OrderSide = 'buy' | 'sell';
/** The side of a position in hedge mode; in net mode the exchange reports `net`. */
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

/** A change of a live order. `price` null keeps the price. `deadlineAt` is exchange time: the exchange must refuse it later. */
export interface AmendOrder {
  readonly instrument: InstrumentRules;
  readonly clientId: string;
  readonly trigger: boolean;
  readonly price: Ticks | null;
  readonly lots: Lots; // total size, filled part included
  readonly deadlineAt: number;
}

/** The cancellation of an order. `trigger` is true when the client id is that of a trigger order. */
export interface CancelOrder {
  readonly instrument: InstrumentRules;
  readonly clientId: string;
  readonly trigger: boolean;
}

/** The current state of one order at the exchange. `filledLots` is authoritative over status. */
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
  readonly cancelSource: string; // the venue's own code of who cancelled the order; only its Venue reads it
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

/** The identity and settings of an account, as the exchange reports them. Permissions are the exchange's own words. */
export interface AccountReport {
  readonly uid: string;
  readonly level: string; // the venue's own code for the kind of account; only its Venue reads it
  readonly positionMode: 'hedge' | 'net';
  readonly permissions: readonly string[];
  readonly addresses: readonly string[]; // that the key is bound to
}

/** The USDT balance of an account. `at` is exchange time, epoch ms. */
export interface BalanceReport {
  readonly equity: Decimal; // USDT, with unrealised PnL
  readonly cash: Decimal;
  readonly available: Decimal;
  readonly at: number;
}

/** The last price and the best bid and ask of an instrument, in ticks. Times are epoch ms. */
export interface TickerReport {
  readonly instrumentId: string;
  readonly last: Ticks;
  readonly bid: Ticks | null;
  readonly ask: Ticks | null;
  readonly at: number; // exchange time
  readonly receivedAt: number; // local
}
