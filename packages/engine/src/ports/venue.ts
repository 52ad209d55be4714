// The differences between exchanges that do not concern a single order. Each venue implements this record once.
import type { AccountReport, OrderReport } from './reports.ts';

/** Order of two cursors of one venue: negative when `a` is earlier, 0 when equal, positive when later. */
export type CompareCursor = (a: string, b: string) => number;

/** Why an account may not send orders that enlarge a position. */
export type AccountRefusal = 'accountLevel' | 'keyPermission' | 'keyMayWithdraw';

/** How far through the last price a limit order may be, in thousandths. Beyond `farthest` it is sent at `edge` instead. */
export type PriceBand = { readonly farthestPerMille: bigint; readonly edgePerMille: bigint };

/** The rules of one exchange that the engine cannot know by itself. Every member is pure. */
export interface Venue {
  /** Returns null when bots may trade on the account with its key, else the first reason why not. */
  accountRefusal(account: AccountReport): AccountRefusal | null;
  /** True when the exchange names its own user as the one who cancelled the order. */
  isUserCancel(order: Pick<OrderReport, 'cancelSource'>): boolean;
  /** Cursors of fills and bills are opaque to the engine and the journal; only the venue knows which is later. */
  readonly compareCursor: CompareCursor;
  /** Null when the exchange accepts a limit price at any distance from the market. */
  readonly priceBand: PriceBand | null;
  /** The latest instant at or before `at` when funding was booked (epoch ms); null when the venue has no funding. */
  lastFundingAt(at: number): number | null;
  /** The bill of a funding may come this much later than its instant, in ms. */
  readonly fundingBillWithinMs: number;
  /** A "not found" counts only when its lookup began this long after the deadline of the order, in ms. Source: reliability 4.4. */
  readonly notFoundGraceMs: number;
}
