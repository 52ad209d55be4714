// Market data that need no key: instruments with their tiers, tickers, mark price, candles and funding. All listeners
// use one ticker socket.
import type {
  Chance,
  Clock,
  InstrumentReport,
  Log,
  MarkReport,
  OffGrid,
  Report,
  TickerReport,
} from '@rondo/engine/ports';
import { parseDecimal, type Decimal } from '@rondo/decimal';
import {
  okxAnyRowSchema,
  okxFundingRateSchema,
  okxMarkPriceSchema,
  okxTickerSchema,
  type OkxBar,
  type OkxFundingRate,
  type OkxTicker,
} from '@rondo/protocol';
import type { Transport } from '../../transport/transport.ts';
import { createNodeTransport } from '../../transport/node-transport.ts';
import { fetchCandles, type ExchangeCandle, type CandleQuery } from './candle-pages.ts';
import { translate, translateAll, type Translated } from '../reads/field-reader.ts';
import { createInstrumentList, regularFees, type FeeRates, type ListedInstrument } from './instrument-list.ts';
import { shownPriceMaxAgeMs } from '../../limits.ts';
import type { RateBudget } from '../rest/rate-budget.ts';
import { fetchRows, reportOf } from '../reads/reads.ts';
import { createOkxRest, type OkxEnvironment, type OkxRest } from '../rest/rest.ts';
import type { ServerClock } from '../rest/server-clock.ts';
import { createInstrumentRegistry } from './instrument-registry.ts';
import { createMarkBoard } from './mark-board.ts';
import { createPriceRelay, type PricePort } from './price-relay.ts';
import { createTickerStream, type TickerWatch } from './ticker-stream.ts';
import { toTickerReport, type InstrumentRules } from '../reads/translate.ts';

/**
 * The prices of one instrument now and in the last 24 hours, for display. Prices are in quote coin, and the volume is
 * in base coin.
 */
interface MarketTicker {
  readonly instrumentId: string;
  readonly last: Decimal;
  readonly bid: Decimal | null;
  readonly ask: Decimal | null;
  readonly open24h: Decimal | null;
  readonly high24h: Decimal | null;
  readonly low24h: Decimal | null;
  readonly volumeCoin24h: Decimal | null;
  readonly at: number;
}

/**
 * The next funding. `rate` is a fraction of the notional value and positive when longs pay. `intervalMs` is null when
 * the exchange does not report it.
 */
interface FundingRate {
  readonly instrumentId: string;
  readonly rate: Decimal;
  readonly fundingAt: number;
  readonly intervalMs: number | null;
}

/** Reads that send one or more requests each. */
interface MarketReads {
  tickers(): Promise<Report<readonly MarketTicker[]>>;
  ticker(instrument: InstrumentRules): Promise<Report<TickerReport>>;
  /** Reads the tickers of all swaps with one request. The result returns the ticker of an instrument, or null when it has none. */
  everyTicker(): Promise<Report<(instrument: InstrumentRules) => TickerReport | null>>;
  markPrice(instrumentId: string): Promise<Report<Decimal>>;
  fundingRate(instrumentId: string): Promise<Report<FundingRate>>;
  candles(instrumentId: string, bar: OkxBar, query: CandleQuery): Promise<Report<readonly ExchangeCandle[]>>;
}

/**
 * The public market data of one exchange site. The promise of a reading never rejects. A failed reading returns a
 * report with `ok: false`. `close` closes the ticker socket and stops the readings of mark prices.
 */
export interface OkxPublic extends MarketReads {
  listInstruments(): Promise<Report<readonly ListedInstrument[]>>;
  instrument(instrumentId: string): Promise<Report<ListedInstrument | null>>;
  /** The reads that visitors can cause. They wait for the reads of bots, and leave half of each rate limit for them. */
  readonly forScreens: MarketReads;
  watchTicker(instrument: InstrumentRules, listener: (ticker: TickerReport) => void): TickerWatch;
  /** Returns the last pushed or relayed ticker of the instrument when it is at most `shownPriceMaxAgeMs` old, otherwise null. */
  recentTicker(instrument: InstrumentRules): TickerReport | null;
  watchMark(instrumentId: string, listener: (mark: MarkReport) => void): { close(): void };
  /** Calls the listener with the rules and the trading state of the instrument, at first and after every change. */
  watchInstrument(instrumentId: string, listener: (instrument: InstrumentReport) => void): { close(): void };
  /** Returns the last known rules and trading state of an instrument without a wait, or null when the instrument is unknown. */
  knownInstrument(instrumentId: string): InstrumentReport | null;
  /** Reads the rules of the instruments soon, because the exchange refused an order. */
  refreshInstruments(): void;
  /** When a fact could not be read because a price or a size does not fit the known units, the units of the instrument become finer. */
  noteOffGrid(value: OffGrid): void;
  /** The clock of the exchange, which all accounts of the site use. */
  readonly serverClock: ServerClock;
  close(): void;
}

/** The dependencies of the public client. `restOrigin` has no path. The default of `environment` is `live`. */
interface OkxPublicDeps {
  readonly restOrigin: string;
  /** Base address of the sockets, which ends in /ws/v5. */
  readonly wsBase: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly chance?: Chance;
  readonly environment?: OkxEnvironment;
  readonly transport?: Transport;
  /** The fee rates in the rules of the instruments. The default values are the rates of a regular account. */
  readonly fees?: FeeRates;
  readonly addressBudget?: RateBudget;
  /** The prices of the other nodes of this installation, which must have the same environment (decision 9). */
  readonly prices?: PricePort;
  /** Other socket addresses of the same environment. After a loss, the ticker stream uses the next address. */
  readonly wsAlternates?: readonly string[];
}

const noChance: Chance = { next: () => 0 };

/** Returns the public client of one exchange site. The client opens no socket before the first `watchTicker`. */
export function createOkxPublic(deps: OkxPublicDeps): OkxPublic {
  const { clock, log } = deps;
  const transport = deps.transport ?? createNodeTransport();
  const rest = createPublicRest(deps, transport);
  const registry = createInstrumentRegistry({
    clock,
    venueNow: () => rest.serverClock.now(),
    log,
    readAll: () => readSwaps(rest, 'instruments'),
  });
  const list = createInstrumentList({
    rest,
    clock,
    fees: deps.fees ?? regularFees,
    rows: () => registry.list(),
  });
  const relay = createPriceRelay({ clock, venueClock: rest.serverClock, port: deps.prices ?? null });
  const stream = createTickerStream({
    url: `${deps.wsBase}/public`,
    alternates: (deps.wsAlternates ?? []).map((base) => `${base}/public`),
    transport,
    clock,
    chance: deps.chance ?? noChance,
    log,
    relay,
    readAll: () => readSwaps(rest, 'tickers'),
    onInstruments: (rows) => registry.push(rows),
    onReady: () => registry.refresh(),
  });
  const marks = createMarkBoard({ clock, log, relay, readAll: () => readSwaps(rest, 'markPrice') });
  return {
    listInstruments: () => list.all(),
    instrument: (instrumentId) => list.one(instrumentId),
    ...createMarketReads({ rest, clock }),
    forScreens: createMarketReads({ rest: forScreens(rest), clock }),
    watchTicker: (instrument, listener) => stream.watch(instrument, listener),
    recentTicker(instrument) {
      const last = stream.last(instrument);
      return last === null || clock.now() - last.receivedAt > shownPriceMaxAgeMs ? null : last;
    },
    watchMark: (instrumentId, listener) => marks.watch(instrumentId, listener),
    watchInstrument: (instrumentId, listener) => registry.watch(instrumentId, listener),
    knownInstrument: (instrumentId) => registry.known(instrumentId),
    refreshInstruments: () => registry.refresh(),
    noteOffGrid: (value) => registry.refine(value),
    serverClock: rest.serverClock,
    close() {
      stream.close();
      marks.close();
      registry.close();
    },
  };
}

// The exchange counts public requests per IP address, so every bucket of this client belongs to the address.
function createPublicRest(
  { restOrigin: origin, clock, log, environment = 'live', addressBudget }: OkxPublicDeps,
  transport: Transport,
): OkxRest {
  const budgets = addressBudget === undefined ? {} : { accountBudget: addressBudget, addressBudget };
  return createOkxRest({ origin, transport, clock, log, signer: null, environment, ...budgets });
}

// Reads the rows of all swaps with one request. Returns null when the reading failed.
async function readSwaps(
  rest: OkxRest,
  name: 'tickers' | 'markPrice' | 'instruments',
): Promise<readonly unknown[] | null> {
  const read = await fetchRows(rest, name, { query: { instType: 'SWAP' }, row: okxAnyRowSchema });
  return read.kind === 'rows' ? read.rows : null;
}

function forScreens(rest: OkxRest): OkxRest {
  return { ...rest, send: (call) => rest.send({ ...call, priority: 'screen' }) };
}

function createMarketReads({ rest, clock }: { readonly rest: OkxRest; readonly clock: Clock }): MarketReads {
  return {
    tickers: () =>
      reportOf(
        clock,
        () => fetchRows(rest, 'tickers', { query: { instType: 'SWAP' }, row: okxTickerSchema }),
        (rows) =>
          translateAll(
            rows.filter((row) => row.last !== '' && row.instId.endsWith('-USDT-SWAP')),
            toMarketTicker,
          ),
      ),
    ticker: (instrument) =>
      reportOf(
        clock,
        () => fetchRows(rest, 'ticker', { query: { instId: instrument.id }, row: okxTickerSchema }),
        ([row]) =>
          row === undefined
            ? { ok: false, cause: `no ticker of ${instrument.id}` }
            : toTickerReport(row, instrument, clock.now()),
      ),
    everyTicker: () =>
      reportOf(
        clock,
        () => fetchRows(rest, 'tickers', { query: { instType: 'SWAP' }, row: okxTickerSchema }),
        (rows) => ({ ok: true, value: tickerIn(rows, clock.now()) }),
      ),
    markPrice: (instrumentId) =>
      reportOf(
        clock,
        () =>
          fetchRows(rest, 'markPrice', { query: { instType: 'SWAP', instId: instrumentId }, row: okxMarkPriceSchema }),
        ([row]) => {
          const price = row === undefined ? undefined : parseDecimal(row.markPx);
          return price === undefined
            ? { ok: false, cause: `no mark price of ${instrumentId}` }
            : { ok: true, value: price };
        },
      ),
    fundingRate: (instrumentId) =>
      reportOf(
        clock,
        () => fetchRows(rest, 'fundingRate', { query: { instId: instrumentId }, row: okxFundingRateSchema }),
        ([row]) =>
          row === undefined ? { ok: false, cause: `no funding rate of ${instrumentId}` } : toFundingRate(row),
      ),
    candles: (instrumentId, bar, query) => fetchCandles({ rest, clock }, { instrumentId, bar, ...query }),
  };
}

function tickerIn(rows: readonly OkxTicker[], receivedAt: number): (of: InstrumentRules) => TickerReport | null {
  const byId = new Map(rows.map((row) => [row.instId, row]));
  return (instrument) => {
    const row = byId.get(instrument.id);
    const ticker = row === undefined ? null : toTickerReport(row, instrument, receivedAt);
    return ticker?.ok === true ? ticker.value : null;
  };
}

function toMarketTicker(row: OkxTicker): Translated<MarketTicker> {
  return translate(`ticker ${row.instId}`, (field) => ({
    instrumentId: row.instId,
    last: field.decimal('last', row.last),
    bid: field.decimalOrNull('bidPx', row.bidPx),
    ask: field.decimalOrNull('askPx', row.askPx),
    open24h: field.decimalOrNull('open24h', row.open24h),
    high24h: field.decimalOrNull('high24h', row.high24h),
    low24h: field.decimalOrNull('low24h', row.low24h),
    volumeCoin24h: field.decimalOrNull('volCcy24h', row.volCcy24h),
    at: row.ts,
  }));
}

function toFundingRate(row: OkxFundingRate): Translated<FundingRate> {
  return translate('funding rate', (field) => ({
    instrumentId: row.instId,
    rate: field.decimal('fundingRate', row.fundingRate),
    fundingAt: row.fundingTime,
    intervalMs: row.nextFundingTime === null ? null : row.nextFundingTime - row.fundingTime,
  }));
}
