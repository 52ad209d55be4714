// The three path rules side by side: on coarse candles they differ by more than the profit (strategy.md 7, decision 30).
import type { PathRule } from './config.ts';
import { walkCandles, type WalkInput, type WalkSummary } from './walk.ts';

/** The summaries of one bot over the same candles under every path rule; shown beside any simulated result. */
export type PathBracket = Readonly<Record<PathRule, WalkSummary>>;

/** Walks the candles once for each path rule. */
export function bracketPaths(input: Omit<WalkInput, 'path'>): PathBracket {
  return {
    byClose: walkCandles({ ...input, path: 'byClose' }).summary,
    favourableFirst: walkCandles({ ...input, path: 'favourableFirst' }).summary,
    adverseFirst: walkCandles({ ...input, path: 'adverseFirst' }).summary,
  };
}
