// Checks the price before an entry is sent or a round begins. The last price and the mark price must be new, and the
// distance between them must be small (decision 59).
import { abs, compareDecimals, decimalOf, multiply, priceOf, subtract } from '@rondo/decimal';
import { markDistancePerMille } from '../limits.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { TickerReport } from '../ports/index.ts';
import { isFreshPrice, type DecisionTime } from './fresh-price.ts';

/** The condition that the last price or the mark price does not meet. */
export type PriceRefusal = 'stalePrice' | 'staleMark' | 'priceOffMark';

/** The ticker whose last price may be used for an entry, or the first condition that is not met. */
export type EntryPrice =
  | { readonly ok: true; readonly ticker: TickerReport }
  | { readonly ok: false; readonly refusal: PriceRefusal };

/** Returns the ticker of the instrument of a bot when its last price may be used for an entry. */
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
