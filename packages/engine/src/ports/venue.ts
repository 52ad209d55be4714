// The differences between exchanges that do not concern a single order. Each venue implements this record once.
import type { AccountReport, OrderReport } from './reports.ts';

/**
 * Compares two cursors of one venue. The result is negative when `a` is earlier, 0 when the cursors are equal, and
 * positive when `a` is later.
 */
export type CompareCursor = (a: string, b: string) => number;

/** The reason why an account may not send orders that enlarge a position. */
export type AccountRefusal = 'accountLevel' | 'keyPermission' | 'keyMayWithdraw';

/**
 * How far beyond the last price a limit order may be, in thousandths. An order beyond `farthestPerMille` is sent at `edgePerMille` instead.
 */
export type PriceBand = { readonly farthestPerMille: bigint; readonly edgePerMille: bigint };

/** The rules of one exchange. The engine has no other knowledge of these rules. Every function is pure. */
export interface Venue {
  /** Returns null when bots may trade on the account with its key. Otherwise returns the first reason against trading. */
  accountRefusal(account: AccountReport): AccountRefusal | null;
  /** Returns true when the exchange reports that its own user cancelled the order. */
  isUserCancel(order: Pick<OrderReport, 'cancelSource'>): boolean;
  /**
   * Compares two cursors of fills or bills. The engine and the journal do not read the content of a cursor, so only the
   * venue knows which cursor is later.
   */
  readonly compareCursor: CompareCursor;
  /** Null when the exchange accepts a limit price at any distance from the market. */
  readonly priceBand: PriceBand | null;
  /** Returns the latest time at or before `at` when funding was booked, in epoch ms. Returns null when the venue has no funding. */
  lastFundingAt(at: number): number | null;
  /** The bill of a funding may arrive this long after the time of the funding, in ms. */
  readonly fundingBillWithinMs: number;
  /** A "not found" response counts only when its lookup began this long after the deadline of the order, in ms. Source: reliability 4.4. */
  readonly notFoundGraceMs: number;
}
