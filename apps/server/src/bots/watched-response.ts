// What screens are told of a person's running bots: the very same answer until a bot, its log or a price changes.
import type { BotWire } from '@rondo/contract';
import { formatDecimal } from '@rondo/decimal';
import type { WatchedBot } from '@rondo/store';
import { cacheResponseText } from '../api/response-text.ts';
import type { AppContext } from '../app-context.ts';
import { botResponseWithLogs, markPriceOf } from './bot-response.ts';

type Watched = readonly WatchedBot[];

/** Answers for lists of `listWatched`, which are the same arrays while nothing in the database changes. */
export function createWatchedResponse(context: Pick<AppContext, 'live' | 'venue'>): (watched: Watched) => BotWire[] {
  const told = new WeakMap<Watched, { readonly marks: string; readonly bots: BotWire[] }>();
  return (watched) => {
    const marks = watched.map(({ bot }) => markTextOf(context, bot)).join(' ');
    const known = told.get(watched);
    if (known?.marks === marks) return known.bots;
    const bots = cacheResponseText(watched.map(({ bot, logs }) => botResponseWithLogs(context, bot, logs)));
    told.set(watched, { marks, bots });
    return bots;
  };
}

function markTextOf(context: Pick<AppContext, 'live'>, bot: WatchedBot['bot']): string {
  const mark = markPriceOf(context, bot);
  return mark === null ? 'none' : formatDecimal(mark);
}
