// The price with which an entry may be sent and a round may begin: fresh, and near a fresh mark price (decision 59).
import { abs, compareDecimals, decimalOf, multiply, priceOf, subtract } from '@rondo/decimal';
import { markDistancePerMille } from '../limits.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { TickerReport } from '../ports/index.ts';
import { isFreshPrice, type DecisionTime } from './fresh-price.ts';

/** The reason why there is no price for an entry. */
export type PriceRefusal = 'stalePrice' | 'staleMark' | 'priceOffMark';

/** The price of an entry, or the first condition that the known prices do not meet. */
export type EntryPrice =
  | { readonly ok: true; readonly ticker: TickerReport }
  | { readonly ok: false; readonly refusal: PriceRefusal };

/** Returns the last price of the instrument of a bot when it may be used for an entry. */
export function entryPriceOf(memory: AccountMemory, bot: BotMemory, time: DecisionTime): EntryPrice {
  const { id, tickSz } = bot.config.instrument;
  const ticker = memory.tickers.get(id);
  if (ticker === undefined || !isFreshPrice(ticker, time)) return { ok: false, refusal: 'stalePrice' };
  const mark = memory.marks.get(id);
  if (mark === undefined || !isFreshPrice(mark, time)) return { ok: false, refusal: 'staleMark' };
  const distance = abs(subtract(priceOf(ticker.last, tickSz), mark.price));
  const isNear = compareDecimals(multiply(distance, perMille), multiply(mark.price, farthest)) <= 0;
  return isNear ? { ok: true, ticker } : { ok: false, refusal: 'priceOffMark' };
}

const perMille = decimalOf(1_000n, 0);
const farthest = decimalOf(markDistancePerMille, 0);
