// Computes the reading of a rule at a closed bar and stores it. All nodes use the reading that was stored first.
import { createHash } from 'node:crypto';
import type { BotSignalWire } from '@rondo/contract';
import { priceText, readingColumns, readingsOf, type SignalBar, type SignalRule } from '@rondo/signals';
import type { BotRecord, SignalReadings, StoredReading } from '@rondo/store';
import type { ClosedBar } from './closed-bars.ts';
import { ruleKeyOf } from './rule-entry.ts';

/** The bars that end with the bar that closed at `closedAt`. */
export interface ReadBars {
  readonly instrumentId: string;
  readonly bar: SignalBar;
  readonly closedAt: number;
  readonly bars: readonly ClosedBar[];
}

/** Why a bar has no reading or decision: it did not arrive in time, the exchange returned another price for a closed bar, no model is configured, the model got no call because of too few bars, or its decision could not be stored. */
type MissedReason = Extract<
  BotSignalWire['reason'],
  'missed' | 'changed' | 'not_configured' | 'warm_up' | 'unavailable'
>;

/** The kind of a source, and why it has no reading or decision of a bar. */
interface MissedReading {
  readonly kind: 'ai' | 'rule';
  readonly why: MissedReason;
  readonly now: number;
}

/** Returns the rule key of the bars without a reading or decision. It differs from the key of each rule, because another node may store a reading of the same bar. */
export function missedKeyOf(kind: MissedReading['kind']): string {
  return `missed ${kind}`;
}

/** Stores that a bar has no reading or decision, so that every node can say why no round has opened. */
export async function recordMissed(
  readings: Pick<SignalReadings, 'record'>,
  { instrumentId, bar, closedAt }: Omit<ReadBars, 'bars'>,
  { kind, why, now }: MissedReading,
): Promise<void> {
  const reading = JSON.stringify({ why });
  const ruleKey = missedKeyOf(kind);
  await readings.record({ ruleKey, instrumentId, bar, closedAt, reading, fires: null, barsHash: '', computedAt: now });
}

/** Returns why a bar has no reading or decision, from its stored row. */
export function missedReasonOf(reading: string): MissedReason {
  return (JSON.parse(reading) as { readonly why: MissedReason }).why; // `recordMissed` wrote this text.
}

/** Computes and stores the reading of the rule at the last bar, and returns the stored reading. */
export async function recordReading(
  readings: Pick<SignalReadings, 'record'>,
  { instrumentId, bar, closedAt, bars }: ReadBars,
  of: { readonly rule: SignalRule; readonly direction: BotRecord['direction']; readonly now: number },
): Promise<StoredReading> {
  const ruleKey = ruleKeyOf(of.rule, of.direction);
  const computed = of.rule.kind === 'atr' ? atrReading(of.rule, bars) : lastReading(of.rule, bars, of.direction);
  return readings.record({
    ruleKey,
    instrumentId,
    bar,
    closedAt,
    ...computed,
    barsHash: hashOf(bars),
    computedAt: of.now,
  });
}

type Computed = Pick<StoredReading, 'reading' | 'fires'>;

function lastReading(rule: SignalRule, bars: readonly ClosedBar[], direction: BotRecord['direction']): Computed {
  const last = readingsOf(rule, bars, direction).at(-1);
  const names: readonly string[] = readingColumns[rule.kind];
  const entries = names.map((name, place) => [name, last?.values[place] ?? null] as const);
  const known = entries.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const]));
  return { reading: JSON.stringify(Object.fromEntries(known)), fires: last?.fires ?? null };
}

/** The reducer divides ATR by the close of its bar, so the reading has both. A round may open with every complete reading (strategy 8.7). */
function atrReading(rule: SignalRule, bars: readonly ClosedBar[]): Computed {
  const [atr = null] = readingsOf(rule, bars, 'long').at(-1)?.values ?? [];
  const close = bars.at(-1)?.close;
  if (atr === null || close === undefined) return { reading: '{}', fires: null };
  return { reading: JSON.stringify({ atr: priceText(atr), close: priceText(close) }), fires: true };
}

/** Returns the values of a stored reading by their names. */
export function readingValues(reading: string): Readonly<Record<string, string>> {
  return JSON.parse(reading) as Readonly<Record<string, string>>; // `recordReading` wrote this text.
}

function hashOf(bars: readonly ClosedBar[]): string {
  const lines = bars.map(({ openedAt, open, high, low, close }) => [openedAt, open, high, low, close].join(','));
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
