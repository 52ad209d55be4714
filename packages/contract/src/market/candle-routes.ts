// The calls of stored candles.
import type { ApiRoute } from '../routes/route.ts';
import {
  candleCoverageSchema,
  coverageParamsSchema,
  coverageQuerySchema,
  monthBytesSchema,
  monthParamsSchema,
} from './candle-store.ts';

/** The calls of stored candles. Both calls are public, because the candles of an exchange are public. */
export const candleStoreRoutes = {
  candleCoverage: {
    method: 'GET',
    path: '/api/candles/:id',
    access: 'public',
    summary: 'List the stored months of candles of an instrument',
    params: coverageParamsSchema,
    query: coverageQuerySchema,
    response: candleCoverageSchema,
  },
  candleMonth: {
    method: 'GET',
    path: '/api/candles/:id/:bar/:month/:hash',
    access: 'public',
    summary: 'Return the compact candles of a month. The bytes of one hash never change',
    params: monthParamsSchema,
    response: monthBytesSchema,
    responseType: 'application/octet-stream',
  },
} as const satisfies Record<string, ApiRoute>;
