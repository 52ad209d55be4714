// The records of the exchange, which are journalled and restored. Amounts are base units, sizes lots, prices ticks, instants epoch ms.
import type { BaseUnits } from '../base-units.ts';

/** Side of an order. */
export type Side = 'buy' | 'sell';
/** Position side; `net` in net mode. */
export type PosSide = 'net' | 'long' | 'short';
/** Margin mode of a position. */
export type MarginMode = 'cross' | 'isolated';
/** Position mode of an account. */
export type PosMode = 'net_mode' | 'long_short_mode';
/** Order types of OKX that the sandbox accepts. */
export type OrdType = 'market' | 'limit' | 'post_only' | 'rpi' | 'fok' | 'ioc' | 'optimal_limit_ioc';
type OrderState = 'live' | 'partially_filled' | 'filled' | 'canceled';
/** Reason of an order: a client's, or a liquidation. */
export type Category = 'normal' | 'full_liquidation' | 'partial_liquidation' | 'adl';
/** Regional site of an account and its keys. */
export type Site = 'global' | 'eea' | 'us' | 'tr';
/** State of an instrument in OKX's words. */
export type InstrumentState = 'live' | 'suspend' | 'post_only' | 'preopen' | 'expired' | 'rebase' | 'test';
/** Algo order types of OKX that the sandbox accepts. */
export type AlgoType = 'conditional' | 'oco' | 'trigger' | 'move_order_stop';

/** OKX: 1 spot, 2 futures, 3 multi-currency margin, 4 portfolio margin. */
export type AccountLevel = '1' | '2' | '3' | '4';

/** An API key of an account. */
export interface ApiKey {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
  readonly perm: string;
  readonly environment: 'live' | 'demo';
  /** Comma list of addresses the key is bound to; '' for none. */
  readonly ip: string;
  readonly label: string;
  /** The OAuth client that created it as its Fast-API key. */
  readonly clientId?: string;
  readonly isFrozen?: boolean;
  /** Last authenticated use, to the hour. A trading key without an address expires after 14 days without use. */
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
  /** Absent is global. */
  site?: Site;
  /** OKX: 0 regular, 1 lead trader, 2 copy trader. */
  roleType?: string;
  /** Whether the account is for demo trading; all its keys are demo keys then. */
  readonly isDemo?: boolean;
  cash: BaseUnits;
  /** Absent is OKX's default: PA, automatic, false. */
  greeksType?: string;
  isolatedMode?: string;
  isAutoLoan?: boolean;
  /** Absent is Lv1. */
  feeLevel?: string;
  /** USDT in the funding account; absent is none. */
  funding?: BaseUnits;
  /** By instrument for cross, by position for isolated. */
  leverage: Readonly<Record<string, number>>;
  /** Instants of dead-man timers by tag ('' for all orders). */
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
  /** Absent is cross, here and below. */
  readonly mgnMode?: MarginMode;
  readonly ordType: OrdType;
  readonly reduceOnly: boolean;
  readonly stpMode: string;
  readonly category: Category;
  readonly source: string;
  readonly algoId: string;
  /** The client id of the algo order that made this order. */
  readonly algoClOrdId?: string;
  readonly lever: number;
  /** Whether the order is a take-profit that was placed as a limit order. */
  readonly isTakeProfit?: boolean;
  readonly createdAt: number;
  /** Attached stops; they become active when the order has ended with a fill. */
  attached?: readonly AttachedStop[];
  ticks: bigint | undefined;
  lots: bigint;
  filledLots: bigint;
  /** Sum of ticks times lots over all fills. */
  filledTickLots: bigint;
  fills: number;
  fee: BaseUnits;
  pnl: BaseUnits;
  last: { readonly tradeId: string; readonly ticks: bigint; readonly lots: bigint; readonly at: number } | undefined;
  state: OrderState;
  cancelSource: string;
  updatedAt: number;
}

/** A take-profit and stop attached to an order, with the prices as sent. */
export interface AttachedStop {
  readonly algoId: string;
  readonly algoClOrdId: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** One position; lots are 0 when it is flat. */
export interface Position {
  readonly posId: string;
  readonly accountId: string;
  readonly instId: string;
  readonly posSide: PosSide;
  readonly mgnMode?: MarginMode;
  /** Isolated margin of the position. */
  margin?: BaseUnits;
  /** 1 long, -1 short; lots are never negative. */
  direction: 1 | -1;
  lots: bigint;
  /** Notional of the open lots at their entry prices. */
  cost: BaseUnits;
  pnl: BaseUnits;
  fee: BaseUnits;
  fundingFee: BaseUnits;
  lastTradeId: string;
  /** Turnover since the position was flat, for its history row. */
  opened?: Turnover;
  closed?: Turnover;
  /** OKX type and instant of the last close of a position that is still open. */
  closedAs?: string;
  closedAt?: number;
  openedAt: number;
  updatedAt: number;
}

/** Sums of the lots and notional that a position opened and closed. */
export interface Turnover {
  readonly lots: bigint;
  readonly worth: BaseUnits;
}

/** A position from flat to flat. */
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
  /** OKX: 1 closed in part, 2 closed, 3 liquidated, 4 liquidated in part, 5 auto-deleveraged. */
  readonly type: string;
  readonly openedAt: number;
  readonly at: number;
}

/** The changed rules of an instrument; steps count multiples of the listed grid. */
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
  /** Isolated margin: USDT returned from the position (negative: moved into it), and the position's margin afterwards. */
  readonly moved?: BaseUnits;
  readonly positionBalance?: BaseUnits;
  /** Accounts of a transfer. */
  readonly from?: string;
  readonly to?: string;
}

/** USDT moved between the funding account (6) and the trading account (18). */
export interface Transfer {
  readonly accountId: string;
  readonly transId: string;
  readonly clientId: string;
  readonly amount: BaseUnits;
  readonly from: string;
  readonly to: string;
  /** Balance of the funding account afterwards. */
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
  /** Largest size of an algo order that is attached to a part of an order. */
  readonly mostLots?: bigint;
  /** Whether a take-profit rests at its price as soon as its order has filled (`tpOrdKind` limit). */
  readonly isAtOnce?: boolean;
  /** `cxlOnClosePos`: whether it is cancelled with its position. */
  readonly isTied?: boolean;
  /** Requested price types of its levels. All are the market price here. */
  priceTypes?: Readonly<Record<string, string>>;
  readonly createdAt: number;
  lots: bigint;
  takeProfitTicks: bigint | undefined;
  stopLossTicks: bigint | undefined;
  /** Limit prices of the orders they make; absent is market. */
  takeProfitPrice?: bigint | undefined;
  stopLossPrice?: bigint | undefined;
  /** `trigger`: fires when the price reaches it from its side. */
  trigger?: { readonly ticks: bigint; readonly isRise: boolean; readonly price: bigint | undefined } | undefined;
  /** `move_order_stop`: follows the price at a distance while it is active. */
  trailing?: Trailing | undefined;
  /** The order it is attached to; it is inactive until that order has ended with a fill. */
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
  /** The redirect address of a consent must equal one of these. */
  readonly redirectUris: readonly string[];
  /** Addresses that may call the token endpoint; empty allows all. */
  readonly callerIps: readonly string[];
  /** Addresses of keys made with bindApp; empty refuses bindApp. */
  readonly keyIps: readonly string[];
  readonly isBroker: boolean;
  readonly mayFastApi: boolean;
  /** Sites whose accounts may consent (53018); absent allows all. */
  readonly sites?: readonly string[];
  /** Minimum length of its keys' passphrases; absent means OKX's 8. */
  readonly passphraseMin?: number;
  /** Whether a Fast-API token may read the account, which OKX does not document. Absent means yes. */
  readonly mayReadAccount?: boolean;
  /** Lifetime of its access tokens. */
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

/** A stop that follows the best price: by a share of it, or by ticks. */
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

/** Text of a journal line; a bigint becomes a string with a leading control character. */
export function writeChange(change: Change): string {
  return JSON.stringify(change, (_key, value: unknown) => (typeof value === 'bigint' ? `\u0001${value}` : value));
}

/** Parses a journal line written by `writeChange`; throws when it is broken. */
export function readChange(line: string): Change {
  // Only this package writes the file; an incomplete line fails to parse.
  return JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('\u0001') ? BigInt(value.slice(1)) : value,
  ) as Change;
}
