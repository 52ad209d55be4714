// Downloads the past candles of the instruments in use, newest month first. A stored month is not downloaded again, so an interrupted download continues.
import { countMissing, encodeCandles, joinCandles, monthOf, monthSpan, type CandlesInTicks } from '@rondo/backtest';
import { storedBars } from '@rondo/contract';
import { formatDecimal } from '@rondo/decimal';
import type { Clock, Log } from '@rondo/engine/ports';
import type { CandleFolder, CandleSeries } from '@rondo/store/candles';
import { schedule, type Schedule } from '../async/scheduler.ts';
import { serverLimits } from '../limits.ts';
import type { Market, MarketCandle } from '../market/market.ts';
import { causeOf } from '../ops/log.ts';
import { readMonthFile, candlesInTicks } from './month-candles.ts';

const bar = '15m';
const barMs = storedBars[bar];

export interface CandleFillerDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly market: Pick<Market, 'listings' | 'pastCandles'>;
  readonly folder: CandleFolder;
  readonly source: 'live' | 'sandbox';
  /** The largest size of the folder in bytes. With 0 nothing is downloaded. */
  readonly mostBytes: number;
  /** The instruments that are always downloaded. */
  readonly always: readonly string[];
}

/** The progress of an instrument: older months are still missing, no month is missing, or nothing is downloaded. */
export type FillState = 'filling' | 'whole' | 'off';

export interface CandleFiller {
  /** Marks the instrument as in use for an hour. An instrument in use is downloaded. */
  request(instrumentId: string): void;
  stateOf(instrumentId: string): FillState;
  /** Starts the download. */
  start(): Schedule;
}

/** Creates the download. It sends at most four requests per second, which is 40 % of the limit of the exchange. */
export function createCandleFiller(deps: CandleFillerDeps): CandleFiller {
  const { clock, log, folder, mostBytes, always } = deps;
  const requestedAt = new Map<string, number>();
  const wholeAt = new Map<string, number>();
  let isOn = false;
  let isStopping = false;

  const inUse = (): readonly string[] => {
    const since = clock.now() - serverLimits.candlesInUseMs;
    for (const [instrumentId, at] of requestedAt) if (at < since) requestedAt.delete(instrumentId);
    return [...new Set([...[...requestedAt.keys()].toReversed(), ...always])];
  };
  const isDue = (instrumentId: string): boolean =>
    clock.now() - (wholeAt.get(instrumentId) ?? 0) >= serverLimits.candlesFreshMs;
  const work = async (): Promise<void> => {
    const failed = new Set<string>();
    // After each month the instruments are read again, so that a newly requested instrument does not wait for all months of another instrument.
    for (;;) {
      const next = inUse().find((each) => isDue(each) && !failed.has(each));
      if (next === undefined || isStopping) return;
      const isFull = (await folder.bytes()) >= mostBytes;
      if (isFull && isOn) log.write('warn', 'candles.full', { mostBytes });
      isOn = !isFull;
      if (isFull) return;
      const filled = await fillMonth(deps, next, () => isStopping);
      if (filled === 'failed') failed.add(next);
      if (filled === 'whole') wholeAt.set(next, clock.now());
    }
  };
  return {
    request(instrumentId) {
      // The newest request is the last key, and the oldest request is dropped first.
      requestedAt.delete(instrumentId);
      requestedAt.set(instrumentId, clock.now());
      const [oldest] = requestedAt.keys();
      if (requestedAt.size > serverLimits.candleInstruments && oldest !== undefined) requestedAt.delete(oldest);
    },
    stateOf: (instrumentId) => (wholeAt.has(instrumentId) ? 'whole' : isOn ? 'filling' : 'off'),
    start() {
      isOn = mostBytes > 0;
      if (!isOn) return { stop: () => Promise.resolve() };
      const job = schedule(clock, {
        everyMs: serverLimits.candleFillMs,
        work,
        onError: (error) => log.write('error', 'candles.failed', { cause: causeOf(error) }),
      });
      return {
        stop() {
          isStopping = true;
          return job.stop();
        },
      };
    },
  };
}

/**
 * Downloads the newest month that is missing or not complete. Returns `month` after a month was stored, `whole` when no month is missing, and `failed` when a
 * request failed, a candle was invalid or the server stops.
 */
async function fillMonth(
  deps: CandleFillerDeps,
  instrumentId: string,
  isStopping: () => boolean,
): Promise<'month' | 'whole' | 'failed'> {
  const { clock, folder, source } = deps;
  const series: CandleSeries = { source, instrumentId, bar };
  const stored = new Map((await folder.months(series)).map((each) => [each.month, each]));
  // The last candle before this instant is closed.
  const endAt = Math.floor(clock.now() / barMs) * barMs;
  for (let back = 0, at = endAt - barMs; back < serverLimits.candleMonths; back += 1) {
    const month = monthOf(at);
    const { fromAt, toAt } = monthSpan(month);
    at = fromAt - barMs;
    const known = stored.get(month);
    if (known?.isClosed === true) continue;
    const isClosed = toAt <= endAt;
    // A month that had not ended is continued. When its file cannot be read, the whole month is downloaded again.
    const before = known === undefined ? null : await readMonthFile(folder, series, known);
    const nextAt = known === undefined || before === null ? fromAt : known.lastAt + barMs;
    const rows = await download(deps, { instrumentId, fromAt: nextAt, toAt: Math.min(toAt, endAt) }, isStopping);
    if (rows === null) return 'failed';
    if (rows.length === 0 && before === null && back > 0) return 'whole'; // The instrument was listed later.
    if (rows.length > 0 || (isClosed && before !== null))
      return (await writeMonth(deps, series, { before, rows, month, isClosed })) ? 'month' : 'failed';
  }
  return 'whole';
}

/** Downloads the closed candles of a span in small pages. Returns null when a page failed or the server stops. */
async function download(
  { clock, market }: CandleFillerDeps,
  { instrumentId, fromAt, toAt }: { readonly instrumentId: string; readonly fromAt: number; readonly toAt: number },
  isStopping: () => boolean,
): Promise<readonly MarketCandle[] | null> {
  const pageMs = serverLimits.candlePageBars * barMs;
  const pages: (readonly MarketCandle[])[] = [];
  for (let pageTo = toAt; pageTo > fromAt; pageTo -= pageMs) {
    if (isStopping()) return null;
    const read = await market.pastCandles({
      instrumentId,
      bar,
      fromAt: Math.max(fromAt, pageTo - pageMs),
      toAt: pageTo,
      isForBots: false,
    });
    if (!read.ok) return null;
    pages.unshift(read.value);
    await new Promise<void>((resolve) => void clock.after(serverLimits.candlePagePauseMs, resolve));
  }
  return pages.flat();
}

/** Writes a month: the candles of its file, then the downloaded candles. Returns false when the candles are invalid or the instrument is not listed. */
async function writeMonth(
  { folder, market, log }: CandleFillerDeps,
  series: CandleSeries,
  given: {
    readonly before: CandlesInTicks | null;
    readonly rows: readonly MarketCandle[];
    readonly month: string;
    readonly isClosed: boolean;
  },
): Promise<boolean> {
  const { before, rows, month, isClosed } = given;
  const listings = await market.listings();
  const listed = listings.ok ? listings.value.get(series.instrumentId) : undefined;
  if (listed === undefined) return false;
  const added = rows.length === 0 ? null : candlesInTicks(rows, listed.rules.tickSz);
  const joined = joinCandles([before, added].filter((each): each is CandlesInTicks => each !== null));
  if ((rows.length > 0 && added === null) || joined === null || joined.columns.at.length === 0) {
    log.write('error', 'candles.refused', { instrumentId: series.instrumentId, month });
    return false;
  }
  const { columns, tickSz } = joined;
  await folder.write(series, {
    month,
    candles: columns.at.length,
    firstAt: columns.at[0] ?? 0,
    lastAt: columns.at.at(-1) ?? 0,
    missing: countMissing(columns, barMs),
    tickSz: formatDecimal(tickSz),
    isClosed,
    encoded: encodeCandles(columns, tickSz),
  });
  return true;
}
