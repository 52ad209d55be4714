// Builds the response of GET /api/bots/my-bots. Each bot is built again only after a change of this bot. The response object stays the same until a bot, the log of a bot, a mark price, the
// trading state of an instrument or the reason why an entry waits changes.
import type { BotWire } from '@rondo/contract';
import { formatDecimal } from '@rondo/decimal';
import type { WatchedBot } from '@rondo/store';
import { cacheResponseText } from '../api/response-text.ts';
import type { AppContext } from '../app-context.ts';
import { botResponseWithLogs, liveStateOf, tradingOf } from './bot-response.ts';
import { showReadable } from './readable-bots.ts';

type WatchedBots = readonly WatchedBot[];
type MarketedBot = { readonly watched: WatchedBot; readonly marketText: string };

/** Creates the function that returns the response for a list of `listWatched`. `listWatched` returns the same array while the bots and logs in the database do not change. */
export function createWatchedResponse(
  context: Pick<AppContext, 'live' | 'log' | 'market' | 'installation'>,
): (watched: WatchedBots) => BotWire[] {
  const lists = new WeakMap<WatchedBots, { readonly marketTexts: string; readonly bots: BotWire[] }>();
  const responses = new WeakMap<WatchedBot, { readonly marketText: string; readonly bot: BotWire }>();
  const show = ({ watched, marketText }: MarketedBot): BotWire => {
    const cached = responses.get(watched);
    if (cached?.marketText === marketText) return cached.bot;
    const bot = botResponseWithLogs(context, watched.bot, watched.logs);
    responses.set(watched, { marketText, bot });
    return bot;
  };
  return (watched) => {
    const rows = watched.map((each) => ({ watched: each, marketText: marketTextOf(context, each.bot) }));
    const marketTexts = rows.map(({ marketText }) => marketText).join(' ');
    const cached = lists.get(watched);
    if (cached?.marketTexts === marketTexts) return cached.bots;
    const bots = cacheResponseText(showReadable(context, rows, { idOf: (row) => row.watched.bot.id, show }));
    lists.set(watched, { marketTexts, bots });
    return bots;
  };
}

/** Returns everything in the response of a bot that its rows do not contain. */
function marketTextOf(context: Pick<AppContext, 'live' | 'market' | 'installation'>, bot: WatchedBot['bot']): string {
  const { mark, wait } = liveStateOf(context, bot);
  const trading = tradingOf(context, bot);
  const parts = [mark === null ? null : formatDecimal(mark), trading?.state, trading?.ends_at, wait];
  return [...parts, context.installation.frozen()].map((part) => part ?? 'none').join(' ');
}
