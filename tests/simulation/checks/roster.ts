// The bots of a run with their markets, found by id, by number and by market. A market has one bot at a time.
import type { CastBot } from '../world/cast-bot.ts';
import type { TrueMarket } from './truth.ts';

/** A bot and the market of the exchange in which it trades. */
export type CheckedBot = CastBot & {
  readonly venueAccount: string;
  readonly createdAt: number;
  readonly market: TrueMarket;
  /** The numbers of fills and bills that the market had before the bot. */
  readonly before: MarketCounts;
  /** The numbers of fills and bills that the market had when the next bot began there. Null for the newest bot of the market. */
  after: MarketCounts | null;
};

type MarketCounts = { readonly fills: number; readonly bills: number };

/** All bots of a run. */
export type Roster = {
  readonly all: readonly CheckedBot[];
  byId(botId: string): CheckedBot | undefined;
  byNumber(botNumber: number): CheckedBot | undefined;
  /** Returns the newest bot of the market. */
  inMarket(market: TrueMarket): CheckedBot | undefined;
  add(bot: CheckedBot): void;
};

/** Returns a roster without bots. */
export function createRoster(): Roster {
  const all: CheckedBot[] = [];
  const ids = new Map<string, CheckedBot>();
  const numbers = new Map<number, CheckedBot>();
  const markets = new Map<TrueMarket, CheckedBot>();
  return {
    all,
    byId: (botId) => ids.get(botId),
    byNumber: (botNumber) => numbers.get(botNumber),
    inMarket: (market) => markets.get(market),
    add(bot) {
      all.push(bot);
      ids.set(bot.botId, bot);
      numbers.set(bot.botNumber, bot);
      markets.set(bot.market, bot);
    },
  };
}
