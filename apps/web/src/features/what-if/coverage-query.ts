// The query of the stored months of a pair.
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../api/calls/client.ts';
import { intervals } from '../../api/queries/intervals.ts';

/** Reads the stored months of a pair. While the server downloads months, they are read again often. */
export const candleCoverageQuery = (api: ApiClient, instrumentId: string) =>
  queryOptions({
    queryKey: ['candle-coverage', instrumentId],
    queryFn: ({ signal }) => api.call('candleCoverage', { params: { id: instrumentId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.state === 'filling' || state.status === 'error'
        ? intervals.fillingCandlesMs
        : intervals.candleStoreMs,
  });
