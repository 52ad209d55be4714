// The evidence beside the mark of a preset (decision 44): the simulation of its settings on BTC and ETH over every stored candle.
import type { WhatIf } from '@rondo/backtest';
import { candleSourceOf } from './candles/candle-source.ts';
import type { useWhatIf } from './use-what-if.ts';
import { whatIfFigures } from './what-if-figures.ts';

/** The begin and the end of the simulated candles of a pair in epoch ms. */
type Span = { readonly fromAt: number; readonly toAt: number };

/** The simulated runs on both pairs, the candles of each pair, and whether a file of the operator contains some of them. */
export type Evidence = {
  readonly liquidated: number;
  readonly runs: number;
  readonly btc: Span;
  readonly eth: Span;
  readonly isImported: boolean;
};

/** `waiting`: the runs are not complete. `none`: there can be no runs, because the candles cannot be loaded, or the settings open no round on a pair. */
export type EvidenceState = Evidence | 'waiting' | 'none';

/** The simulation on a pair. */
type PairState = ReturnType<typeof useWhatIf>;

/** Returns the evidence of the simulations on both pairs. */
export function evidenceOf(pairs: { readonly btc: PairState; readonly eth: PairState }): EvidenceState {
  const [btc, eth] = [resultOf(pairs.btc), resultOf(pairs.eth)];
  if (btc === 'none' || eth === 'none') return 'none';
  if (btc === 'waiting' || eth === 'waiting') return 'waiting';
  const figures = [btc.result, eth.result].map(whatIfFigures);
  return {
    liquidated: figures.reduce((sum, { liquidated }) => sum + liquidated, 0),
    runs: figures.reduce((sum, { runs }) => sum + runs, 0),
    btc: btc.result,
    eth: eth.result,
    isImported: btc.isImported || eth.isImported,
  };
}

type PairResult = 'none' | 'waiting' | { readonly result: WhatIf; readonly isImported: boolean };

function resultOf({ state, isOld }: PairState): PairResult {
  const { coverage, failure, shown } = state;
  if (failure !== null && (failure !== 'files' || shown === null)) return 'none';
  if (coverage === undefined || shown === null || !shown.isWhole || isOld) return 'waiting';
  if (shown.result.main.rounds === 0) return 'none';
  return { result: shown.result, isImported: candleSourceOf(coverage, shown.result) !== 'live' };
}
