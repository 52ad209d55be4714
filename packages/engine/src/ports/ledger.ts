// The pages in which the lists of fills and bills are read. A page has a bounded size, and the list has no bound.

/**
 * A long list that is read in several pages. Only the adapter of the exchange reads the content: `tops` are the ids at
 * which the unread parts begin, with the oldest part last, and every row up to `readTo` was returned.
 */
export interface LedgerWalk {
  readonly tops: readonly string[];
  readonly readTo: string | null;
}

/**
 * The start of a reading: after `billId`, or from `sinceAt` (exchange time in epoch ms) when `billId` is null. `sinceAt`
 * also selects the recent or the archived list. `walk` continues the reading that returned it. Rows up to `completeUntil`
 * (exchange time) move the cursor of the page; without it no row does.
 */
export interface LedgerCursor {
  readonly billId: string | null;
  readonly sinceAt: number;
  readonly walk?: LedgerWalk | null;
  readonly completeUntil?: number;
}

/**
 * The oldest unread rows of a list, with the oldest first. `cursor` is the newest settled row, also of instruments that
 * were not asked for. Null: no row is settled. `next` is null when the list was read to its end.
 */
export interface LedgerPage<Row> {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
  readonly next: LedgerWalk | null;
}
