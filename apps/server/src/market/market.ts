// Instruments, prices and candles of the venue for screens and for the checks of a new bot. A failed read is an error, never an empty list.
import type { Decimal, Ticks } from '@rondo/decimal';
import type { TradingState } from '@rondo/engine/ports';
import type { InstrumentRules } from '@rondo/strategy';

/** One USDT swap of the list. Bots may start on it while its state is `live` and no end of trading is announced. */
export interface Listing {
  readonly rules: InstrumentRules;
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  readonly settlementCurrency: string;
  readonly state: TradingState;
  readonly endsAt: number | null; // the announced end of trading in exchange time, epoch ms
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

/** Candles of a chart, oldest first. */
export interface ChartCandles {
  readonly instrumentId: string;
  readonly bar: string;
  readonly candles: readonly MarketCandle[];
  /** True when no older candle belongs to the chart. */
  readonly isWhole: boolean;
}

/** Candles that a node has read from the exchange. */
export interface NodeChart extends ChartCandles {
  /** The time between the beginning of the read and the publication. */
  readonly ageMs: number;
  /** The time of the exchange at the beginning of the read, in epoch ms. The clocks of two nodes can differ, and the clock of the exchange is the same for both. */
  readonly venueAt: number;
}

/** The way of charts to the other nodes. No call waits. */
export interface ChartPort {
  publish(chart: NodeChart): void;
  /** Calls the listener for each chart of another node. */
  subscribe(listener: (chart: NodeChart) => void): void;
}

export type MarketRead<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly cause: string };

export interface Market {
  /** Returns the USDT swaps by id, also those whose trading is suspended. */
  listings(): Promise<MarketRead<ReadonlyMap<string, Listing>>>;
  /** Returns the last known trading state of an instrument without a wait, or null when the instrument is unknown. */
  tradingOf(instrumentId: string): Pick<Listing, 'state' | 'endsAt'> | null;
  price(instrument: InstrumentRules): Promise<MarketRead<PriceNow>>;
  /** Returns the value of the trades of an instrument in the last 24 hours in USDT. */
  dayVolume(instrumentId: string): Promise<MarketRead<Decimal>>;
  /** Reads the price from the exchange and not from the cache, so a successful result proves that the exchange is reachable. */
  askPrice(instrument: InstrumentRules): Promise<MarketRead<PriceNow>>;
  /** Returns at most `limit` candles, oldest first. */
  candles(query: {
    readonly instrumentId: string;
    readonly bar: string;
    readonly limit: number;
  }): Promise<MarketRead<readonly MarketCandle[]>>;
  /** Returns the closed candles with `fromAt` <= `at` < `toAt`, oldest first. The result is not cached. */
  pastCandles(query: {
    readonly instrumentId: string;
    readonly bar: string;
    readonly fromAt: number;
    readonly toAt: number;
    /** The reads for bots are sent first. All other reads of candles leave half of the rate limit for them. */
    readonly isForBots: boolean;
  }): Promise<MarketRead<readonly MarketCandle[]>>;
}
