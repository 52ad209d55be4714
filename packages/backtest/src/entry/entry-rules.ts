// The entry of a back-test: the rule or the recording at whose signals rounds open, and how a configuration file names it (strategy 6).
import { defencePercents } from '@rondo/strategy/settings';
import { readRule, signalBars, type SignalBar, type SignalDirection, type SignalRule } from '@rondo/signals';
import type { RecordedSignal } from '../csv/signal-csv.ts';
import { BadField, given, has, readChoice, readObject, type Fields } from '../config/config-fields.ts';

/**
 * The signals at which rounds open. `rule`: the rule fires at the close of a bar. `random`: the control of a rule. At each bar at which the rule has
 * values, a pseudo-random number below `share` opens a round. `recorded`: the decisions of an AI model or the messages of another program, as they were
 * recorded while they were live.
 */
export type EntryRules =
  | { readonly kind: 'rule'; readonly rule: SignalRule; readonly bar: SignalBar }
  | {
      readonly kind: 'random';
      readonly rule: SignalRule;
      readonly bar: SignalBar;
      readonly share: number;
      readonly seed: number;
    }
  | { readonly kind: 'recorded'; readonly source: RecordedSource; readonly signals: readonly RecordedSignal[] };

/** A source whose signals candles do not determine. */
type RecordedSource = (typeof recordedSources)[number];

const bars = Object.keys(signalBars) as readonly SignalBar[]; // The object is a literal of this type, so it has exactly these keys.
const recordedSources = ['webhook', 'ai-gpt'] as const;
const defenceCodes = defencePercents.map((percent) => `${percent}p` as const);
const types = ['market', ...defenceCodes, 'rsi', 'ichimoku', ...recordedSources] as const;

/** What an entry depends on: the direction of the bot, and the signals that were recorded, or null when there is no recording. */
type EntryInput = { readonly direction: SignalDirection; readonly recorded: readonly RecordedSignal[] | null };

/** Returns the rule or the recording of the field `entry`. Returns null when the field is absent, null, of the type `market`, or of a percent code. */
export function readEntry(fields: Fields, { direction, recorded }: EntryInput): EntryRules | null {
  const entry = readFields(fields);
  const type = entry === null ? 'market' : readChoice(entry, 'type', { among: types });
  if (entry !== null && (type === 'webhook' || type === 'ai-gpt')) return readRecorded(entry, type, recorded);
  if (recorded !== null)
    throw new BadField('entry.type', `must be ${recordedSources.join(' or ')} for recorded signals`);
  if (entry === null) return null;
  if (type !== 'rsi' && type !== 'ichimoku') {
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

/** Returns the percent code of the field `entry` with its percent, or undefined when the entry has another type. */
export function readDefenceCode(fields: Fields): { readonly code: string; readonly percent: string } | undefined {
  const type = readFields(fields)?.values['type'];
  const found = defencePercents.find((percent) => `${percent}p` === type);
  return found === undefined ? undefined : { code: `${found}p`, percent: String(found) };
}

function readFields({ values }: Fields): Fields | null {
  const entry = values['entry'] ?? null;
  return entry === null ? null : readObject(entry, 'entry', ['type', 'signal']);
}

function readRecorded(
  entry: Fields,
  source: RecordedSource,
  signals: readonly RecordedSignal[] | null,
): Extract<EntryRules, { readonly kind: 'recorded' }> {
  if (has(entry, 'signal')) throw new BadField('entry.signal', 'belongs to the entry types rsi and ichimoku');
  if (signals === null)
    throw new BadField(
      'entry.type',
      `is ${source}, whose signals depend on more than candles; a back-test uses only recorded signals (--signals FILE of "rondo backtest")`,
    );
  // A model always chooses the defence of its round, and a message never does.
  const needsDefence = source === 'ai-gpt';
  const wrong = signals.find(({ defence }) => (defence !== null) !== needsDefence);
  if (wrong !== undefined)
    throw new BadField(
      'entry.type',
      `is ${source}, and the recorded signal of ${wrong.at} has ${needsDefence ? 'no' : 'a'} defense`,
    );
  return { kind: 'recorded', source, signals };
}

/** Returns a setting as a text. A number is the text that JSON has for it. */
function textOf({ values }: Fields, name: string): string | undefined {
  const value = values[name];
  if (value === undefined || typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new BadField(`entry.signal.${name}`, 'must be a number or a text');
}
