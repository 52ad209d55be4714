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
 * A row of a list that cannot be translated. `raw` is the text of the row, cut to a bounded length. `rowId` is the bill
 * id, and `at` is exchange time in epoch ms. `rowId`, `instrumentId` and `at` are null when the row does not show them.
 */
export interface UnreadableRow {
  readonly rowId: string | null;
  readonly instrumentId: string | null;
  readonly at: number | null;
  readonly cause: string;
  readonly raw: string;
}

/**
 * The oldest unread rows of a list, with the oldest row first. `unreadable` has the rows of the page that cannot be
 * translated. `cursor` is the id of the newest row up to `completeUntil`, also when the row belongs to an instrument
 * that was not requested. `cursor` is null when no such row exists. `next` is null when the list was read to its end.
 */
export interface LedgerPage<Row> {
  readonly rows: readonly Row[];
  readonly unreadable: readonly UnreadableRow[];
  readonly cursor: string | null;
  readonly next: LedgerWalk | null;
}
