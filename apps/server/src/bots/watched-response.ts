// What screens are told of a person's running bots: the very same answer until a bot, its log or a price changes.
import type { BotWire } from '@rondo/contract';
import { formatDecimal } from '@rondo/decimal';
import type { WatchedBot } from '@rondo/store';
import { keepText } from '../api/response-text.ts';
import type { Parts } from '../app-context.ts';
import { botWith, markOf } from './bot-response.ts';

type Watched = readonly WatchedBot[];

/** Answers for lists of `listWatched`, which are the same arrays while nothing in the database changes. */
export function createWatchedAnswer(parts: Pick<Parts, 'live' | 'venue'>): (watched: Watched) => BotWire[] {
  const told = new WeakMap<Watched, { readonly marks: string; readonly bots: BotWire[] }>();
  return (watched) => {
    const marks = watched.map(({ bot }) => markTextOf(parts, bot)).join(' ');
    const known = told.get(watched);
    if (known?.marks === marks) return known.bots;
    const bots = keepText(watched.map(({ bot, logs }) => botWith(parts, bot, logs)));
    told.set(watched, { marks, bots });
    return bots;
  };
}

function markTextOf(parts: Pick<Parts, 'live'>, bot: WatchedBot['bot']): string {
  const mark = markOf(parts, bot);
  return mark === null ? 'none' : formatDecimal(mark);
}
