// The evidence beside the mark of a preset (decision 44): the simulation of its settings on BTC and ETH over every stored candle.
import type { ShownWhatIf } from './use-what-if.ts';
import { whatIfFigures } from './what-if-figures.ts';

/** The simulated runs on both pairs. `fromAt` and `toAt` are the span that both have, in epoch ms. */
export type Evidence = {
  readonly liquidated: number;
  readonly runs: number;
  readonly fromAt: number;
  readonly toAt: number;
};

/** Returns the evidence, or null while runs are missing and when the settings cannot open a round on a pair. */
export function evidenceOf(results: readonly (ShownWhatIf | null)[]): Evidence | null {
  const whole = results.filter((shown) => shown !== null && shown.isWhole && shown.result.main.rounds > 0);
  if (whole.length < results.length) return null;
  const found = whole.flatMap((shown) => (shown === null ? [] : [shown.result]));
  const figures = found.map(whatIfFigures);
  return {
    liquidated: figures.reduce((sum, { liquidated }) => sum + liquidated, 0),
    runs: figures.reduce((sum, { runs }) => sum + runs, 0),
    fromAt: Math.max(...found.map(({ fromAt }) => fromAt)),
    toAt: Math.min(...found.map(({ toAt }) => toAt)),
  };
}
