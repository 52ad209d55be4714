// Public REST paths: what anybody may read about the markets.
import { failure, success, text, type CoreAnswer, type Raw } from './answers.ts';
import { instruments, type Instrument } from './instruments.ts';
import { sandboxLimits } from './limits.ts';
import { lineOf, type World } from './world.ts';
import {
  bookRow,
  candleRows,
  fundingHistoryRows,
  fundingRow,
  instrumentRow,
  markRow,
  priceLimitRow,
  tickerRow,
  tierRows,
} from './wire-market.ts';

export type PublicRoute = (world: World, query: Raw) => CoreAnswer;

/** Public routes by path; all are GET. */
export const publicRoutes: Readonly<Record<string, PublicRoute>> = {
  '/api/v5/public/time': (world) => success([{ ts: String(world.clock.now()) }]),
  '/api/v5/public/instruments': (_world, query) => listed(query, instrumentRow),
  '/api/v5/market/ticker': (world, query) =>
    single(query, (instrument) => [tickerRow(world, lineOf(world, instrument.instId))]),
  '/api/v5/market/tickers': (world, query) =>
    listed(query, (instrument) => tickerRow(world, lineOf(world, instrument.instId))),
  '/api/v5/market/candles': candles,
  '/api/v5/market/history-candles': candles,
  '/api/v5/market/mark-price-candles': markCandles,
  '/api/v5/market/books': (world, query) =>
    single(query, (instrument) => [bookRow(world, instrument.instId, Number(text(query, 'sz') || '1'))]),
  '/api/v5/public/mark-price': (world, query) =>
    listed(query, (instrument) => markRow(world, lineOf(world, instrument.instId))),
  '/api/v5/public/funding-rate': (world, query) =>
    text(query, 'instId') === 'ANY'
      ? success([...instruments.keys()].map((instId) => fundingRow(world, instId)))
      : single(query, (instrument) => [fundingRow(world, instrument.instId)]),
  '/api/v5/public/funding-rate-history': (world, query) =>
    single(query, (instrument) => fundingHistoryRows(world, instrument.instId, Number(text(query, 'limit') || '100'))),
  '/api/v5/public/price-limit': (world, query) => single(query, (instrument) => [priceLimitRow(world, instrument)]),
  '/api/v5/public/position-tiers': (_world, query) => tiers(query),
  '/api/v5/system/status': () => success([]),
};

function single(query: Raw, rows: (instrument: Instrument) => readonly unknown[]): CoreAnswer {
  const instrument = instruments.get(text(query, 'instId'));
  return instrument
    ? success(rows(instrument))
    : failure('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
}

// Other instrument types exist but list nothing, so that general clients can load their markets.
function listed(query: Raw, row: (instrument: Instrument) => unknown): CoreAnswer {
  const instType = text(query, 'instType');
  if (instType === '') return failure('50014', 'Parameter instType cannot be empty.', 400);
  if (['SPOT', 'MARGIN', 'FUTURES', 'OPTION', 'EVENTS'].includes(instType)) return success([]);
  if (instType !== 'SWAP') return failure('51000', 'Parameter instType error', 400);
  const instId = text(query, 'instId');
  const family = text(query, 'instFamily') || text(query, 'uly');
  if (instId !== '' && !instruments.has(instId))
    return failure('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
  const wanted = [...instruments.values()].filter(
    (instrument) => (instId === '' || instrument.instId === instId) && (family === '' || instrument.family === family),
  );
  return success(wanted.map(row));
}

function candles(world: World, query: Raw): CoreAnswer {
  const instant = (name: string): number | undefined =>
    /^\d{1,15}$/.test(text(query, name)) ? Number(text(query, name)) : undefined;
  const limit = Number(text(query, 'limit') || sandboxLimits.candleRowsDefault);
  if (!Number.isInteger(limit) || limit < 1) return failure('51000', 'Parameter limit error', 400);
  const instrument = instruments.get(text(query, 'instId'));
  if (!instrument) return failure('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
  const rows = candleRows(world, lineOf(world, instrument.instId), {
    bar: text(query, 'bar') || '1m',
    after: instant('after'),
    before: instant('before'),
    limit,
  });
  return rows ? success(rows) : failure('51000', 'Parameter bar error', 400);
}

function markCandles(world: World, query: Raw): CoreAnswer {
  const answer = candles(world, query);
  if (answer.json.code !== '0') return answer;
  return success(answer.json.data.map((row) => (Array.isArray(row) ? [...row.slice(0, 5), row[8]] : row)));
}

function tiers(query: Raw): CoreAnswer {
  if (text(query, 'instType') !== 'SWAP') return success([]);
  const families = (text(query, 'instFamily') || text(query, 'uly')).split(',');
  const found = [...instruments.values()].filter(
    (instrument) => families.includes(instrument.family) || instrument.instId === text(query, 'instId'),
  );
  return found.length === 0 ? failure('51000', 'Parameter instFamily error', 400) : success(found.flatMap(tierRows));
}
