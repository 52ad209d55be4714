// The peer from npm: grademark on the same candles. It cannot scale into a position, so it walks one entry with a
// target and a stop: less work than the ladder it is compared with.
import type { CandleColumns } from '@rondo/backtest';
import { DataFrame } from 'data-forge';
import { backtest, type IBar, type IStrategy } from 'grademark';
import { cpuMs } from '../clock.ts';

const target = 0.005;
const stop = 0.095;

const strategy: IStrategy<IBar, IBar, unknown, number> = {
  lookbackPeriod: 1,
  entryRule: (enter) => enter(),
  stopLoss: ({ entryPrice }) => entryPrice * stop,
  profitTarget: ({ entryPrice }) => entryPrice * target,
};

/** Milliseconds of one run over the first `count` candles, and its trades. */
export function runPeer(candles: CandleColumns, count: number): { readonly ms: number; readonly trades: number } {
  const bars = new DataFrame<number, IBar>({ values: barsOf(candles, count) }).bake();
  let trades = 0;
  const ms = cpuMs(() => {
    trades = backtest(strategy, bars).length;
  });
  return { ms, trades };
}

function barsOf(candles: CandleColumns, count: number): IBar[] {
  const tick = 100;
  return Array.from({ length: count }, (_, row) => ({
    time: new Date(candles.at[row] ?? 0),
    open: (candles.open[row] ?? 0) / tick,
    high: (candles.high[row] ?? 0) / tick,
    low: (candles.low[row] ?? 0) / tick,
    close: (candles.close[row] ?? 0) / tick,
    volume: 0,
  }));
}
