// Keeps an error in the code or the data of one bot inside this bot: the bot is frozen, and the other bots of the account go on.
import type { BotMemory } from '../memory/bot-memory.ts';
import { freezeBot } from '../memory/freeze-bot.ts';
import { causeText, frozenReason } from '../memory/frozen-bot.ts';
import type { BotRow, Log } from '../ports/index.ts';
import type { FactContext } from './batch.ts';

/** Runs a step of one bot. Returns false, and notes the failure of the bot, when the step throws or the bot failed before. */
export function guardBot(bot: BotMemory, run: () => void): boolean {
  if (bot.failure !== null) return false;
  try {
    run();
  } catch (cause) {
    bot.failure = causeText(cause);
  }
  return bot.failure === null;
}

/** Freezes the bots that failed in this transaction. */
export function freezeFailed(facts: FactContext, log: Log): void {
  for (const bot of facts.memory.bots.values()) {
    if (bot.failure === null) continue;
    freezeBot(facts.memory, bot, bot.failure);
    facts.batch.touched.delete(bot);
    noteFreeze(facts, log, { row: bot.row, cause: bot.failure });
  }
}

/** Adds the freeze of a bot to the transaction, so that its view and its log show it, and writes an error line for the operator. */
export function noteFreeze(
  { memory, batch }: FactContext,
  log: Log,
  { row, cause }: { readonly row: BotRow; readonly cause: string },
): void {
  log.write('error', 'bot.frozen', { accountId: memory.accountId, botId: row.botId, cause });
  batch.freezes.push({ botId: row.botId, reason: frozenReason, at: batch.now });
}
