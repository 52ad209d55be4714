// The records of the exchange. The journal stores and restores them. Amounts are in base units, sizes in lots, prices in ticks, and times in epoch
// milliseconds.
import type { BaseUnits } from '../base-units.ts';

/** Side of an order. */
export type Side = 'buy' | 'sell';
/** The position side. It is `net` in net mode. */
export type PosSide = 'net' | 'long' | 'short';
/** Margin mode of a position. */
export type MarginMode = 'cross' | 'isolated';
/** Position mode of an account. */
export type PosMode = 'net_mode' | 'long_short_mode';
/** Order types of OKX that the sandbox accepts. */
export type OrdType = 'market' | 'limit' | 'post_only' | 'rpi' | 'fok' | 'ioc' | 'optimal_limit_ioc';
type OrderState = 'live' | 'partially_filled' | 'filled' | 'canceled';
/** The reason of an order: a request of the client, a liquidation, or auto-deleveraging. */
export type Category = 'normal' | 'full_liquidation' | 'partial_liquidation' | 'adl';
/** The regional site of an account and its keys. */
export type Site = 'global' | 'eea' | 'us' | 'tr';
/** The state of an instrument, in the words of OKX. */
export type InstrumentState = 'live' | 'suspend' | 'post_only' | 'preopen' | 'expired' | 'rebase' | 'test';
/** Algo order types of OKX that the sandbox accepts. */
export type AlgoType = 'conditional' | 'oco' | 'trigger' | 'move_order_stop';

/** OKX account levels: 1 spot, 2 futures, 3 multi-currency margin, 4 portfolio margin. */
export type AccountLevel = '1' | '2' | '3' | '4';

/** An API key of an account. */
export interface ApiKey {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
  readonly perm: string;
  readonly environment: 'live' | 'demo';
  /** The addresses from which the key may be used, separated by commas. The empty text allows every address. */
  readonly ip: string;
  readonly label: string;
  /** The OAuth client that created this key as its Fast-API key. */
  readonly clientId?: string;
  readonly isFrozen?: boolean;
  /** The time of the last authenticated use, precise to an hour. A trading key without an address list expires after 14 days without use. */
  readonly usedAt?: number;
}

/** One account with its settings, keys and balance. */
export interface Account {
  readonly accountId: string;
  readonly label: string;
  readonly createdAt: number;
  keys: readonly ApiKey[];
  posMode: PosMode;
  acctLv: AccountLevel;
  /** The regional site of the account. The default is global. */
  site?: Site;
  /** OKX role types: 0 regular user, 1 lead trader, 2 copy trader. */
  roleType?: string;
  /** Whether the account is for demo trading. All keys of a demo account are demo keys. */
  readonly isDemo?: boolean;
  cash: BaseUnits;
  /** The default of `greeksType` is PA, the default of `isolatedMode` is automatic, and the default of `isAutoLoan` is false, as on OKX. */
  greeksType?: string;
  isolatedMode?: string;
  isAutoLoan?: boolean;
  /** The fee level of the account. The default is Lv1. */
  feeLevel?: string;
  /** The USDT in the funding account. The default is zero. */
  funding?: BaseUnits;
  /** The leverage by instrument for cross margin, and by position for isolated margin. */
  leverage: Readonly<Record<string, number>>;
  /** The times of dead-man timers by tag. The tag '' is for all orders. */
  cancelAllAt: Readonly<Record<string, number>>;
  updatedAt: number;
}

/** One order in its current state. */
export interface Order {
  readonly ordId: string;
  readonly seq: number;
  readonly accountId: string;
  readonly instId: string;
  readonly clOrdId: string;
  readonly tag: string;
  readonly side: Side;
  readonly posSide: PosSide;
  /** A record without `mgnMode` has cross margin. This rule applies to all records below. */
  readonly mgnMode?: MarginMode;
  readonly ordType: OrdType;
  readonly reduceOnly: boolean;
  readonly stpMode: string;
  readonly category: Category;
  readonly source: string;
  readonly algoId: string;
  /** The client id of the algo order that created this order. */
  readonly algoClOrdId?: string;
  readonly lever: number;
  /** Whether the order is a take-profit that was placed as a limit order. */
  readonly isTakeProfit?: boolean;
  readonly createdAt: number;
  /** The attached stops. They become active when the order has ended with a fill. */
  attached?: readonly AttachedStop[];
  ticks: bigint | undefined;
  lots: bigint;
  filledLots: bigint;
  /** The sum of ticks times lots over all fills. */
  filledTickLots: bigint;
  fills: number;
  fee: BaseUnits;
  pnl: BaseUnits;
  last: { readonly tradeId: string; readonly ticks: bigint; readonly lots: bigint; readonly at: number } | undefined;
  state: OrderState;
  cancelSource: string;
  updatedAt: number;
}

/** A take-profit and stop that are attached to an order, with the prices of the request. */
export interface AttachedStop {
  readonly algoId: string;
  readonly algoClOrdId: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** One position. Its lots are 0 when the position is flat. */
export interface Position {
  readonly posId: string;
  readonly accountId: string;
  readonly instId: string;
  readonly posSide: PosSide;
  readonly mgnMode?: MarginMode;
  /** The isolated margin of the position. */
  margin?: BaseUnits;
  /** The direction is 1 for long and -1 for short. Lots are never negative. */
  direction: 1 | -1;
  lots: bigint;
  /** The notional of the open lots at their entry prices. */
  cost: BaseUnits;
  pnl: BaseUnits;
  fee: BaseUnits;
  fundingFee: BaseUnits;
  lastTradeId: string;
  /** The turnover after the last flat state, for the row of the position history. */
  opened?: Turnover;
  closed?: Turnover;
  /** The OKX type and the time of the last close of a position that is still open. */
  closedAs?: string;
  closedAt?: number;
  openedAt: number;
  updatedAt: number;
}

/** The sum of the lots and the sum of their notional. A position has one turnover for opened lots and one turnover for closed lots. */
export interface Turnover {
  readonly lots: bigint;
  readonly worth: BaseUnits;
}

/** One row of the position history. The row covers the time from one flat state of the position to the next flat state. */
export interface Episode {
  readonly accountId: string;
  readonly posId: string;
  readonly instId: string;
  readonly posSide: PosSide;
  readonly mgnMode?: MarginMode;
  readonly direction: 1 | -1;
  readonly opened: Turnover;
  readonly closed: Turnover;
  readonly lever: number;
  readonly pnl: BaseUnits;
  readonly fee: BaseUnits;
  readonly fundingFee: BaseUnits;
  /** OKX types: 1 partly closed, 2 closed, 3 liquidated, 4 partly liquidated, 5 auto-deleveraged. */
  readonly type: string;
  readonly openedAt: number;
  readonly at: number;
}

/**
 * The changed rules of an instrument. `tickSteps` and `lotSteps` are multiples of the listed tick size and lot size.
 */
export interface InstrumentRule {
  readonly instId: string;
  readonly state: InstrumentState;
  readonly tickSteps: bigint;
  readonly lotSteps: bigint;
  readonly minLots: bigint;
  readonly expiresAt: number;
  readonly announced: readonly { readonly param: string; readonly newValue: string; readonly effTime: string }[];
}

/** One execution of an order. */
export interface Fill {
  readonly accountId: string;
  readonly instId: string;
  readonly billId: string;
  readonly tradeId: string;
  readonly ordId: string;
  readonly clOrdId: string;
  readonly tag: string;
  readonly side: Side;
  readonly posSide: PosSide;
  readonly subType: string;
  readonly ticks: bigint;
  readonly lots: bigint;
  readonly isMaker: boolean;
  readonly fee: BaseUnits;
  readonly pnl: BaseUnits;
  readonly markTicks: bigint;
  readonly at: number;
}

/** One change of a balance. */
export interface Bill {
  readonly accountId: string;
  readonly billId: string;
  readonly type: string;
  readonly subType: string;
  readonly at: number;
  readonly balance: BaseUnits;
  readonly change: BaseUnits;
  readonly pnl: BaseUnits;
  readonly fee: BaseUnits;
  readonly instId: string;
  readonly size: string;
  readonly price: string;
  readonly ordId: string;
  readonly clOrdId: string;
  readonly tradeId: string;
  readonly tag: string;
  readonly execType: string;
  readonly notes: string;
  readonly mgnMode?: MarginMode;
  /**
   * `moved` is the isolated margin in USDT that the position returned. It is negative when margin moved into the position. `positionBalance` is the margin of
   * the position afterwards.
   */
  readonly moved?: BaseUnits;
  readonly positionBalance?: BaseUnits;
  /** The accounts of a transfer. */
  readonly from?: string;
  readonly to?: string;
}

/** A transfer of USDT between the funding account (6) and the trading account (18). */
export interface Transfer {
  readonly accountId: string;
  readonly transId: string;
  readonly clientId: string;
  readonly amount: BaseUnits;
  readonly from: string;
  readonly to: string;
  /** The balance of the funding account after the transfer. */
  readonly funding: BaseUnits;
  readonly at: number;
}

/** A stop, take-profit, trigger or trailing order. */
export interface Algo {
  readonly algoId: string;
  readonly accountId: string;
  readonly instId: string;
  readonly algoClOrdId: string;
  readonly tag: string;
  readonly side: Side;
  readonly posSide: PosSide;
  readonly mgnMode?: MarginMode;
  readonly ordType: AlgoType;
  readonly reduceOnly: boolean;
  readonly closesAll: boolean;
  /** The largest size of an algo order that is attached to a part of an order. */
  readonly mostLots?: bigint;
  /** Whether a take-profit rests at its price as soon as its order has filled (`tpOrdKind` limit). */
  readonly isAtOnce?: boolean;
  /** Whether the algo order is cancelled when its position closes (`cxlOnClosePos`). */
  readonly isTied?: boolean;
  /** The requested price types of the levels. In the sandbox all price types equal the market price. */
  priceTypes?: Readonly<Record<string, string>>;
  readonly createdAt: number;
  lots: bigint;
  takeProfitTicks: bigint | undefined;
  stopLossTicks: bigint | undefined;
  /** The limit prices of the orders that the levels create. A missing price means a market order. */
  takeProfitPrice?: bigint | undefined;
  stopLossPrice?: bigint | undefined;
  /** For `trigger`: the level, and whether the price must rise or fall to reach the level. */
  trigger?: { readonly ticks: bigint; readonly isRise: boolean; readonly price: bigint | undefined } | undefined;
  /** For `move_order_stop`: the parameters of the trailing stop. */
  trailing?: Trailing | undefined;
  /** The order to which the algo order is attached. The algo order is inactive until this order has ended with a fill. */
  readonly parentId?: string;
  state: 'live' | 'effective' | 'canceled' | 'order_failed';
  ordId: string;
  actualSide: string;
  failCode: string;
  triggeredAt: number;
  updatedAt: number;
}

/** A registered program that asks users for consent. */
export interface OauthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** The redirect address of a consent must equal one of these addresses. */
  readonly redirectUris: readonly string[];
  /** The addresses that may call the token endpoint. An empty list allows all addresses. */
  readonly callerIps: readonly string[];
  /** The addresses of keys that are created with bindApp. When the list is empty, bindApp is refused. */
  readonly keyIps: readonly string[];
  readonly isBroker: boolean;
  readonly mayFastApi: boolean;
  /** The sites whose accounts may use the program (53018). Without a list all sites are allowed. */
  readonly sites?: readonly string[];
  /** The minimum length of the passphrases of its keys. The default is 8, as on OKX. */
  readonly passphraseMin?: number;
  /** Whether a Fast-API token may read the account. OKX does not document this. The default is true. */
  readonly mayReadAccount?: boolean;
  /** The lifetime of the access tokens in milliseconds. */
  readonly tokenMs: number;
}

/** One consent with its code and its tokens. */
export interface Grant {
  readonly grantId: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly scope: string;
  readonly code: string;
  readonly codeEndsAt: number;
  isCodeUsed: boolean;
  accessToken: string;
  accessEndsAt: number;
  refreshToken: string;
  refreshEndsAt: number;
  isRevoked: boolean;
}

/** The parameters of a trailing stop. It follows the best price at a distance: a ratio of the best price, or a number of ticks. */
export interface Trailing {
  readonly ratio: BaseUnits | undefined;
  readonly spreadTicks: bigint | undefined;
  readonly activeTicks: bigint | undefined;
  readonly bestTicks: bigint | undefined;
}

/** One line of the journal: the present state of a record, or an event. */
export type Change =
  | { readonly kind: 'account'; readonly value: Account }
  | { readonly kind: 'order'; readonly value: Order }
  | { readonly kind: 'position'; readonly value: Position }
  | { readonly kind: 'algo'; readonly value: Algo }
  | { readonly kind: 'fill'; readonly value: Fill }
  | { readonly kind: 'bill'; readonly value: Bill }
  | { readonly kind: 'oauthClient'; readonly value: OauthClient }
  | { readonly kind: 'grant'; readonly value: Grant }
  | { readonly kind: 'transfer'; readonly value: Transfer }
  | { readonly kind: 'episode'; readonly value: Episode }
  | { readonly kind: 'rule'; readonly value: InstrumentRule }
  | { readonly kind: 'lostKey'; readonly value: { readonly apiKey: string } }
  | {
      readonly kind: 'stretch';
      readonly value: {
        readonly instId: string;
        readonly wallAt: number;
        readonly jumpFrom: number;
        readonly marketAt: number;
        readonly speed: number;
      };
    }
  | {
      readonly kind: 'mark';
      readonly value: { readonly instId: string; readonly wallAt: number; readonly ticks: number };
    }
  | {
      readonly kind: 'world';
      readonly value: {
        readonly next: number;
        readonly lastTrade?: number;
        readonly seenAt: number;
        readonly fundedAt: number;
        readonly historyEndAt: number;
        readonly market: string;
      };
    };

/** Returns the text of a journal line. A bigint becomes a string that begins with a control character. */
export function writeChange(change: Change): string {
  return JSON.stringify(change, (_key, value: unknown) => (typeof value === 'bigint' ? `\u0001${value}` : value));
}

/** Parses a journal line that `writeChange` returned. Throws when the line is not valid JSON. */
export function readChange(line: string): Change {
  // Only this package writes the file. An incomplete line cannot be parsed.
  return JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('\u0001') ? BigInt(value.slice(1)) : value,
  ) as Change;
}
