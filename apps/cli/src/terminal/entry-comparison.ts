// The comparisons of an entry rule and of distances from ATR with their controls as text. The sentence follows from the numbers alone (decision 45).
import type { DistanceComparison, EntryComparison } from '@rondo/backtest';

/**
 * Returns the rows of the table: the rule, rounds at once, random entries of equal frequency, and no round. The rule and rounds at once have the range of
 * their results with and without re-entry jitter, and the random entries have the range of their runs.
 */
export function comparisonRows({ rule, always, random }: EntryComparison): readonly (readonly string[])[] {
  return [
    ['entry, without funding', 'rounds', 'net with open, USDT', 'lowest to highest', 'liquidated'],
    ['at the signals of the rule', ...cellsOf(rule)],
    ['at once', ...cellsOf(always)],
    [`at random, median of ${random.runs} runs`, ...randomCells(random)],
    ['never', '0', '0.00', '', 'no'],
  ];
}

/**
 * Returns the rows of the table: distances from ATR, the median distance in every round, distances that are drawn at random, and no round. Every run opens its
 * rounds at the same bars.
 */
export function distanceRows({ atr, fixed, random }: DistanceComparison): readonly (readonly string[])[] {
  return [
    ['distance, without funding', 'rounds', 'net with open, USDT', 'lowest to highest', 'liquidated'],
    ['from ATR', ...cellsOf(atr)],
    [`always ${fixed.distance} %`, ...cellsOf(fixed)],
    [`at random, median of ${random.runs} runs`, ...randomCells(random)],
    ['no round', '0', '0.00', '', 'no'],
  ];
}

/** Returns the sentence about the rule. */
export function comparisonSentence({ rule, random, asGood, verdict }: EntryComparison): string {
  switch (verdict) {
    case 'too_few':
      return `Only ${roundsText(rule.rounds)}: too few for a comparison with random entry.`;
    case 'no_edge':
      return `No demonstrated edge over random entry: ${asGood} of ${random.runs} random entries of equal frequency were at least as good.`;
    case 'edge':
      return `On these candles the rule was better than each of ${random.runs} random entries of equal frequency. This says nothing certain about other candles.`;
    default:
      return verdict satisfies never;
  }
}

/** Returns the sentence about distances from ATR. */
export function distanceSentence({ atr, fixed, random, asGood, verdict }: DistanceComparison): string {
  switch (verdict) {
    case 'too_few':
      return `Only ${roundsText(atr.rounds)}: too few for a comparison with random distances.`;
    case 'no_edge':
      if (fixed.net >= atr.net)
        return `No demonstrated advantage: the fixed distance of ${fixed.distance} % was at least as good.`;
      return `No demonstrated advantage over random distances: ${asGood} of ${random.runs} runs with random distances were at least as good.`;
    case 'edge':
      return `On these candles the distances from ATR were better than the fixed distance of ${fixed.distance} % and than each of ${random.runs} runs with random distances. This says nothing certain about other candles.`;
    default:
      return verdict satisfies never;
  }
}

function roundsText(rounds: number): string {
  return rounds === 1 ? '1 round' : `${rounds} rounds`;
}

function randomCells(random: DistanceComparison['random']): readonly string[] {
  return [random.rounds.toFixed(1), random.median.toFixed(2), rangeOf(random), ''];
}

function cellsOf(run: EntryComparison['rule']): readonly string[] {
  return [String(run.rounds), run.net.toFixed(2), rangeOf(run), run.isLiquidated ? 'yes' : 'no'];
}

function rangeOf({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${low.toFixed(2)} to ${high.toFixed(2)}`;
}
