// Parses the stored texts of a bot: the configuration, the plan at the creation, and the state of the strategy.
import type { PlanResponse } from '@rondo/contract';
import { decode, decodeState, type BotConfig, type BotState, type InstrumentRules } from '@rondo/strategy';
import type { BotRecord } from '@rondo/store';
import { memoise } from '../async/memoise.ts';

/** The plan of a bot at its creation and the texts of the request. They are stored in the row of the bot. */
export interface PlanSummary {
  readonly plan: PlanResponse;
  readonly entryType: string;
  readonly description: string;
  readonly maxTotalSize: string;
  readonly requestHash: string;
}

/** `config` has the present rules of the instrument. `firstRules` are the rules at the creation: the units of stored orders and fills. */
export interface StoredBot {
  readonly config: BotConfig;
  readonly firstRules: InstrumentRules;
  readonly summary: PlanSummary;
  readonly state: BotState | null;
}

type BotTexts = Pick<BotRecord, 'config' | 'planSummary'> & Partial<Pick<BotRecord, 'view'>>;

/** Parses the texts of a running or finished bot, which this server and the engine wrote. The result is cached per record. */
export const readStoredBot: (bot: BotTexts) => StoredBot = memoise(({ config, planSummary, view }) => {
  const first = decode(JSON.parse(config)) as BotConfig; // `createBot` or the demo world wrote this text with `encode`.
  const state = view === null || view === undefined ? null : decodeState(JSON.parse(view.state));
  return {
    config: state?.config ?? first,
    firstRules: first.instrument,
    summary: JSON.parse(planSummary) as PlanSummary, // `createBot` or the demo world wrote this text.
    state,
  };
});
