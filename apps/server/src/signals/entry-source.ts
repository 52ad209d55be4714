// The source of the signals of a bot: an AI model, or a rule on closed bars. ATR is the source of a bot that opens its rounds at once with a distance from ATR. The bot stores its source at its creation.
import { signalBars, type SignalBar, type SignalRule } from '@rondo/signals';
import type { BotRecord } from '@rondo/store';
import { atrDistance } from '@rondo/strategy';
import { isWaitingType } from '../bots/bot-config.ts';
import { readStoredBot, UnreadableBot, type BotTexts, type StoredBot } from '../bots/stored-bot.ts';

/** The width of the bars that the AI model judges. */
const aiBar = '1H';

const atrSource = {
  bar: atrDistance.bar,
  source: { kind: 'rule', rule: { kind: 'atr', length: atrDistance.length }, isShadow: false },
} as const;

/** A bot that waits for the signals of `source`. The bars of its source have the width `bar`. A source that does not act is only computed, beside a bot that opens its rounds at once. */
export interface WaitingBot {
  readonly bot: BotRecord;
  readonly stored: StoredBot;
  readonly bar: SignalBar;
  readonly source:
    | { readonly kind: 'ai' }
    | { readonly kind: 'rule'; readonly rule: SignalRule; readonly isShadow: boolean };
}

/** Returns the source of a bot, or null when the bot opens its rounds at once and no rule is computed beside it. */
export function sourceOf({
  summary: { entryType, signal, shadow },
  config: { atrMultiplier },
}: Pick<StoredBot, 'summary' | 'config'>): Pick<WaitingBot, 'bar' | 'source'> | null {
  if (entryType === 'ai-gpt') return { bar: aiBar, source: { kind: 'ai' } };
  if (atrMultiplier !== undefined && !isWaitingType(entryType)) return atrSource;
  const of = signal ?? shadow;
  const isShadow = signal === undefined;
  return of === undefined ? null : { bar: of.bar, source: { kind: 'rule', rule: of.rule, isShadow } };
}

/** Returns the bots of the list with their sources. A bot whose stored texts cannot be parsed is left out, because the engine freezes this bot. */
export function waitingBotsOf(bots: readonly BotRecord[]): readonly WaitingBot[] {
  return bots.flatMap((bot) => {
    const stored = readableBot(bot);
    const source = stored === null ? null : sourceOf(stored);
    return stored === null || source === null ? [] : [{ bot, stored, ...source }];
  });
}

/** Returns the stored texts of a bot, or null when they cannot be parsed. */
export function readableBot(bot: BotTexts): StoredBot | null {
  try {
    return readStoredBot(bot);
  } catch (error) {
    if (error instanceof UnreadableBot) return null;
    throw error;
  }
}

/** Returns the last time (epoch ms) at which the signal of a bar may open a round. */
export function signalEnd(
  bar: SignalBar,
  closedAt: number,
  { signalValidMs }: Pick<SignalTimes, 'signalValidMs'>,
): number {
  return closedAt + Math.min(signalBars[bar] / 10, signalValidMs);
}

/** Returns the newest closed bar of this width, while its signal is valid. */
export function validBar(bar: SignalBar, now: number, limits: SignalTimes): ClosedBarTime | null {
  const barMs = signalBars[bar];
  const closedAt = Math.floor(now / barMs) * barMs;
  const validUntil = signalEnd(bar, closedAt, limits);
  return now >= closedAt + limits.signalDelayMs && now <= validUntil ? { closedAt, validUntil } : null;
}

/** The delay after the close of a bar, and the longest validity of its signal, in ms. */
interface SignalTimes {
  readonly signalDelayMs: number;
  readonly signalValidMs: number;
}

/** The close of a bar, and the last time (epoch ms) at which its signal may open a round. */
export interface ClosedBarTime {
  readonly closedAt: number;
  readonly validUntil: number;
}
