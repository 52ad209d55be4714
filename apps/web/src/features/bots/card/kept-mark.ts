// The mark price while a round turns: the position is gone for some seconds and its price with it, so the last known one stays, with its time.
import { useState } from 'react';
import type { BotWire } from '@rondo/contract';
import { intervals } from '../../../api/queries/intervals.ts';

/** A bot whose mark price is the last known one; `markedAt` is when that was (epoch ms), null when the price is of now or was never known. */
export type MarkedBot = { readonly bot: BotWire; readonly markedAt: number | null };

type Mark = { readonly of: BotWire; readonly price: string; readonly at: number };

/** The bot to show: its own price, or the one that is kept, for as long as a round may turn. */
export const withMark = (bot: BotWire, kept: Omit<Mark, 'of'> | null, now: number): MarkedBot =>
  bot.mark_price !== null || kept === null || now - kept.at > intervals.cachedMarkMs
    ? { bot, markedAt: null }
    : { bot: { ...bot, mark_price: kept.price }, markedAt: kept.at };

/** Keeps the price of every answer that has one. `receivedAt` is when the bot was answered, epoch ms. */
export const useKeptMark = (bot: BotWire, receivedAt: number): MarkedBot => {
  const [kept, setKept] = useState<Mark | null>(null);
  if (bot.mark_price !== null && kept?.of !== bot) setKept({ of: bot, price: bot.mark_price, at: receivedAt });
  return withMark(bot, kept, receivedAt);
};
