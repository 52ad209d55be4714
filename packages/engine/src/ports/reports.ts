// The types of the commands to an exchange and of the reports from an exchange.
import type { Decimal, Lots, Ticks } from '@rondo/decimal';
import type { InstrumentRules, OrderRules, Units } from '@rondo/strategy';

/** The outcome of a command. A time-out is an unknown outcome and never a rejection. Source: ADR 3. */
export type Outcome<T> =
  | { readonly kind: 'accepted'; readonly value: T }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string; readonly reason: RejectReason }
  | { readonly kind: 'unknown'; readonly cause: string };

/**
 * The reason why the exchange refused a request. The next action of the engine depends on the reason. `duplicate`: a
 * live order has the client id, so the order is looked up. `gone`: the order to cancel or amend is terminal or does not
 * exist, so the order is looked up. `passed`: the market is already beyond the price of a trigger order. `notPlaced`:
 * the exchange refused the request before processing (deadline, clock, authentication), so the engine may send the
 * order once more with the same client id. `busy`: the rate limit is reached. `rules`: the price or the size of the
 * order does not fit the present rules of the instrument.
 */
export type RejectReason =
  | 'margin'
  | 'size'
  | 'rules'
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

/** A price or a size that is no whole number of the known units of its instrument. */
export interface OffGrid {
  readonly instrumentId: string;
  readonly step: 'tick' | 'lot';
  readonly text: string;
}

/**
 * The result of a reading. After a failed reading the data are unknown. A failed reading never means an empty list.
 * `startedAt` is the local time in epoch ms before the request was sent. `offGrid` is present when the reading failed because of this
 * value, and a later reading can succeed with finer units.
 */
export type Report<T> =
  | { readonly ok: true; readonly value: T; readonly startedAt: number }
  | {
      readonly ok: false;
      readonly cause: string;
      readonly reason: 'unavailable' | 'key' | 'busy';
      readonly startedAt: number;
      readonly offGrid?: OffGrid;
    };

/** The side of an order. */
export type OrderSide = 'buy' | 'sell';
/** The side of a position in hedge mode. In net mode the exchange reports `net`. */
export type PositionSide = 'long' | 'short';

/**
 * An order as the engine sends it. Sizes are lots, and prices are ticks of the instrument. The exchange must refuse the
 * order after `deadlineAt`.
 */
export interface PlaceOrder {
  readonly instrument: InstrumentRules;
  readonly clientId: string;
  readonly positionSide: PositionSide;
  readonly side: OrderSide;
  readonly type: 'limit' | 'ioc' | 'market' | 'trigger';
  readonly price: Ticks | null; // The limit price of a limit or ioc order, or the mark price at which a trigger order is triggered.
  readonly lots: Lots;
  readonly reduces: boolean;
  readonly deadlineAt: number;
}

/**
 * A change of a live order. A null `price` keeps the current price. The exchange must refuse the change after `deadlineAt` (exchange time).
 */
export interface AmendOrder {
  readonly instrument: InstrumentRules;
  readonly clientId: string;
  readonly trigger: boolean;
  readonly price: Ticks | null;
  readonly lots: Lots; // The total size, which includes the filled part.
  readonly deadlineAt: number;
}

/** The cancellation of an order. `trigger` is true when the client id belongs to a trigger order. */
export interface CancelOrder {
  readonly instrument: InstrumentRules;
  readonly clientId: string;
  readonly trigger: boolean;
}

/**
 * The current state of one order at the exchange. When `filledLots` and the state contradict each other, `filledLots`
 * is correct. `unreadable` is present when the row of an open order could not be translated: the order is open, and only its ids are known.
 */
export interface OrderReport {
  readonly instrumentId: string;
  readonly venueOrderId: string;
  readonly clientId: string; // '' when the user or the exchange created the order.
  readonly side: OrderSide;
  readonly positionSide: PositionSide | 'net';
  readonly state: 'live' | 'partiallyFilled' | 'filled' | 'cancelled';
  readonly trigger: boolean;
  readonly price: Ticks | null;
  readonly lots: Lots;
  readonly filledLots: Lots;
  readonly cancelSource: string; // The code of the venue that says who cancelled the order. Only the `Venue` of this exchange reads the code.
  readonly createdAt: number; // exchange time
  readonly updatedAt: number; // exchange time
  readonly unreadable?: string; // The error of the translation.
}

/** One execution. `fillId` is unique per instrument. The fee is in USDT, and it is positive when the account pays it. */
export interface FillReport {
  readonly instrumentId: string;
  readonly fillId: string; // `tradeId` of the exchange
  readonly venueOrderId: string;
  readonly clientId: string;
  readonly side: OrderSide;
  readonly positionSide: PositionSide | 'net';
  readonly price: Ticks;
  readonly lots: Lots;
  readonly fee: Decimal;
  readonly liquidity: 'maker' | 'taker';
  readonly kind: 'trade' | 'liquidation' | 'adl';
  readonly billId: string; // The cursor of fills.
  readonly at: number;
}

/**
 * One change of the balance. `balanceChange` is in USDT and has a sign. `pnl` and `fee` are the amounts that the
 * exchange books, so a negative fee was paid.
 */
export interface BillReport {
  readonly billId: string;
  readonly instrumentId: string;
  readonly clientId: string;
  readonly fillId: string;
  readonly kind: 'trade' | 'funding' | 'liquidation' | 'adl' | 'settlement' | 'transfer' | 'other';
  readonly settlement?: Settlement; // Only a bill of the kind `settlement` has it.
  readonly closes?: PositionSide; // The side of the closed position. Only a bill of the kinds `liquidation` and `adl` has it.
  readonly balanceChange: Decimal;
  readonly pnl: Decimal;
  readonly fee: Decimal;
  readonly at: number;
}

/**
 * One open position. `lots` is positive for a long position and negative for a short position. `unreadable` is present when the row of the
 * position could not be translated: only the instrument is known.
 */
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
  readonly unreadable?: string; // The error of the translation.
}

/**
 * The identity and the settings of an account as the exchange reports them. The permissions have the names that the
 * exchange uses.
 */
export interface AccountReport {
  readonly uid: string;
  readonly level: string; // The code of the venue for the kind of account. Only the `Venue` of this exchange reads the code.
  readonly positionMode: 'hedge' | 'net';
  readonly permissions: readonly string[];
  readonly addresses: readonly string[]; // The IP addresses from which the key may be used.
}

/** The USDT balance of an account. `at` is exchange time in epoch ms. */
export interface BalanceReport {
  readonly equity: Decimal; // in USDT, including the unrealised PnL
  readonly cash: Decimal;
  readonly available: Decimal;
  readonly at: number;
}

/** The closing of a position by the exchange at the end of an instrument. The price is in quote currency, and the size in contracts. */
export interface Settlement {
  readonly direction: PositionSide;
  readonly price: Decimal;
  readonly size: Decimal;
}

/** Whether an instrument is traded. `halted`: the exchange accepts no command. `postOnly`: it accepts only orders that rest. */
export type TradingState = 'live' | 'halted' | 'postOnly' | 'expired';

/**
 * The present rules of an instrument. `units` are the finest steps that are known: every fact is a whole number of them. `contractValue` is the coins of one contract. `expiresAt` is the end of trading in exchange time,
 * and null while the exchange has announced no end. `changesAt` is the exchange time of the next announced change of the rules, and null
 * when this report was read after every announced change.
 */
export interface InstrumentReport {
  readonly instrumentId: string;
  readonly rules: OrderRules;
  readonly units: Units;
  readonly contractValue: Decimal;
  readonly state: TradingState;
  readonly expiresAt: number | null;
  readonly changesAt: number | null;
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

/**
 * The mark price of an instrument, which the exchange calculates from the prices of several markets. Times are epoch
 * ms.
 */
export interface MarkReport {
  readonly instrumentId: string;
  readonly price: Decimal;
  readonly at: number; // exchange time
  readonly receivedAt: number; // local
}
