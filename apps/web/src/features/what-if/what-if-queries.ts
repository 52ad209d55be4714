// The queries of the stored candles: the months of a pair, and their files.
import { queryOptions } from '@tanstack/react-query';
import type { CandleCoverage } from '@rondo/contract';
import type { ApiClient } from '../../api/calls/client.ts';
import { intervals } from '../../api/queries/intervals.ts';
import { loadMonths } from './month-files.ts';

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

/** Loads the files of the months. The files are loaded again only when a month was added or changed. */
export const monthFilesQuery = (coverage: CandleCoverage | undefined) =>
  queryOptions({
    queryKey: ['candle-months', coverage?.instId, coverage?.months.map(({ hash }) => hash).join(' ')],
    // The query is disabled while the coverage is unknown.
    queryFn: ({ signal }) => loadMonths(coverage!, signal),
    enabled: coverage !== undefined && coverage.months.length > 0,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: (before, query) => (query?.queryKey[1] === coverage?.instId ? before : undefined),
    refetchInterval: ({ state }) => (state.status === 'error' ? intervals.fillingCandlesMs : false),
  });
