// The price of one bot while the API returns no mark price: for some seconds after a fill, and between two rounds. The card then shows the newer one of two prices:
// the last price of the market, and the last mark price of the bot.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { add, decimal, formatDecimal, multiply, subtract } from '@rondo/decimal';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { intervals } from '../../../api/queries/intervals.ts';
import { tickerQuery } from '../../../api/queries/queries.ts';
import { baseSizeOf } from './bot-figures.ts';

/** A bot with its mark price or another price. `markedAt` is the time of the other price in epoch ms, and null when the price is the mark price. */
export type MarkedBot = { readonly bot: BotWire; readonly markedAt: number | null };

/** A price and its time in epoch ms. */
type KnownPrice = { readonly price: string; readonly at: number };
type CachedMark = KnownPrice & { readonly bot: BotWire };

/**
 * Returns the bot with its mark price. When the mark price is null, the result has the newest known price, if this price is not older than `cachedMarkMs`, and
 * the results at this price.
 */
export const withMark = (
  bot: BotWire,
  known: readonly (KnownPrice | null)[],
  { now, instrument }: { readonly now: number; readonly instrument: Pick<InstrumentWire, 'ctVal'> | undefined },
): MarkedBot => {
  const [newest] = known.filter((each) => each !== null).toSorted((one, other) => other.at - one.at);
  if (bot.mark_price !== null || newest === undefined || now - newest.at > intervals.cachedMarkMs)
    return { bot, markedAt: null };
  const { price, at } = newest;
  return { bot: { ...bot, mark_price: price, ...resultsAt(bot, price, instrument) }, markedAt: at };
};

/** Returns the results of the open position at a price. A result that the API has returned does not change. */
const resultsAt = (
  bot: BotWire,
  price: string,
  instrument: Pick<InstrumentWire, 'ctVal'> | undefined,
): Partial<BotWire> => {
  const { entry_price: entry, unrealised_pnl: known } = bot;
  if (known !== null || entry === null || instrument === undefined) return {};
  const [to, from] = bot.direction === 'LONG' ? [price, entry] : [entry, price];
  const size = decimal(baseSizeOf(bot.position_size, instrument));
  const unrealised = multiply(subtract(decimal(to), decimal(from)), size);
  const current = formatDecimal(add(decimal(bot.realised_pnl), unrealised));
  return {
    unrealised_pnl: formatDecimal(unrealised),
    current_pnl: current,
    // A percent is a number with two decimal places, as in the API. An allocation is above zero.
    pnl_percentage: Math.round((Number(current) / Number(bot.allocation)) * 10_000) / 100,
  };
};

/** Caches the mark price of every response that has a mark price, and reads the price of the market while there is none. `receivedAt` is the time of the response in epoch ms. */
export const useCachedMark = (bot: BotWire, receivedAt: number, instrument: InstrumentWire | undefined): MarkedBot => {
  const [cached, setCached] = useState<CachedMark | null>(null);
  if (bot.mark_price !== null && cached?.bot !== bot) setCached({ bot, price: bot.mark_price, at: receivedAt });
  const ticker = useQuery({ ...tickerQuery(useApi(), bot.symbol), enabled: bot.mark_price === null });
  const last = ticker.data === undefined ? null : { price: ticker.data.last, at: ticker.dataUpdatedAt };
  return withMark(bot, [cached, last], { now: Math.max(receivedAt, ticker.dataUpdatedAt), instrument });
};
