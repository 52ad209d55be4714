// Builds the response of GET /api/bots/my-bots. The response object stays the same until a bot, the log of a bot or a mark price changes.
import type { BotWire } from '@rondo/contract';
import { formatDecimal } from '@rondo/decimal';
import type { WatchedBot } from '@rondo/store';
import { cacheResponseText } from '../api/response-text.ts';
import type { AppContext } from '../app-context.ts';
import { botResponseWithLogs, markPriceOf } from './bot-response.ts';

type WatchedBots = readonly WatchedBot[];

/** Creates the function that returns the response for a list of `listWatched`. `listWatched` returns the same array while the bots and logs in the database do not change. */
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
