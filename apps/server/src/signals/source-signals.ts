// The signals of each source at a closed bar: the decision of the AI model, and the readings of rules, which are stored first.
import { createHash } from 'node:crypto';
import { percent, type Ratio } from '@rondo/decimal';
import { readingColumns, readingsOf, type SignalBar, type SignalRule, type SignalSource } from '@rondo/signals';
import type { BotRecord, SignalReadings, StoredReading } from '@rondo/store';
import { stepDistanceRatio } from '@rondo/strategy';
import type { AiOutcome } from '../ai/ai-decider.ts';
import type { ClosedBar } from './closed-bars.ts';
import type { WaitingBot } from './entry-source.ts';
import { ruleKeyOf } from './rule-entry.ts';

/** A signal for a bot. `stepDistance` replaces the step distance of the bot in this round, or is null. */
export interface BotSignal {
  readonly bot: BotRecord;
  readonly stepDistance: Ratio | null;
  readonly source: SignalSource;
}

/** Returns the signals of the bots in whose direction the model opens a round. The model also chooses the defence of the round. */
export function aiSignalsOf(group: readonly WaitingBot[], outcome: AiOutcome): readonly BotSignal[] {
  if (!outcome.ok) return [];
  const { decision, row } = outcome;
  return group.flatMap(({ bot, bar, stored: { config } }) => {
    const { open, defence } = decision[config.direction];
    if (!open) return [];
    const source: SignalSource = {
      ruleKey: `ai-gpt ${row.model} ${row.promptVersion}`,
      instrument: row.instrumentId,
      bar,
      closedAt: row.closedAt,
      values: { defence: String(defence), confidence: String(decision.confidence) },
      readingHash: row.promptHash,
    };
    const distance = { kind: 'defence', percent: percent(String(defence)) } as const;
    return [{ bot, source, stepDistance: stepDistanceRatio(distance, config.martinSteps) }];
  });
}

interface ReadBars {
  readonly instrumentId: string;
  readonly bar: SignalBar;
  readonly closedAt: number;
  readonly bars: readonly ClosedBar[];
}

/** Computes and stores the reading of each rule of the group at the last bar, and returns the signals of the bots whose rule fires and acts. */
export async function ruleSignalsOf(
  { readings, now }: { readonly readings: Pick<SignalReadings, 'record'>; readonly now: number },
  group: readonly WaitingBot[],
  read: ReadBars,
): Promise<readonly BotSignal[]> {
  const byKey = new Map<string, Promise<StoredReading>>();
  const barsHash = hashOf(read.bars);
  const signals = await Promise.all(
    group.map(async ({ bot, source }): Promise<readonly BotSignal[]> => {
      if (source.kind !== 'rule') return [];
      const ruleKey = ruleKeyOf(source.rule, bot.direction);
      const { instrumentId, bar, closedAt } = read;
      const computed = lastReading(source.rule, read.bars, bot.direction);
      const stored =
        byKey.get(ruleKey) ??
        readings.record({ ruleKey, instrumentId, bar, closedAt, ...computed, barsHash, computedAt: now });
      byKey.set(ruleKey, stored);
      const { fires, reading, barsHash: readingHash } = await stored;
      if (fires !== true || source.isShadow) return [];
      const values = readingValues(reading);
      return [
        { bot, stepDistance: null, source: { ruleKey, instrument: instrumentId, bar, closedAt, values, readingHash } },
      ];
    }),
  );
  return signals.flat();
}

function lastReading(
  rule: SignalRule,
  bars: readonly ClosedBar[],
  direction: BotRecord['direction'],
): Pick<StoredReading, 'reading' | 'fires'> {
  const last = readingsOf(rule, bars, direction).at(-1);
  const names: readonly string[] = readingColumns[rule.kind];
  const entries = names.map((name, place) => [name, last?.values[place] ?? null] as const);
  const known = entries.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const]));
  return { reading: JSON.stringify(Object.fromEntries(known)), fires: last?.fires ?? null };
}

/** Returns the values of a stored reading by their names. */
export function readingValues(reading: string): Readonly<Record<string, string>> {
  return JSON.parse(reading) as Readonly<Record<string, string>>; // `lastReading` wrote this text.
}

function hashOf(bars: readonly ClosedBar[]): string {
  const lines = bars.map(({ openedAt, open, high, low, close }) => [openedAt, open, high, low, close].join(','));
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}
