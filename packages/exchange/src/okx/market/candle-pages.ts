// Reads the candles of a time span page by page, with the newest candle first. When `toAt` is undefined, the first page
// is from the endpoint for recent candles. All other pages are from the archive.
import type { Clock, Report } from '@rondo/engine/ports';
import type { Decimal } from '@rondo/decimal';
import { okxBarMs, okxCandleSchema, type OkxBar, type OkxCandle } from '@rondo/protocol';
import { candlePageRows, maxCandlePages } from '../../limits.ts';
import { translate, translateAll, type Translated } from '../reads/field-reader.ts';
import { failedReport } from '../commands/outcome.ts';
import { fetchRows, reportOf } from '../reads/reads.ts';
import type { OkxRest } from '../rest/rest.ts';

/**
 * One bar. `at` is its open time in epoch ms, and prices are in quote coin. `isClosed` is false while the exchange
 * still changes the bar.
 */
export interface ExchangeCandle {
  readonly at: number;
  readonly open: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly close: Decimal;
  readonly volumeContracts: Decimal;
  readonly volumeCoin: Decimal;
  readonly volumeQuote: Decimal;
  readonly isClosed: boolean;
}

/**
 * Selects bars with fromAt <= at < toAt. When `toAt` is undefined, the last bar is the bar that is not closed yet.
 * `onProgress` receives the finished share of the reading, from 0 to 1.
 */
export interface CandleQuery {
  readonly fromAt: number;
  readonly toAt?: number;
  readonly onProgress?: (share: number) => void;
}

type CandleCall = CandleQuery & { readonly instrumentId: string; readonly bar: OkxBar };

/**
 * Reads all bars of a time span without duplicates, with the oldest bar first. When one page fails, the whole reading
 * fails.
 */
export async function fetchCandles(
  deps: { readonly rest: OkxRest; readonly clock: Clock },
  call: CandleCall,
): Promise<Report<readonly ExchangeCandle[]>> {
  const startedAt = deps.clock.now();
  const toAt = call.toAt ?? startedAt + okxBarMs[call.bar];
  const byInstant = new Map<number, ExchangeCandle>();
  let before = toAt;
  for (let page = 0; page < maxCandlePages && before > call.fromAt; page += 1) {
    const isRecent = page === 0 && call.toAt === undefined;
    const report = await fetchPage(deps, call, isRecent ? null : before);
    if (!report.ok) return { ...report, startedAt };
    const oldest = report.value.at(-1);
    for (const candle of report.value)
      if (candle.at >= call.fromAt && candle.at < toAt) byInstant.set(candle.at, candle);
    if (oldest === undefined || oldest.at >= before) {
      before = call.fromAt;
      break;
    }
    before = oldest.at;
    call.onProgress?.(Math.min(1, (toAt - before) / (toAt - call.fromAt)));
  }
  if (before > call.fromAt) return failedReport({ cause: `more than ${maxCandlePages} pages of candles` }, startedAt);
  call.onProgress?.(1);
  return { ok: true, value: [...byInstant.values()].toSorted((a, b) => a.at - b.at), startedAt };
}

function fetchPage(
  deps: { readonly rest: OkxRest; readonly clock: Clock },
  call: CandleCall,
  after: number | null,
): Promise<Report<readonly ExchangeCandle[]>> {
  const query = { instId: call.instrumentId, bar: call.bar, limit: String(candlePageRows) };
  return reportOf(
    deps.clock,
    () =>
      after === null
        ? fetchRows(deps.rest, 'recentCandles', { query, row: okxCandleSchema })
        : fetchRows(deps.rest, 'olderCandles', { query: { ...query, after: String(after) }, row: okxCandleSchema }),
    (rows) => translateAll(rows, toCandle),
  );
}

function toCandle(row: OkxCandle): Translated<ExchangeCandle> {
  const [at, open, high, low, close, contracts, coin, quote, confirm] = row;
  return translate(`candle ${at}`, (field) => ({
    at,
    open: field.decimal('open', open),
    high: field.decimal('high', high),
    low: field.decimal('low', low),
    close: field.decimal('close', close),
    volumeContracts: field.decimal('vol', contracts),
    volumeCoin: field.decimal('volCcy', coin),
    volumeQuote: field.decimal('volCcyQuote', quote),
    isClosed: confirm === '1',
  }));
}
