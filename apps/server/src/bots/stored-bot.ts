// Parses the stored texts of a bot: the configuration, the plan at the creation, and the state of the strategy.
import type { RuleEntry } from '../signals/rule-entry.ts';
import type { PlanResponse } from '@rondo/contract';
import { decode, decodeState, type BotConfig, type BotState, type InstrumentRules } from '@rondo/strategy';
import type { BotRecord } from '@rondo/store';
import { memoise } from '../async/memoise.ts';

/** The plan of a bot at its creation and the texts of the request. They are stored in the row of the bot. */
export interface PlanSummary {
  readonly plan: PlanResponse;
  readonly entryType: string;
  /** The rule of the entry types `rsi` and `ichimoku`. */
  readonly signal?: RuleEntry;
  /** The rule that is computed beside the bot and does not act. */
  readonly shadow?: RuleEntry;
  readonly description: string;
  readonly maxTotalSize: string;
  readonly requestHash: string;
}

/**
 * `config` has the present rules of the instrument. `firstRules` are the rules at the creation: the units of stored orders and fills. `skippedSlots` has the names of
 * the slots that get no order again in this round.
 */
export interface StoredBot {
  readonly config: BotConfig;
  readonly firstRules: InstrumentRules;
  readonly summary: PlanSummary;
  readonly state: BotState | null;
  readonly skippedSlots: ReadonlySet<string>;
}

/** The stored texts of a bot. */
export type BotTexts = Pick<BotRecord, 'config' | 'planSummary'> & Partial<Pick<BotRecord, 'view'>>;

/** The stored texts of a bot cannot be parsed. */
export class UnreadableBot extends Error {}

/**
 * Parses the texts of a running or finished bot, which this server and the engine wrote. The result is cached per record. When either the configuration or the
 * state cannot be parsed, the other text replaces it, so that the owner can see and stop the bot. Otherwise throws UnreadableBot.
 */
export const readStoredBot: (bot: BotTexts) => StoredBot = memoise(({ config, planSummary, view }) => {
  const state = view === null || view === undefined ? null : parsedOr(view.state, decodeState, null);
  const first = parsedOr(config, decodeConfig, state?.config ?? null);
  const summary = parsedOr(planSummary, (value) => value as PlanSummary, null); // `createBot` or the demo world wrote this text.
  if (first === null || summary === null) throw new UnreadableBot('The stored data of the bot cannot be parsed.');
  const skippedSlots = new Set(view?.skippedSlots.split(' '));
  return { config: state?.config ?? first, firstRules: first.instrument, summary, state, skippedSlots };
});

function decodeConfig(value: unknown): BotConfig {
  const config = decode(value);
  if (typeof config !== 'object' || config === null || !('instrument' in config))
    throw new RangeError('The value is not a configuration.');
  return config as BotConfig; // `createBot` or the demo world wrote this text with `encode`.
}

function parsedOr<Value>(text: string, read: (value: unknown) => Value, otherwise: Value | null): Value | null {
  try {
    return read(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError) return otherwise;
    throw error;
  }
}
