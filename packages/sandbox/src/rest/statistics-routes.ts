// Public REST paths about the whole exchange: statistics of all traders, parts of an index, the insurance fund and the conversion of units. All figures are
// derived from the seed of the market.
import { covers, failure, success, text, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { barStart, readBar } from '../market/bars.ts';
import { instruments, type Instrument } from '../market/instruments.ts';
import { sandboxLimits } from '../limits.ts';
import { createNamedPrng } from '../prng.ts';
import { readInstrument } from '../orders/placement.ts';
import { divideDown, formatBaseUnits, multiplyDown, parseBaseUnits } from '../base-units.ts';
import { single } from './listed-instruments.ts';
import type { PublicRoute } from './market-routes.ts';
import { gridOf } from '../market/instrument-rules.ts';
import { insuranceRow, interestRow, liquidationRows, seenVolume } from '../wire/venue-rows.ts';
import { timelineOf, type World } from '../state/world.ts';

const ratio = (world: World, at: number, name: string): string[] => [
  String(at),
  (0.6 + createNamedPrng(`${world.seed}:${name}:${at}`)() * 1.6).toFixed(4),
];

/** Statistics routes by path. All routes are GET requests. */
export const statisticsRoutes: Readonly<Record<string, PublicRoute>> = {
  '/api/v5/public/convert-contract-coin': convertUnits,
  '/api/v5/public/liquidation-orders': liquidations,
  '/api/v5/public/insurance-fund': (world, query) => ofFamily(query, (one) => [insuranceRow(world, one)]),
  '/api/v5/public/premium-history': premiums,
  '/api/v5/market/platform-24-volume': (world) => {
    const volUsd = [...world.timelines.values()].reduce((sum, timeline) => sum + seenVolume(world, timeline), 0);
    return success([
      { volUsd: volUsd.toFixed(4), volCny: (volUsd * USD_CNY).toFixed(4), ts: String(world.clock.now()) },
    ]);
  },
  '/api/v5/market/exchange-rate': () => success([{ usdCny: String(USD_CNY) }]),
  '/api/v5/market/index-components': indexComponents,
  '/api/v5/rubik/stat/trading-data/support-coin': () => {
    const bases = [...instruments.values()].map((one) => one.base);
    return { status: 200, json: { code: '0', msg: '', data: { contract: bases, option: [], spot: [] } } };
  },
  '/api/v5/rubik/stat/contracts/open-interest-history': (world, query) =>
    series(world, query, (at, instrument) => {
      const { oi, oiCcy, oiUsd } = interestRow(world, instrument);
      return [String(at), oi ?? '', oiCcy ?? '', oiUsd ?? ''];
    }),
  '/api/v5/rubik/stat/contracts/open-interest-volume': (world, query) =>
    series(world, query, (at, instrument) => [
      String(at),
      interestRow(world, instrument)['oiUsd'] ?? '',
      seenVolume(world, timelineOf(world, instrument.instId)).toFixed(2),
    ]),
  '/api/v5/rubik/stat/taker-volume': takerVolume,
  '/api/v5/rubik/stat/taker-volume-contract': takerVolume,
  ...Object.fromEntries(
    [
      'long-short-account-ratio',
      'long-short-account-ratio-contract',
      'long-short-account-ratio-contract-top-trader',
      'long-short-position-ratio-contract-top-trader',
    ].map((name): [string, PublicRoute] => [
      `/api/v5/rubik/stat/contracts/${name}`,
      (world, query) => series(world, query, (at, { base }) => ratio(world, at, `${name}:${base}`)),
    ]),
  ),
  '/api/v5/rubik/stat/margin/loan-ratio': (world, query) =>
    series(world, query, (at, { base }) => ratio(world, at, `loan:${base}`)),
};

const USD_CNY = 7.1;

// Converts coins to contracts (type 1) or contracts to coins (type 2). The unit `usds` gives the coins as their value in USDT.
function convertUnits(world: World, query: Raw): CoreResponse {
  const instrument = readInstrument(query);
  if (!instrument) return failure('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
  const [type, unit, opType] = [text(query, 'type') || '1', text(query, 'unit') || 'coin', text(query, 'opType')];
  if (type !== '1' && type !== '2') return failure('51000', 'Parameter type error', 400);
  if (unit !== 'coin' && unit !== 'usds') return failure('51000', 'Parameter unit error', 400);
  const size = parseBaseUnits(text(query, 'sz'));
  if (size === undefined || size <= 0n) return failure('51000', 'Parameter sz error', 400);
  const price = parseBaseUnits(text(query, 'px'));
  if (unit === 'usds' && (price === undefined || price <= 0n)) return failure('51000', 'Parameter px error', 400);
  const perContract = divideDown(instrument.lotCoin, instrument.lot);
  const inCoins = unit === 'usds' && type === '1' ? divideDown(size, price ?? 1n) : size;
  const coins = multiplyDown(inCoins, perContract);
  const converted =
    type === '1'
      ? wholeLots(divideDown(inCoins, perContract), {
          lot: gridOf(world, instrument).lot,
          isOpening: opType !== 'close',
        })
      : unit === 'usds'
        ? multiplyDown(coins, price ?? 0n)
        : coins;
  return success([{ type, instId: instrument.instId, px: text(query, 'px'), sz: formatBaseUnits(converted), unit }]);
}

// OKX rounds down for an opening order and up for a closing order.
function wholeLots(contracts: bigint, to: { readonly lot: bigint; readonly isOpening: boolean }): bigint {
  const lots = to.isOpening ? contracts / to.lot : (contracts + to.lot - 1n) / to.lot;
  return lots * to.lot;
}

function liquidations(world: World, query: Raw): CoreResponse {
  const state = text(query, 'state') || 'filled';
  if (text(query, 'instType') === '') return failure('50014', 'Parameter instType cannot be empty.', 400);
  if (state !== 'filled' && state !== 'unfilled') return failure('51000', 'Parameter state error', 400);
  if (text(query, 'instType') !== 'SWAP' || state === 'unfilled') return success([]);
  return ofFamily(query, (instrument) => liquidationRows(world, instrument));
}

function premiums(world: World, query: Raw): CoreResponse {
  return single(query, ({ instId }) => {
    const minute = Math.floor(world.clock.now() / 60_000) * 60_000;
    const limit = Math.min(Number(text(query, 'limit') || sandboxLimits.pageRows), sandboxLimits.pageRows);
    return Array.from({ length: Number.isInteger(limit) ? Math.max(0, limit) : 0 }, (_, index) => ({
      instId,
      // The mark price equals the index price, so the premium is zero.
      premium: '0',
      ts: String(minute - index * 60_000),
    }));
  });
}

function indexComponents(world: World, query: Raw): CoreResponse {
  const index = text(query, 'index');
  const instrument = [...instruments.values()].find((one) => one.family === index);
  if (!instrument) return failure('51000', 'Parameter index error', 400);
  const { ticks } = timelineOf(world, instrument.instId);
  const last = formatBaseUnits(BigInt(ticks) * instrument.tick);
  const ts = String(world.clock.now());
  const components = [{ exch: 'OKX', symbol: `${instrument.base}/USDT`, symPx: last, wgt: '1.000', cnvPx: last }];
  return { status: 200, json: { code: '0', msg: '', data: { index, last, ts, components } } };
}

function takerVolume(world: World, query: Raw): CoreResponse {
  return series(world, query, (at, { base, basePrice }) => {
    const random = createNamedPrng(`${world.seed}:taker:${base}:${at}`);
    const most = 40_000_000 / basePrice;
    return [String(at), (random() * most).toFixed(4), (random() * most).toFixed(4)];
  });
}

// Returns the rows of a period for the swap that `instId` or `ccy` names. The newest row comes first.
function series(
  world: World,
  query: Raw,
  row: (at: number, instrument: Instrument) => readonly string[],
): CoreResponse {
  const instrument =
    instruments.get(text(query, 'instId')) ?? [...instruments.values()].find((one) => one.base === text(query, 'ccy'));
  if (!instrument)
    return text(query, 'instId') === ''
      ? failure('51000', 'Parameter ccy error', 400)
      : failure('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
  const bar = readBar(text(query, 'period') || '5m');
  if (!bar) return failure('51000', 'Parameter period error', 400);
  const now = world.clock.now();
  const begin = Number(text(query, 'begin') || 0);
  const limit = Math.min(Number(text(query, 'limit') || sandboxLimits.pageRows), sandboxLimits.pageRows);
  const rows: (readonly string[])[] = [];
  const start = Math.min(now, Number(text(query, 'end') || now));
  if (Number.isNaN(start) || Number.isNaN(begin)) return failure('51000', 'Parameter begin error', 400);
  for (let at = barStart(bar, start); at >= begin && rows.length < limit; at = barStart(bar, at - 1))
    rows.push(row(at, instrument));
  return success(rows);
}

function ofFamily(query: Raw, rows: (instrument: Instrument) => readonly unknown[]): CoreResponse {
  const name = text(query, 'instFamily') === '' ? 'uly' : 'instFamily';
  const found = [...instruments.values()].filter((one) => covers(query, name, one.family));
  return found.length === 0 ? failure('51000', `Parameter ${name} error`, 400) : success(found.flatMap(rows));
}
