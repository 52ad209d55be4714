// Parses messages of the live feed and writes them into the query cache.
import type { QueryClient } from '@tanstack/react-query';
import {
  feedMessageSchema,
  type BotWire,
  type FeedMessage,
  type MarginResponse,
  type PositionWire,
} from '@rondo/contract';
import { add, decimal, formatDecimal, subtract } from '@rondo/decimal';
import { queryKeys } from '../queries/query-keys.ts';

/** Returns the message of a socket frame, or null when the frame is not a known message. */
export const readFeedMessage = (text: unknown): FeedMessage | null => {
  if (typeof text !== 'string') return null;
  try {
    const parsed = feedMessageSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // A frame that is not JSON is dropped, because polling delivers the same data.
    return null;
  }
};

/** Returns the list of running bots with the new state of one bot. A completed bot is removed. */
export const withBot = (bots: readonly BotWire[], bot: BotWire): BotWire[] => {
  if (bot.status === 'completed') return bots.filter((other) => other.id !== bot.id);
  return bots.some((other) => other.id === bot.id)
    ? bots.map((other) => (other.id === bot.id ? bot : other))
    : [...bots, bot];
};

type Balance = Extract<FeedMessage, { type: 'balance' }>['data'];

/** Returns the margin with a new total, and with the available margin that follows from the new total. All amounts are in USDT. */
export const withBalance = (margin: MarginResponse, balance: Balance): MarginResponse => {
  const { total_balance: total, covered_loss = margin.covered_loss, at } = balance;
  const available = add(subtract(decimal(total), decimal(margin.reserved_total)), decimal(covered_loss));
  return { ...margin, total, covered_loss, available: formatDecimal(available), at };
};

const positionKeys = (positions: readonly PositionWire[]): string =>
  positions.map(({ symbol, side }) => `${symbol} ${side}`).join();

const differencesOf = ({ logs }: BotWire): readonly string[] =>
  logs.flatMap((line) => (line.message_key === 'bots.log.positionDiffers' ? [line.created_at] : []));

/** Returns true when the log of the bot says for the first time that the position at the exchange is not the one of the bot. */
const hasNewDifference = (bots: readonly BotWire[] | undefined, bot: BotWire): boolean => {
  const known = bots?.find(({ id }) => id === bot.id);
  return known !== undefined && differencesOf(bot).some((at) => !differencesOf(known).includes(at));
};

/** Writes a message into the query cache. */
export const applyFeedMessage = (queries: QueryClient, message: FeedMessage): void => {
  switch (message.type) {
    case 'ping':
      return;
    case 'balance':
      // Without a result the query of another account is not written. A write would restart its interval and would change the time of its data.
      queries.setQueriesData<MarginResponse>({ queryKey: queryKeys.margin }, (margin) =>
        margin?.account_id === message.data.account_id ? withBalance(margin, message.data) : undefined,
      );
      return;
    case 'positions': {
      const before = queries.getQueryData<readonly PositionWire[]>(queryKeys.positions);
      queries.setQueryData(queryKeys.positions, message.data);
      // The response about the margin contains the positions without a bot, so it is fetched again when a position was opened or closed.
      if (before !== undefined && positionKeys(before) !== positionKeys(message.data))
        void queries.invalidateQueries({ queryKey: queryKeys.margin });
      return;
    }
    case 'bot': {
      const before = queries.getQueryData<readonly BotWire[]>(queryKeys.myBots);
      queries.setQueryData<BotWire[]>(queryKeys.myBots, (bots) =>
        bots === undefined ? bots : withBot(bots, message.data),
      );
      const isEnded = message.data.status === 'completed';
      if (isEnded) void queries.invalidateQueries({ queryKey: queryKeys.histories });
      // The response about the margin contains the contracts beside those of a bot.
      if (isEnded || hasNewDifference(before, message.data))
        void queries.invalidateQueries({ queryKey: queryKeys.margin });
      return;
    }
    default:
      message satisfies never;
  }
};
