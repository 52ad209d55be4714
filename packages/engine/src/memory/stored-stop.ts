// Finds the stop of a bot whose events cannot be folded. A stop is a stored event, so its command is done and is not sent again.
import { foldPageEvents } from '../limits.ts';
import type { BotEventRow, JournalBot } from '../ports/index.ts';
import { readPage, type FoldDeps } from './fold.ts';
import type { FrozenStop } from './frozen-bot.ts';

/** Returns the last stored stop of a bot, or null when its owner has not stopped it. Throws JournalReadError. */
export async function readStoredStop(
  { journal }: Pick<FoldDeps, 'journal'>,
  { row, lastPosition }: Pick<JournalBot, 'row' | 'lastPosition'>,
): Promise<FrozenStop | null> {
  for (let upTo = lastPosition; upTo > 0; upTo -= foldPageEvents) {
    const range = { after: Math.max(0, upTo - foldPageEvents), upTo, limit: foldPageEvents };
    const found = (await readPage(journal, row.botId, range)).findLast((event) => stopOf(event) !== null);
    if (found !== undefined) return stopOf(found);
  }
  return null;
}

// The other events may be damaged, so only a readable stop counts.
function stopOf({ body }: BotEventRow): FrozenStop | null {
  try {
    const event: unknown = JSON.parse(body);
    if (typeof event !== 'object' || event === null || !('kind' in event) || event.kind !== 'stop') return null;
    return { closePosition: 'closePosition' in event && event.closePosition === true };
  } catch {
    return null;
  }
}
