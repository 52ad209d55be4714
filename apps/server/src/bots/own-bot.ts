// Finds a bot of the caller; a bot of somebody else is not found (reliability 5.3 item 44).
import type { BotRecord, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The caller's bot, or null when there is none with this id. */
export async function findOwnBot(context: AppContext, user: UserRecord, botId: string): Promise<BotRecord | null> {
  if (!uuid.test(botId)) return null;
  const bot = await context.store.bots.find(botId);
  return bot === null || bot.userId !== user.id ? null : bot;
}

/** The caller's bot; NOT_FOUND otherwise. */
export async function requireOwnBot(context: AppContext, user: UserRecord, botId: string): Promise<BotRecord> {
  const bot = await findOwnBot(context, user, botId);
  if (bot === null) throw new ApiError('NOT_FOUND');
  return bot;
}
