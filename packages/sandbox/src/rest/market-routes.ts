// Public REST paths of the market: tickers, order books, trades, open interest, and candles of the last, mark and index price.
import { failure, rowsOf, success, text, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { instruments, type Instrument } from '../market/instruments.ts';
import { sandboxLimits } from '../limits.ts';
import { recentTrades } from '../market/public-trades.ts';
import { listed, single } from './listed-instruments.ts';
import { bookRow, candleRows, tickerRow, tradeRow } from '../wire/market-rows.ts';
import { indexTickerRow, interestRow } from '../wire/venue-rows.ts';
import { timelineOf, type World } from '../state/world.ts';

/** The function of one public path. */
export type PublicRoute = (world: World, query: Raw) => CoreResponse;

/** Market routes by path. All routes are GET requests. */
export const marketRoutes: Readonly<Record<string, PublicRoute>> = {
  '/api/v5/market/ticker': (world, query) =>
    single(query, (instrument) => [tickerRow(world, timelineOf(world, instrument.instId))]),
  '/api/v5/market/tickers': (world, query) =>
    listed(query, (instrument) => tickerRow(world, timelineOf(world, instrument.instId))),
  '/api/v5/market/index-tickers': indexTickers,
  '/api/v5/market/candles': (world, query) => candles(world, query, sandboxLimits.recentCandles),
  '/api/v5/market/history-candles': (world, query) => candles(world, query),
  '/api/v5/market/mark-price-candles': plainCandles,
  '/api/v5/market/history-mark-price-candles': plainCandles,
  '/api/v5/market/index-candles': plainCandles,
  '/api/v5/market/history-index-candles': plainCandles,
  '/api/v5/market/books': books,
  '/api/v5/market/books-full': books,
  '/api/v5/market/books-rpi': books,
  '/api/v5/market/trades': (world, query) => trades(world, query, sandboxLimits.publicTrades),
  '/api/v5/market/history-trades': (world, query) => trades(world, query, sandboxLimits.pageRows),
  '/api/v5/public/open-interest': (world, query) => listed(query, (instrument) => interestRow(world, instrument)),
};

function books(world: World, query: Raw): CoreResponse {
  if (!/^\d{0,5}$/.test(text(query, 'sz'))) return failure('51000', 'Parameter sz error', 400);
  return single(query, (instrument) => [bookRow(world, instrument.instId, Number(text(query, 'sz') || '1'))]);
}

function trades(world: World, query: Raw, most: number): CoreResponse {
  const limit = Number(text(query, 'limit') || sandboxLimits.pageRows);
  if (!Number.isInteger(limit) || limit < 1) return failure('51000', 'Parameter limit error', 400);
  const after = text(query, 'after');
  return single(query, (instrument) =>
    recentTrades(world, timelineOf(world, instrument.instId), most)
      .filter((trade) => !/^\d{1,18}$/.test(after) || BigInt(trade.tradeId) < BigInt(after))
      .slice(0, Math.min(limit, most))
      .map(tradeRow),
  );
}

// Returns the instrument of an index. The query names the family or the id of the swap.
function instrumentOfIndex(query: Raw): Instrument | undefined {
  const instId = text(query, 'instId');
  return instruments.get(instId) ?? instruments.get(`${instId}-SWAP`);
}

function candles(world: World, query: Raw, most = Number.MAX_SAFE_INTEGER): CoreResponse {
  const instant = (name: string): number | undefined =>
    /^\d{1,15}$/.test(text(query, name)) ? Number(text(query, name)) : undefined;
  const limit = Number(text(query, 'limit') || sandboxLimits.candleRowsDefault);
  if (!Number.isInteger(limit) || limit < 1) return failure('51000', 'Parameter limit error', 400);
  const instrument = instrumentOfIndex(query);
  if (!instrument) return failure('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
  const rows = candleRows(world, timelineOf(world, instrument.instId), {
    bar: text(query, 'bar') || '1m',
    after: instant('after'),
    before: instant('before'),
    limit,
    most,
  });
  return rows ? success(rows) : failure('51000', 'Parameter bar error', 400);
}

// Mark and index candles have no volume. A row has the open time, four prices, and whether the candle is closed.
function plainCandles(world: World, query: Raw): CoreResponse {
  const response = candles(world, query);
  if (response.json.code !== '0') return response;
  return success(
    rowsOf(response.json)
      .slice(0, sandboxLimits.pageRows)
      .map((row) => (Array.isArray(row) ? [...row.slice(0, 5), row[8]] : row)),
  );
}

function indexTickers(world: World, query: Raw): CoreResponse {
  const instId = text(query, 'instId');
  const quote = text(query, 'quoteCcy');
  if (instId === '' && quote === '') return failure('50014', 'Parameter instId or quoteCcy cannot be empty.', 400);
  const wanted = [...instruments.values()].filter((one) => (instId === '' ? quote === 'USDT' : one.family === instId));
  if (wanted.length === 0 && instId !== '') return failure('51001', "Instrument ID doesn't exist.");
  return success(wanted.map((instrument) => indexTickerRow(world, timelineOf(world, instrument.instId))));
}
