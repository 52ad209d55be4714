// The messages between the sweep pool and its workers.
import type { BacktestConfig, CandleColumns, FundingRate, SweepRow } from '@rondo/backtest';

/** The start data of a worker: shared candles, and a shared flag that is 1 once the sweep is cancelled. */
export type SweepTask = {
  readonly candles: CandleColumns;
  readonly funding: readonly FundingRate[];
  readonly cancelled: Int32Array;
};

/** Some configurations; `first` is the place of the first one in the whole list. */
export type SweepPiece = { readonly first: number; readonly configs: readonly BacktestConfig[] };

/** A message of a worker: it is ready, the share of its piece that is done, or the rows of the piece. */
export type SweepReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'rows'; readonly rows: readonly SweepRow[] };
