// Finds a bot of the caller. A bot of another user counts as not found (reliability 5.3 item 44).
import type { BotRecord, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the caller's bot with this id, or null. */
export async function findOwnBot(context: AppContext, user: UserRecord, botId: string): Promise<BotRecord | null> {
  if (!uuid.test(botId)) return null;
  const bot = await context.store.bots.find(botId);
  return bot === null || bot.userId !== user.id ? null : bot;
}

/** Returns the caller's bot with this id. Throws NOT_FOUND when the caller has no such bot. */
export async function requireOwnBot(context: AppContext, user: UserRecord, botId: string): Promise<BotRecord> {
  const bot = await findOwnBot(context, user, botId);
  if (bot === null) throw new ApiError('NOT_FOUND');
  return bot;
}
