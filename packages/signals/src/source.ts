// The evidence of a signal: the reading that caused it. The evidence is stored with the event of the bot, so a journal can be read without other data.
import type { SignalBar } from './rules.ts';

/**
 * The reading that caused a signal. `ruleKey` names the rule with its settings, and `instrument` the market whose candles were read. `bar` is null
 * when the source has no bars. `closedAt` is the end of the bar, or the time of the message when the source has no bars, in epoch ms. `values` has
 * the values of the reading as texts, by their names. Only our code chooses the names. `readingHash` is the digest of the stored reading.
 */
export type SignalSource = {
  readonly ruleKey: string;
  readonly instrument: string;
  readonly bar: SignalBar | null;
  readonly closedAt: number;
  readonly values: Readonly<Record<string, string>>;
  readonly readingHash: string;
};
