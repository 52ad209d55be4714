// The messages between the sweep pool and its workers.
import type { BacktestConfig, CandleColumns, FundingRate, SweepRow } from '@rondo/backtest';

/** The data with which a worker starts. `cancelled` is a shared flag that becomes 1 when the sweep is cancelled. */
export type SweepTask = {
  readonly candles: CandleColumns;
  readonly funding: readonly FundingRate[];
  readonly cancelled: Int32Array;
};

/** A part of the configurations of a sweep. `first` is the index of its first configuration in the whole list. */
export type SweepPiece = { readonly first: number; readonly configs: readonly BacktestConfig[] };

/**
 * A message of a worker. `ready`: the worker can take a piece. `progress`: the worker has simulated a part of its
 * piece. `rows`: the piece is finished.
 */
export type SweepReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'rows'; readonly rows: readonly SweepRow[] };
