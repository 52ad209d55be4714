// The signal that opens the rounds of the new bot: a rule with its settings as typed texts, or messages of another program.
import type { EntryRules } from '@rondo/backtest';
import { storedBars, type CreateBotRequest } from '@rondo/contract';
import { readRule, signalBars, signalRules, type SignalBar } from '@rondo/signals';

export type SignalKind = 'rsi' | 'ichimoku' | 'webhook';

/** The choice. `level` and `when` are null while the person has not changed their defaults, which depend on the direction and on the rule. */
export type SignalChoice = {
  readonly kind: SignalKind;
  readonly bar: SignalBar;
  readonly length: string;
  readonly level: string | null;
  readonly when: 'crossing' | 'while' | null;
};

/** The widths of bars, shortest first. */
const bars = Object.keys(signalBars) as readonly SignalBar[]; // The object is a literal of this type, so it has exactly these keys.

/** Returns the width of bars with this name. */
export const barNamed = (name: string | undefined): SignalBar | undefined => bars.find((bar) => bar === name);

/** Returns whether bars of this width can be computed from the stored candles. A rule on shorter bars has no comparison. */
export const isComparable = (bar: SignalBar): boolean => signalBars[bar] >= storedBars['15m'];

/** Returns the widths of bars that a person can choose: those with a comparison (decision 45), and the width that the form already has from a text or a link. */
export const barChoices = (chosen: SignalBar): readonly SignalBar[] =>
  bars.filter((bar) => bar === chosen || isComparable(bar));

export const initialSignal: SignalChoice = {
  kind: 'rsi',
  bar: '1H',
  length: String(signalRules.rsi.length.default),
  level: null,
  when: null,
};

/** A part of the form. */
type SignalForm = { readonly signal: SignalChoice; readonly direction: 'long' | 'short' };

type ShownSignal = { readonly level: string; readonly when: NonNullable<SignalChoice['when']> };

/** Returns the settings that are shown: the chosen ones, or their defaults. */
export function shownSignal({ signal, direction }: SignalForm): ShownSignal {
  const { level, when } = signalRules.rsi;
  const whenOf = signal.kind === 'ichimoku' ? signalRules.ichimoku.when.default : when.default;
  return { level: signal.level ?? String(level.default[direction]), when: signal.when ?? whenOf };
}

/** The settings whose number must be within bounds. */
export type SignalField = 'length' | 'level';

/** Returns the bounds of a setting as texts. */
export function signalBounds(field: SignalField): { readonly min: string; readonly max: string } {
  const { least, most } = signalRules.rsi[field];
  return { min: String(least), max: String(most) };
}

/** Returns the rule for a simulation. Returns null for messages, and the wrong setting when the rule has one. */
export function ruleOf(form: SignalForm): EntryRules | SignalField | null {
  const { signal, direction } = form;
  if (signal.kind === 'webhook') return null;
  const { level, when } = shownSignal(form);
  const numbers = signal.kind === 'rsi' ? { length: signal.length.trim(), level: level.trim() } : {};
  const read = readRule({ rule: signal.kind, when, ...numbers }, direction);
  if (read.ok) return { kind: 'rule', rule: read.rule, bar: signal.bar };
  return read.refusal.field === 'length' ? 'length' : 'level';
}

/** The entry of the creation payload. */
export type EntryFields = Pick<CreateBotRequest['entry'], 'type' | 'signal' | 'shadow'>;

/** Returns the entry of the payload, or `market` when the rounds open at once. */
export function entryFieldsOf(
  form: SignalForm & { readonly entryMode: string; readonly isShadowed: boolean },
): EntryFields {
  if (form.entryMode === 'ai') return { type: 'ai-gpt' };
  const { kind } = form.signal;
  if (form.entryMode !== 'signal')
    return kind === 'webhook' || !form.isShadowed
      ? { type: 'market' }
      : { type: 'market', shadow: { ...ruleFieldsOf(form), rule: kind } };
  return kind === 'webhook' ? { type: kind } : { type: kind, signal: ruleFieldsOf(form) };
}

function ruleFieldsOf(form: SignalForm): NonNullable<EntryFields['signal']> {
  const { kind, bar, length } = form.signal;
  const { level, when } = shownSignal(form);
  const common = { bar, when: when === 'while' ? ('while' as const) : ('crossing' as const) };
  return kind === 'ichimoku' ? common : { ...common, length: length.trim(), level: level.trim() };
}
