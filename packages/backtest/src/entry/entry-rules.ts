// The entry of a back-test: the rule at whose signals rounds open, and how a configuration file names it (strategy 6).
import { readRule, signalBars, type SignalBar, type SignalDirection, type SignalRule } from '@rondo/signals';
import { BadField, given, has, readChoice, readObject, type Fields } from '../config/config-fields.ts';

/**
 * The signals at which rounds open. `rule`: the rule fires at the close of a bar. `random`: the control of a rule. At each bar at which the rule has
 * values, a pseudo-random number below `share` opens a round.
 */
export type EntryRules =
  | { readonly kind: 'rule'; readonly rule: SignalRule; readonly bar: SignalBar }
  | {
      readonly kind: 'random';
      readonly rule: SignalRule;
      readonly bar: SignalBar;
      readonly share: number;
      readonly seed: number;
    };

const bars = Object.keys(signalBars) as readonly SignalBar[]; // The object is a literal of this type, so it has exactly these keys.
const types = ['market', 'rsi', 'ichimoku'] as const;
const recordedTypes: readonly unknown[] = ['webhook', 'ai-gpt'];

/** Returns the rule of the field `entry`. Returns null when the field is absent, null, or of the type `market`. */
export function readEntry(fields: Fields, direction: SignalDirection): EntryRules | null {
  if (!has(fields, 'entry') || fields.values['entry'] === null) return null;
  const entry = readObject(fields.values['entry'], 'entry', ['type', 'signal']);
  if (recordedTypes.includes(entry.values['type']))
    throw new BadField(
      'entry.type',
      'is a source whose signals depend on more than candles; a back-test cannot compute its signals',
    );
  const type = readChoice(entry, 'type', { among: types });
  if (type === 'market') {
    if (has(entry, 'signal')) throw new BadField('entry.signal', 'belongs to the entry types rsi and ichimoku');
    return null;
  }
  const signal = readObject(given(entry, 'signal'), 'entry.signal', ['rule', 'bar', 'length', 'level', 'when']);
  if (has(signal, 'rule')) readChoice(signal, 'rule', { among: [type] });
  const bar = readChoice(signal, 'bar', { among: bars });
  const read = readRule(
    { rule: type, length: textOf(signal, 'length'), level: textOf(signal, 'level'), when: textOf(signal, 'when') },
    direction,
  );
  if (!read.ok) throw new BadField(`entry.signal.${read.refusal.field}`, read.refusal.reason);
  return { kind: 'rule', rule: read.rule, bar };
}

/** Returns a setting as a text. A number is the text that JSON has for it. */
function textOf({ values }: Fields, name: string): string | undefined {
  const value = values[name];
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new BadField(`entry.signal.${name}`, 'must be a number or a text');
}
