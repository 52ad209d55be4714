// Builds the response of GET /api/bots/my-bots. The response object stays the same until a bot, the log of a bot, a mark price, the
// trading state of an instrument or the reason why an entry waits changes.
import type { BotWire } from '@rondo/contract';
import { formatDecimal } from '@rondo/decimal';
import type { WatchedBot } from '@rondo/store';
import { cacheResponseText } from '../api/response-text.ts';
import type { AppContext } from '../app-context.ts';
import { botResponseWithLogs, liveStateOf, tradingOf } from './bot-response.ts';
import { showReadable } from './readable-bots.ts';

type WatchedBots = readonly WatchedBot[];

/** Creates the function that returns the response for a list of `listWatched`. `listWatched` returns the same array while the bots and logs in the database do not change. */
export function createWatchedResponse(
  context: Pick<AppContext, 'live' | 'log' | 'market' | 'installation'>,
): (watched: WatchedBots) => BotWire[] {
  const cache = new WeakMap<WatchedBots, { readonly marketTexts: string; readonly bots: BotWire[] }>();
  return (watched) => {
    const marketTexts = watched.map(({ bot }) => marketTextOf(context, bot)).join(' ');
    const cached = cache.get(watched);
    if (cached?.marketTexts === marketTexts) return cached.bots;
    const shown = showReadable(context, watched, {
      idOf: ({ bot }) => bot.id,
      show: ({ bot, logs }) => botResponseWithLogs(context, bot, logs),
    });
    const bots = cacheResponseText(shown);
    cache.set(watched, { marketTexts, bots });
    return bots;
  };
}

function marketTextOf(context: Pick<AppContext, 'live' | 'market'>, bot: WatchedBot['bot']): string {
  const { mark, wait } = liveStateOf(context, bot);
  const trading = tradingOf(context, bot);
  return `${mark === null ? 'none' : formatDecimal(mark)} ${trading?.state ?? 'none'} ${trading?.ends_at ?? 'none'} ${wait ?? 'none'}`;
}
