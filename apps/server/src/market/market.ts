// Instruments, prices and candles of the venue for screens and for the checks of a new bot. A failed read is an error, never an empty list.
import type { Decimal, Ticks } from '@rondo/decimal';
import type { InstrumentRules } from '@rondo/strategy';

/** One live USDT swap. */
export interface Listing {
  readonly rules: InstrumentRules;
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  readonly settlementCurrency: string;
  readonly state: string;
  readonly maxLeverage: Decimal;
}

export interface PriceNow {
  readonly last: Ticks;
  readonly bid: Ticks | null;
  readonly ask: Ticks | null;
  readonly at: number; // exchange time, epoch ms
  readonly receivedAt: number;
}

export interface MarketCandle {
  readonly at: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

export type MarketRead<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly cause: string };

export interface Market {
  /** Returns the live USDT swaps by id. */
  listings(): Promise<MarketRead<ReadonlyMap<string, Listing>>>;
  price(instrument: InstrumentRules): Promise<MarketRead<PriceNow>>;
  /** Reads the price from the exchange and not from the cache, so a successful result proves that the exchange is reachable. */
  askPrice(instrument: InstrumentRules): Promise<MarketRead<PriceNow>>;
  /** Returns at most `limit` candles, oldest first. */
  candles(query: {
    readonly instrumentId: string;
    readonly bar: string;
    readonly limit: number;
  }): Promise<MarketRead<readonly MarketCandle[]>>;
}
