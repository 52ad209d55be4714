// The rules in which exchanges differ. Each venue implements `Venue` once.
import type { AccountReport, OrderReport } from './reports.ts';

/**
 * Compares two cursors of one venue. The result is negative when `a` is earlier, 0 when the cursors are equal, and
 * positive when `a` is later.
 */
export type CompareCursor = (a: string, b: string) => number;

/** The reason why an account may not send orders that enlarge a position. */
export type AccountRefusal = 'accountLevel' | 'keyPermission' | 'keyMayWithdraw';

/**
 * The largest distance of a limit price beyond the last price, in thousandths of the last price. An exit with a larger
 * distance than `farthestPerMille` is sent with the distance `edgePerMille`.
 */
export type PriceBand = { readonly farthestPerMille: bigint; readonly edgePerMille: bigint };

/** The rules of one exchange. The engine reads rules of an exchange only from this record. Every function is pure. */
export interface Venue {
  /**
   * Returns null when bots may trade on the account with its key. Otherwise returns the first reason why they may not
   * trade.
   */
  accountRefusal(account: AccountReport): AccountRefusal | null;
  /** Returns true when the exchange reports that the user cancelled the order. */
  isUserCancel(order: Pick<OrderReport, 'cancelSource'>): boolean;
  /**
   * Compares two cursors of fills or bills. The engine and the journal do not read the content of a cursor, so only the
   * venue knows which cursor is later.
   */
  readonly compareCursor: CompareCursor;
  /** Null when the exchange accepts a limit price at any distance from the market. */
  readonly priceBand: PriceBand | null;
  /**
   * Returns the latest funding time that is not after `at`, in epoch ms. Returns null when the venue has no funding.
   */
  lastFundingAt(at: number): number | null;
  /** Largest time between a funding and the arrival of its bill, in ms. */
  readonly fundingBillWithinMs: number;
  /** A "not found" response counts only when its lookup began this long after the deadline of the order, in ms. Source: reliability 4.4. */
  readonly notFoundGraceMs: number;
  /** The exchange lists fills for this time, in ms. Older fills cannot be read. */
  readonly fillsKeptMs: number;
}
