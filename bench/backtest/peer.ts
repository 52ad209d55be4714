// The peer from npm: grademark on the same candles. It cannot scale into a position, so it walks one entry with a
// target and a stop: less work than the ladder it is compared with.
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

/** The used part of both packages. `npm run bench` installs them in this folder, not in the root. */
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

/** Runs the peer over the first `count` candles. Returns CPU milliseconds and the number of trades. */
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
  // The versions are pinned in bench/package.json, and their own types are the same.
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
