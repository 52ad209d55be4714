// The routes of the stored candles: the months of an instrument, and the file of one month, which a browser keeps for ever.
import { routes } from '@rondo/contract';
import { compactMark, decompressCandles } from '@rondo/store/candles';
import { ApiError } from '../api/api-error.ts';
import { serve } from '../api/serve.ts';
import { serverLimits } from '../limits.ts';
import { knownListing } from '../market/instrument-routes.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';
import { coveredMonths, toCoverage } from './candle-coverage.ts';

/** Serves GET /api/candles/:id, and GET /api/candles/:id/:bar/:month/:hash. The first call starts the download of the candles of the instrument. */
export function serveCandles(router: Router, context: AppContext): void {
  const { candles, clock } = context;
  const source = context.venue === 'sandbox' ? 'sandbox' : 'live';

  serve(router, routes.candleCoverage, async ({ params, query }) => {
    const { rules } = await knownListing(context, params.id);
    candles.filler.request(rules.id);
    const months = await coveredMonths(candles.folder, source, { instrumentId: rules.id, bar: query.bar });
    const state = candles.filler.stateOf(rules.id);
    return toCoverage(months, { instId: rules.id, bar: query.bar, state, at: clock.now() });
  });

  serve(router, routes.candleMonth, async ({ params, request, reply }) => {
    const { id, bar, month, hash } = params;
    const { rules } = await knownListing(context, id);
    const months = await coveredMonths(candles.folder, source, { instrumentId: rules.id, bar });
    const found = months.find((each) => each.month === month && each.hash === hash);
    const series = found === undefined ? null : { source: found.source, instrumentId: rules.id, bar };
    const file = series === null ? null : await candles.folder.read(series, { month, hash });
    if (file === null) throw new ApiError('NOT_FOUND');
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
    if (!acceptsBrotli(request.headers['accept-encoding'])) return decompressCandles(file, serverLimits.monthBytes);
    reply.header('content-encoding', 'br');
    return file.subarray(compactMark.length);
  });
}

function acceptsBrotli(accepted: string | readonly string[] | undefined): boolean {
  return /(^|,)\s*br\s*(,|;(?!\s*q=0(\.0*)?\s*(,|$))|$)/.test(String(accepted ?? ''));
}
