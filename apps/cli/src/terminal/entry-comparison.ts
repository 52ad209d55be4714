// The comparison of an entry rule with its controls as text. The sentence follows from the numbers alone (decision 45).
import type { EntryComparison } from '@rondo/backtest';

/**
 * Returns the rows of the table: the rule, rounds at once, random entries of equal frequency, and no round. The rule and rounds at once have the range of
 * their results with and without re-entry jitter, and the random entries have the range of their runs.
 */
export function comparisonRows({ rule, always, random }: EntryComparison): readonly (readonly string[])[] {
  return [
    ['entry, without funding', 'rounds', 'net with open, USDT', 'lowest to highest', 'liquidated'],
    ['at the signals of the rule', ...cellsOf(rule)],
    ['at once', ...cellsOf(always)],
    [
      `at random, median of ${random.runs} runs`,
      random.rounds.toFixed(1),
      random.median.toFixed(2),
      rangeOf(random),
      '',
    ],
    ['never', '0', '0.00', '', 'no'],
  ];
}

/** Returns the sentence about the rule. */
export function comparisonSentence({ rule, random, asGood, verdict }: EntryComparison): string {
  switch (verdict) {
    case 'too_few':
      return `Only ${rule.rounds} rounds: too few for a comparison with random entry.`;
    case 'no_edge':
      return `No demonstrated edge over random entry: ${asGood} of ${random.runs} random entries of equal frequency were at least as good.`;
    case 'edge':
      return `On these candles the rule was better than each of ${random.runs} random entries of equal frequency. This says nothing certain about other candles.`;
    default:
      return verdict satisfies never;
  }
}

function cellsOf(run: EntryComparison['rule']): readonly string[] {
  return [String(run.rounds), run.net.toFixed(2), rangeOf(run), run.isLiquidated ? 'yes' : 'no'];
}

function rangeOf({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${low.toFixed(2)} to ${high.toFixed(2)}`;
}
