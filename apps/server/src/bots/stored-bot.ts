// A bot's stored texts read back: its configuration, its plan at creation and the strategy's state.
import { decode, decodeState, type BotConfig, type BotState } from '@rondo/strategy';
import type { BotRecord, HistoryRow } from '@rondo/store';
import { serverLimits } from '../limits.ts';
import type { PlanSummary } from './create-bot.ts';

export interface StoredBot {
  readonly config: BotConfig;
  readonly summary: PlanSummary;
  readonly state: BotState | null;
}

type BotTexts = Pick<BotRecord | HistoryRow, 'config' | 'planSummary'>;

/** Running bots by their texts: screens ask each second, and the texts change only when something happens. */
const lately = new Map<string, StoredBot>();

/** Reads the texts of a running or finished bot. They were written by this server and the engine. */
export function readStoredBot(bot: BotTexts, stateText: string | null): StoredBot {
  if (stateText === null) return readTexts(bot, stateText);
  const key = `${stateText}\n${bot.config}\n${bot.planSummary}`;
  const known = lately.get(key);
  const stored = known ?? readTexts(bot, stateText);
  // Moved to the end: the first one is the one that nobody asked for the longest.
  lately.delete(key);
  lately.set(key, stored);
  const oldest = lately.keys().next();
  if (lately.size > serverLimits.readBots && oldest.done === false) lately.delete(oldest.value);
  return stored;
}

/** A figure of stored bots that is worked out once for each. */
export function oncePerBot<Value>(workOut: (stored: StoredBot) => Value): (stored: StoredBot) => Value {
  const known = new WeakMap<StoredBot, { readonly value: Value }>();
  return (stored) => {
    const made = known.get(stored) ?? { value: workOut(stored) };
    known.set(stored, made);
    return made.value;
  };
}

function readTexts(bot: BotTexts, stateText: string | null): StoredBot {
  return {
    config: decode(JSON.parse(bot.config)) as BotConfig, // written by createBot or the demo world with encode()
    summary: JSON.parse(bot.planSummary) as PlanSummary, // written by createBot or the demo world
    state: stateText === null ? null : decodeState(JSON.parse(stateText)),
  };
}
