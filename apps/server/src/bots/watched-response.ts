// The response of GET /api/my-bots. It is the same object until a bot, its log or a mark price changes.
import type { BotWire } from '@rondo/contract';
import { formatDecimal } from '@rondo/decimal';
import type { WatchedBot } from '@rondo/store';
import { cacheResponseText } from '../api/response-text.ts';
import type { AppContext } from '../app-context.ts';
import { botResponseWithLogs, markPriceOf } from './bot-response.ts';

type WatchedBots = readonly WatchedBot[];

/** Returns responses for the lists of `listWatched`, which are the same arrays while nothing in the database changes. */
export function createWatchedResponse(
  context: Pick<AppContext, 'live' | 'venue'>,
): (watched: WatchedBots) => BotWire[] {
  const cache = new WeakMap<WatchedBots, { readonly marks: string; readonly bots: BotWire[] }>();
  return (watched) => {
    const marks = watched.map(({ bot }) => markTextOf(context, bot)).join(' ');
    const cached = cache.get(watched);
    if (cached?.marks === marks) return cached.bots;
    const bots = cacheResponseText(watched.map(({ bot, logs }) => botResponseWithLogs(context, bot, logs)));
    cache.set(watched, { marks, bots });
    return bots;
  };
}

function markTextOf(context: Pick<AppContext, 'live'>, bot: WatchedBot['bot']): string {
  const mark = markPriceOf(context, bot);
  return mark === null ? 'none' : formatDecimal(mark);
}
