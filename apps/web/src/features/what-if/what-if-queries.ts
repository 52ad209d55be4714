// The query of the files of the stored candles.
import { queryOptions } from '@tanstack/react-query';
import type { CandleCoverage } from '@rondo/contract';
import { intervals } from '../../api/queries/intervals.ts';
import { loadMonths } from './month-files.ts';

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
