// The records of the exchange: what is kept in memory, journalled and restored. Amounts are quanta, sizes lots, prices ticks, instants epoch ms.
import type { BaseUnits } from '../base-units.ts';

export type Side = 'buy' | 'sell';
export type PosSide = 'net' | 'long' | 'short';
export type MarginMode = 'cross' | 'isolated';
export type PosMode = 'net_mode' | 'long_short_mode';
export type OrdType = 'market' | 'limit' | 'post_only' | 'rpi' | 'fok' | 'ioc' | 'optimal_limit_ioc';
type OrderState = 'live' | 'partially_filled' | 'filled' | 'canceled';
export type Category = 'normal' | 'full_liquidation' | 'partial_liquidation' | 'adl';
/** Regional stack an account and its keys belong to. */
export type Site = 'global' | 'eea' | 'us' | 'tr';
export type InstrumentState = 'live' | 'suspend' | 'post_only' | 'preopen' | 'expired' | 'rebase' | 'test';
export type AlgoType = 'conditional' | 'oco' | 'trigger' | 'move_order_stop';

/** OKX: 1 spot, 2 futures, 3 multi-currency margin, 4 portfolio margin. */
export type AccountLevel = '1' | '2' | '3' | '4';

export interface ApiKey {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
  readonly perm: string;
  readonly environment: 'live' | 'demo';
  /** Addresses it is bound to, comma list; '' for none. */
  readonly ip: string;
  readonly label: string;
  /** The OAuth client that made it as its Fast-API key. */
  readonly clientId?: string;
  readonly isFrozen?: boolean;
  /** Last authenticated use, kept to the hour; a tradable key without an address expires after 14 days without one. */
  readonly usedAt?: number;
}

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
  /** An account for demo trading: each of its keys is a demo key, however it is asked for. */
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
  /** Dead-man timers by tag ('' for all orders): the instant they cancel at. */
  cancelAllAt: Readonly<Record<string, number>>;
  updatedAt: number;
}

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
  /** The client's own id of the algo that made it. */
  readonly algoClOrdId?: string;
  readonly lever: number;
  /** A take-profit that was asked for as a limit order. */
  readonly isTakeProfit?: boolean;
  readonly createdAt: number;
  /** Stops that came with the order: they wake when it has ended with a fill. */
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

/** A take-profit and stop that came with an order. Prices as they were sent. */
export interface AttachedStop {
  readonly algoId: string;
  readonly algoClOrdId: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Position {
  readonly posId: string;
  readonly accountId: string;
  readonly instId: string;
  readonly posSide: PosSide;
  readonly mgnMode?: MarginMode;
  /** Isolated: what the position holds of its own. */
  margin?: BaseUnits;
  /** 1 long, -1 short; lots are never negative. */
  direction: 1 | -1;
  lots: bigint;
  /** What the open lots were bought or sold for. */
  cost: BaseUnits;
  pnl: BaseUnits;
  fee: BaseUnits;
  fundingFee: BaseUnits;
  lastTradeId: string;
  /** All that was opened and closed since it was flat, for its history row. */
  opened?: Turnover;
  closed?: Turnover;
  /** OKX type and instant of the last close while some of it is still open. */
  closedAs?: string;
  closedAt?: number;
  openedAt: number;
  updatedAt: number;
}

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

/** What holds for an instrument once something was changed; steps count multiples of the listed grid. */
export interface InstrumentRule {
  readonly instId: string;
  readonly state: InstrumentState;
  readonly tickSteps: bigint;
  readonly lotSteps: bigint;
  readonly minLots: bigint;
  readonly expiresAt: number;
  readonly announced: readonly { readonly param: string; readonly newValue: string; readonly effTime: string }[];
}

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
  /** Isolated: USDT that came back from the position (negative went into it), and what the position holds now. */
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
  /** What the funding account held afterwards. */
  readonly funding: BaseUnits;
  readonly at: number;
}

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
  /** Came with an order for a part of it: never more than that. */
  readonly mostLots?: bigint;
  /** A take-profit that rests at its price as soon as its order has filled (`tpOrdKind` limit). */
  readonly isAtOnce?: boolean;
  /** `cxlOnClosePos`: it ends with its position. */
  readonly isTied?: boolean;
  /** What its levels are compared with, as it was asked for: all are the walked price. */
  priceTypes?: Readonly<Record<string, string>>;
  readonly createdAt: number;
  lots: bigint;
  takeProfitTicks: bigint | undefined;
  stopLossTicks: bigint | undefined;
  /** Limit prices of the orders they make; absent is market. */
  takeProfitPrice?: bigint | undefined;
  stopLossPrice?: bigint | undefined;
  /** `trigger`: fires when the price gets there from its side. */
  trigger?: { readonly ticks: bigint; readonly isRise: boolean; readonly price: bigint | undefined } | undefined;
  /** `move_order_stop`: follows the price at a distance once it is active. */
  trailing?: Trailing | undefined;
  /** The order it came with: it sleeps until that one has ended with a fill. */
  readonly parentId?: string;
  state: 'live' | 'effective' | 'canceled' | 'order_failed';
  ordId: string;
  actualSide: string;
  failCode: string;
  triggeredAt: number;
  updatedAt: number;
}

/** A program that asks users for consent, as the exchange registered it. */
export interface OauthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  /** Compared exactly. */
  readonly redirectUris: readonly string[];
  /** Addresses that may call the token endpoint; none: every one. */
  readonly callerIps: readonly string[];
  /** Addresses that bound keys get; none: bindApp is refused. */
  readonly keyIps: readonly string[];
  readonly isBroker: boolean;
  readonly mayFastApi: boolean;
  /** Sites whose accounts it may ask (53018); absent: every one. */
  readonly sites?: readonly string[];
  /** The shortest passphrase that its keys may have; absent: OKX's 8. */
  readonly passphraseMin?: number;
  /** Whether a Fast-API token may read whose account it is; OKX's document does not say. Absent: it may. */
  readonly mayReadAccount?: boolean;
  /** Life of its access tokens. */
  readonly tokenMs: number;
}

/** One consent with the code and the tokens that follow from it. */
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

/** One line of the journal: a record as it is now, or a fact that happened. */
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

/** Text of a journal line; whole numbers beyond JSON are marked by a leading control character. */
export function writeChange(change: Change): string {
  return JSON.stringify(change, (_key, value: unknown) => (typeof value === 'bigint' ? `\u0001${value}` : value));
}

/** Reads a journal line written by `writeChange`; throws on a broken one. */
export function readChange(line: string): Change {
  // The file is this package's own; a line is either complete as written or fails to parse.
  return JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith('\u0001') ? BigInt(value.slice(1)) : value,
  ) as Change;
}
