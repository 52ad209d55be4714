// The types for reading the lists of fills and bills page by page. A page has a largest size, and a list has none.

/**
 * The progress of a reading in several pages. Only the adapter of the exchange reads the content. `tops` are the ids at
 * which the unread parts of the list begin, with the oldest part last. All rows up to `readTo` were returned.
 */
export interface LedgerWalk {
  readonly tops: readonly string[];
  readonly readTo: string | null;
}

/**
 * The start of a reading: after `billId`, or from `sinceAt` (exchange time in epoch ms) when `billId` is null.
 * `sinceAt` also selects the recent or the archived list. `walk` continues an earlier reading that did not return the
 * whole list. The cursor of the page is the newest row up to `completeUntil` (exchange time). When `completeUntil` is
 * undefined, the page has no cursor.
 */
export interface LedgerCursor {
  readonly billId: string | null;
  readonly sinceAt: number;
  readonly walk?: LedgerWalk | null;
  readonly completeUntil?: number;
}

/**
 * The oldest unread rows of a list, with the oldest row first. `cursor` is the id of the newest row up to
 * `completeUntil`, also when the row belongs to an instrument that was not requested. `cursor` is null when no such row
 * exists. `next` is null when the list was read to its end.
 */
export interface LedgerPage<Row> {
  readonly rows: readonly Row[];
  readonly cursor: string | null;
  readonly next: LedgerWalk | null;
}
