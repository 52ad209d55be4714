// A bot's stored texts read back: its configuration, its plan at creation and the strategy's state.
import { decode, decodeState, type BotConfig, type BotState } from '@rondo/strategy';
import type { BotRecord, HistoryRow } from '@rondo/store';
import type { PlanSummary } from './create-bot.ts';

export interface StoredBot {
  readonly config: BotConfig;
  readonly summary: PlanSummary;
  readonly state: BotState | null;
}

/** Reads the texts of a running or finished bot. They were written by this server and the engine. */
export function readStoredBot(
  bot: Pick<BotRecord | HistoryRow, 'config' | 'planSummary'>,
  stateText: string | null,
): StoredBot {
  return {
    config: decode(JSON.parse(bot.config)) as BotConfig, // written by createBot or the demo world with encode()
    summary: JSON.parse(bot.planSummary) as PlanSummary, // written by createBot or the demo world
    state: stateText === null ? null : decodeState(JSON.parse(stateText)),
  };
}
