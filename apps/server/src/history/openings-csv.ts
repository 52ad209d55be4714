// Writes the recorded signals of a bot in the form that `rondo backtest --signals` reads: a message or a decision of a model at which a round of the bot may open.
import type { BotRecord, Store } from '@rondo/store';
import { parseDecision } from '../ai/model-decision.ts';
import { ApiError } from '../api/api-error.ts';
import { readStoredBot } from '../bots/stored-bot.ts';
import { toCsv } from './csv.ts';

/** Returns the file, oldest first. Throws VALIDATION for a bot whose signals follow from candles, because a back-test computes them. */
export async function openingsCsv(
  { aiDecisions, signalHooks }: Pick<Store, 'aiDecisions' | 'signalHooks'>,
  bot: BotRecord | null,
): Promise<string> {
  const type = bot === null ? null : readStoredBot(bot).summary.entryType;
  if (bot === null || (type !== 'ai-gpt' && type !== 'webhook')) {
    const reason = 'only bots with the entry types webhook and ai-gpt have recorded signals';
    throw new ApiError('VALIDATION', { field: 'of', parameters: { field: 'of', reason } });
  }
  const columns = ['ts_ms', 'defense'];
  if (type === 'webhook')
    return toCsv(
      columns,
      (await signalHooks.openings(bot.id)).map((at) => [at, null]),
    );
  const decided = await aiDecisions.decided(bot.instrumentId, bot.createdAt);
  return toCsv(
    columns,
    decided.flatMap(({ closedAt, decision }) => {
      const side = parseDecision(decision)?.[bot.direction];
      return side?.open === true ? [[closedAt, side.defence]] : [];
    }),
  );
}
