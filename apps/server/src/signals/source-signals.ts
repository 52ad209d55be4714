// The signals of each source at a closed bar: the decision of the AI model, and the readings of rules, which are stored first.
import { percent, type Ratio } from '@rondo/decimal';
import type { SignalSource } from '@rondo/signals';
import type { BotRecord, SignalReadings, StoredReading } from '@rondo/store';
import { stepDistanceRatio } from '@rondo/strategy';
import type { AiOutcome } from '../ai/ai-decider.ts';
import type { WaitingBot } from './entry-source.ts';
import { readingValues, recordReading, type ReadBars } from './record-reading.ts';
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

/** Computes and stores the reading of each rule of the group at the last bar, and returns the signals of the bots whose rule fires and acts. */
export async function ruleSignalsOf(
  { readings, now }: { readonly readings: Pick<SignalReadings, 'record'>; readonly now: number },
  group: readonly WaitingBot[],
  read: ReadBars,
): Promise<readonly BotSignal[]> {
  const byKey = new Map<string, Promise<StoredReading>>();
  const signals = await Promise.all(
    group.map(async ({ bot, source }): Promise<readonly BotSignal[]> => {
      if (source.kind !== 'rule') return [];
      const { direction } = bot;
      const ruleKey = ruleKeyOf(source.rule, direction);
      const { instrumentId: instrument, bar, closedAt } = read;
      const stored = byKey.get(ruleKey) ?? recordReading(readings, read, { rule: source.rule, direction, now });
      byKey.set(ruleKey, stored);
      const { fires, reading, barsHash: readingHash } = await stored;
      if (fires !== true || source.isShadow) return [];
      const values = readingValues(reading);
      return [{ bot, stepDistance: null, source: { ruleKey, instrument, bar, closedAt, values, readingHash } }];
    }),
  );
  return signals.flat();
}

/**
 * Returns a signal without a reading for each bot that waits for a reading of ATR. The bot refuses the signal, and its log says that no reading came. A bot that waits
 * for another rule gets no signal, because nobody knows whether the rule fired.
 */
export function missedReadingsOf(
  group: readonly WaitingBot[],
  { instrumentId: instrument, bar, closedAt }: Omit<ReadBars, 'bars'>,
): readonly BotSignal[] {
  return group.flatMap(({ bot, source }) => {
    if (source.kind !== 'rule' || source.rule.kind !== 'atr') return [];
    const ruleKey = ruleKeyOf(source.rule, bot.direction);
    return [{ bot, stepDistance: null, source: { ruleKey, instrument, bar, closedAt, values: {}, readingHash: '' } }];
  });
}
