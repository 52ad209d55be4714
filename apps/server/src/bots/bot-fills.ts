// Reads the fills of a bot, and the details of a bot that exists only in the history.
import type { BotDetailResponse, BotFillWire } from '@rondo/contract';
import type { BotRecord, UserRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';
import { toFinishedBot } from './bot-response.ts';
import { toFill } from './executions.ts';
import { readStoredBot } from './stored-bot.ts';

/** Returns every fill, oldest first. */
export async function fillsOf(context: AppContext, bot: BotRecord): Promise<BotFillWire[]> {
  const { firstRules } = readStoredBot(bot);
  const fills = await context.store.bots.fills(bot.id);
  return fills.map((fill) => toFill(fill, firstRules));
}

/** Returns a bot from the history of the demo world. Throws NOT_FOUND when it does not belong to the caller. */
export async function finishedDetail(context: AppContext, user: UserRecord, botId: string): Promise<BotDetailResponse> {
  const row = await context.store.history.find(user.id, botId);
  if (row === null) throw new ApiError('NOT_FOUND');
  const text = await context.store.history.simulatedFills(botId);
  const fills = text === null ? [] : (JSON.parse(text) as BotFillWire[]); // the demo world writes the fills in this shape
  return { ...toFinishedBot(row), plan: readStoredBot(row).summary.plan, orders: [], fills };
}
