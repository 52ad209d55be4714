// How the rounds of the form open in a simulation over the stored candles.
import type { EntryRules } from '@rondo/backtest';
import type { CreateForm } from './create-form.ts';
import { isComparable, ruleOf } from './entry-signal.ts';

/**
 * `atOnce`: each round follows the round before. `rule`: each round opens at a signal. `unknown`: the stored candles do not say when the rounds open, because messages of another program or an AI model
 * open them, the bars of the rule are shorter than the stored ones, or a setting of the rule is not valid.
 */
export type SimulatedEntry =
  | { readonly kind: 'atOnce' }
  | { readonly kind: 'rule'; readonly rules: EntryRules }
  | { readonly kind: 'unknown'; readonly why: 'messages' | 'model' | 'shortBars' | 'setting' };

/** The entry of a form that opens its rounds at once. */
export const atOnce: SimulatedEntry = { kind: 'atOnce' };

/** Returns the rule that opens the rounds, or null when no known rule opens them. */
export const rulesIn = (entry: SimulatedEntry): EntryRules | null => (entry.kind === 'rule' ? entry.rules : null);

/** Returns the entry of the form. A rule that is only observed opens no rounds. */
export function simulatedEntryOf(form: Pick<CreateForm, 'entryMode' | 'signal' | 'direction'>): SimulatedEntry {
  switch (form.entryMode) {
    case 'normal':
      return atOnce;
    case 'ai':
      return { kind: 'unknown', why: 'model' };
    case 'signal': {
      const rules = ruleOf(form);
      if (rules === null) return { kind: 'unknown', why: 'messages' };
      if (typeof rules === 'string') return { kind: 'unknown', why: 'setting' };
      return isComparable(form.signal.bar) ? { kind: 'rule', rules } : { kind: 'unknown', why: 'shortBars' };
    }
    default:
      return form.entryMode satisfies never;
  }
}
