// Compares a share of the restored checkpoints with the fold of all events, while the actor trades.
import type { ActorContext } from '../actor/context.ts';
import { newBotMemory } from '../memory/bot-memory.ts';
import { foldText, readCheckpoint } from '../memory/checkpoint.ts';
import { foldUntil } from '../memory/fold.ts';
import type { BotCheckpoint, BotRow, JournalBot } from '../ports/index.ts';

/**
 * Starts the comparison for a random share of the bots. A bot whose checkpoint differs is frozen, and its checkpoints are
 * deleted, so the next restart uses all its events.
 */
export function startCheckpointCheck(context: ActorContext, bots: readonly JournalBot[]): void {
  const { checkpoints, chance, tasks, log, memory } = context;
  for (const { row, checkpoint } of bots) {
    if (checkpoint === null || chance.next() >= checkpoints.checkedShare) continue;
    tasks.start(`checkpoint/${row.botId}`, async () => {
      if (await isEqualToFold(context, row, checkpoint)) return () => undefined;
      log.write('error', 'bot.checkpointDiffers', { accountId: memory.accountId, botId: row.botId });
      await context.journal.dropCheckpoints(row.botId);
      return (facts) => {
        const bot = facts.memory.bots.get(row.botId);
        if (bot !== undefined) bot.failure ??= 'The checkpoint differs from the events.';
      };
    });
  }
}

async function isEqualToFold(context: ActorContext, row: BotRow, checkpoint: BotCheckpoint): Promise<boolean> {
  const restored = readCheckpoint(row, checkpoint, context.keyedHash);
  if (restored === null) return true; // The restart has not used this checkpoint.
  const folded = newBotMemory(row);
  await foldUntil(context, folded, checkpoint.position);
  return foldText(folded) === foldText(restored);
}
