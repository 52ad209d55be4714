// The result of a run at the close of some candles, computed from its fills. It skips every candle without a fill.
import { cellAt, type CandleColumns } from '../candles/columns.ts';
import type { BacktestConfig } from '../config/config.ts';
import { bookFillAt, emptyPosition, equityAt, positionTermsOf } from '../report/held-position.ts';
import type { BacktestResult } from '../run/run-backtest.ts';

/** A run without funding, and the indexes of candles in rising order. */
export type EquityRun = { readonly run: BacktestResult; readonly places: readonly number[] };

/** Returns the result in USDT, with the open lots, at the close of each given candle. */
export function equityPoints(candles: CandleColumns, config: BacktestConfig, input: EquityRun): readonly number[] {
  const { fills } = input.run;
  const position = emptyPosition(positionTermsOf(config));
  let next = 0;
  return input.places.map((place) => {
    for (; next < fills.count && cellAt(fills.candle, next) <= place; next += 1) bookFillAt(position, fills, next);
    return equityAt(position, cellAt(candles.close, place));
  });
}
