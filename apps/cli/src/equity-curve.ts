// The worth of a simulated bot at every candle's close, for a chart: floating point, never money.
import { fillKinds, fillRowsOf, type BacktestConfig, type BacktestResult, type CandleColumns } from '@rondo/backtest';

/** Allocation, cash and open position at the close of each walked candle, in USDT; funding is left out. */
export function equityCurve(candles: CandleColumns, config: BacktestConfig, result: BacktestResult): readonly number[] {
  const { instrument, direction, allocation } = config.bot;
  const sign = direction === 'long' ? 1 : -1;
  const tick = toNumber(instrument.tickSz);
  const unit = toNumber(instrument.ctVal);
  const rows = fillRowsOf(candles, config, result.fills);
  let [cash, coins, next] = [toNumber(allocation), 0, 0];
  return Array.from(candles.at.subarray(0, result.summary.candles), (_, candle) => {
    for (; result.fills.candle[next] === candle; next += 1) {
      const row = rows[next];
      if (row === undefined) break;
      const opens = row.kind === fillKinds[0];
      const traded = Number(row.size) * unit * (opens ? sign : -sign);
      coins += traded;
      cash -= traded * Number(row.price) + Number(row.fee);
    }
    return cash + coins * (candles.close[candle] ?? 0) * tick;
  });
}

function toNumber(value: { readonly units: bigint; readonly scale: number }): number {
  return Number(value.units) / 10 ** value.scale;
}
