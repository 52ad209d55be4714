// How one message of the live feed changes the cached server data. Pure but for the cache it is given.
import type { QueryClient } from '@tanstack/react-query';
import { feedMessageSchema, type BotWire, type FeedMessage, type MarginResponse } from '@rondo/contract';
import { decimal, formatDecimal, subtract } from '@rondo/decimal';
import { queryKeys } from '../queries/query-keys.ts';

/** The message in a socket frame, or null when it is none of ours. */
export const readFeedMessage = (text: unknown): FeedMessage | null => {
  if (typeof text !== 'string') return null;
  try {
    const parsed = feedMessageSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // A frame that is no JSON is dropped; polling brings the data anyway.
    return null;
  }
};

/** The running list with one bot's newest state; an ended one leaves it. */
export const withBot = (bots: readonly BotWire[], bot: BotWire): BotWire[] => {
  if (bot.status === 'completed') return bots.filter((other) => other.id !== bot.id);
  return bots.some((other) => other.id === bot.id)
    ? bots.map((other) => (other.id === bot.id ? bot : other))
    : [...bots, bot];
};

/** The margin with a new total: what is free follows exactly. */
export const withTotal = (margin: MarginResponse, total: string, at: number): MarginResponse => ({
  ...margin,
  total,
  available: formatDecimal(subtract(decimal(total), decimal(margin.reserved_total))),
  at,
});

/** Writes a message into the cache. */
export const applyFeedMessage = (queries: QueryClient, message: FeedMessage): void => {
  switch (message.type) {
    case 'ping':
      return;
    case 'balance':
      queries.setQueriesData<MarginResponse>({ queryKey: queryKeys.margin }, (margin) =>
        margin === undefined || margin.account_id !== message.data.account_id
          ? margin
          : withTotal(margin, message.data.total_balance, message.data.at),
      );
      return;
    case 'positions':
      queries.setQueryData(queryKeys.positions, message.data);
      return;
    case 'bot':
      queries.setQueryData<BotWire[]>(queryKeys.myBots, (bots) =>
        bots === undefined ? bots : withBot(bots, message.data),
      );
      if (message.data.status === 'completed') {
        void queries.invalidateQueries({ queryKey: queryKeys.margin });
        void queries.invalidateQueries({ queryKey: ['bots', 'history'] });
      }
      return;
    default:
      message satisfies never;
  }
};
