// Runs grademark, a package from npm, over the candles of the benchmark. grademark cannot enlarge a position, so it trades one entry with a
// target and a stop. This is less work than the ladder of the comparison.
import { createRequire } from 'node:module';
import type { CandleColumns } from '@rondo/backtest';
import { cpuMs } from '../clock.ts';

const target = 0.005;
const stop = 0.095;

interface Bar {
  readonly time: Date;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

interface Strategy {
  readonly lookbackPeriod: number;
  readonly entryRule: (enter: () => void) => void;
  readonly stopLoss: (position: { readonly entryPrice: number }) => number;
  readonly profitTarget: (position: { readonly entryPrice: number }) => number;
}

/**
 * The functions that this file uses from data-forge and grademark. `npm run bench` installs these packages in the folder bench and not in
 * the root folder, so the compiler cannot read the types of the packages.
 */
interface Peer {
  readonly DataFrame: new (options: { readonly values: readonly Bar[] }) => { bake: () => unknown };
  readonly backtest: (strategy: Strategy, bars: unknown) => readonly unknown[];
}

const strategy: Strategy = {
  lookbackPeriod: 1,
  entryRule: (enter) => enter(),
  stopLoss: ({ entryPrice }) => entryPrice * stop,
  profitTarget: ({ entryPrice }) => entryPrice * target,
};

/** Runs grademark over the first `count` candles. Returns the CPU time in milliseconds and the number of trades. */
export function runPeer(candles: CandleColumns, count: number): { readonly ms: number; readonly trades: number } {
  const { DataFrame, backtest } = loadPeer();
  const bars = new DataFrame({ values: barsOf(candles, count) }).bake();
  let trades = 0;
  const ms = cpuMs(() => {
    trades = backtest(strategy, bars).length;
  });
  return { ms, trades };
}

function loadPeer(): Peer {
  const load = createRequire(import.meta.url);
  // bench/package.json pins the versions, and the types of these versions equal the types above.
  return { ...(load('data-forge') as Pick<Peer, 'DataFrame'>), ...(load('grademark') as Pick<Peer, 'backtest'>) };
}

function barsOf(candles: CandleColumns, count: number): readonly Bar[] {
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
