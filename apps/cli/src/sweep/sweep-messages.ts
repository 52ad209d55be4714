// The messages between the sweep pool and its workers.
import type { BacktestConfig, CandleColumns, FundingRate, SweepRow } from '@rondo/backtest';

/** The start data of a worker. `cancelled` is a shared flag that becomes 1 when the sweep is cancelled. */
export type SweepTask = {
  readonly candles: CandleColumns;
  readonly funding: readonly FundingRate[];
  readonly cancelled: Int32Array;
};

/** Some of the configurations; `first` is the index of their first one in the whole list. */
export type SweepPiece = { readonly first: number; readonly configs: readonly BacktestConfig[] };

/** A message of a worker: that it is ready, which share of its piece is done, or the rows of the piece. */
export type SweepReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'rows'; readonly rows: readonly SweepRow[] };
