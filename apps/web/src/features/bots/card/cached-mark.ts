// Cache of one bot's last mark price. Between two rounds the API returns no mark price for some seconds, because the bot has no position.
// The card shows the cached price in this time.
import { useState } from 'react';
import type { BotWire } from '@rondo/contract';
import { intervals } from '../../../api/queries/intervals.ts';

/** A bot with its current or cached mark price. `markedAt` is the time of the cached price in epoch ms, and null when the price is current. */
export type MarkedBot = { readonly bot: BotWire; readonly markedAt: number | null };

type CachedMark = { readonly bot: BotWire; readonly price: string; readonly at: number };

/** Returns the bot with its mark price. When the mark price is null, the result has the cached price, if the cached price is not older than `cachedMarkMs`. */
export const withMark = (bot: BotWire, cached: Omit<CachedMark, 'bot'> | null, now: number): MarkedBot =>
  bot.mark_price !== null || cached === null || now - cached.at > intervals.cachedMarkMs
    ? { bot, markedAt: null }
    : { bot: { ...bot, mark_price: cached.price }, markedAt: cached.at };

/** Caches the mark price of every response that has a mark price. `receivedAt` is the time of the response in epoch ms. */
export const useCachedMark = (bot: BotWire, receivedAt: number): MarkedBot => {
  const [cached, setCached] = useState<CachedMark | null>(null);
  if (bot.mark_price !== null && cached?.bot !== bot) setCached({ bot, price: bot.mark_price, at: receivedAt });
  return withMark(bot, cached, receivedAt);
};
