// Freezes a bot when an event or the data of the bot cause an error. The other bots of the account continue.
import type { BotMemory } from '../memory/bot-memory.ts';
import { freezeBot } from '../memory/freeze-bot.ts';
import { causeText, frozenReason } from '../memory/frozen-bot.ts';
import type { Log } from '../ports/index.ts';
import type { FactContext } from './batch.ts';

/** Runs a step of one bot. Returns false when the step throws or the bot failed before. The bot stores the text of the error. */
export function guardBot(bot: BotMemory, run: () => void): boolean {
  if (bot.failure !== null) return false;
  try {
    run();
  } catch (cause) {
    bot.failure = causeText(cause);
  }
  return bot.failure === null;
}

/** Freezes the bots that failed in this transaction. The view and the log of each newly frozen bot show the freeze, and the operator gets an error line. */
export function freezeFailed(facts: FactContext, log: Log): void {
  const { memory, batch, venue } = facts;
  for (const bot of memory.bots.values()) {
    if (bot.failure === null) continue;
    freezeBot(memory, bot, { cause: bot.failure, now: batch.now, venue });
    batch.touched.delete(bot);
  }
  for (const frozen of memory.frozen.values()) {
    if (frozen.isNoted) continue;
    frozen.isNoted = true;
    log.write('error', 'bot.frozen', { accountId: memory.accountId, botId: frozen.row.botId, cause: frozen.cause });
    batch.freezes.push({ botId: frozen.row.botId, reason: frozenReason, at: batch.now, hasEnded: false });
  }
}
