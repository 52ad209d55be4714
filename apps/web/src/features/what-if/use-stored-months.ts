// The stored candles of a pair: what the server has, and the files of the months.
import { useQuery } from '@tanstack/react-query';
import type { CandleCoverage } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { useFailure } from '../../api/queries/use-failure.ts';
import { candleCoverageQuery } from './coverage-query.ts';
import { monthFilesQuery } from './what-if-queries.ts';

/** `coverage` and `months` are undefined while they are being loaded. `hasFailed` is true while they cannot be loaded, which is tried again. */
export type StoredMonths = {
  readonly coverage: CandleCoverage | undefined;
  readonly months: readonly ArrayBuffer[] | undefined;
  readonly hasFailed: boolean;
};

export function useStoredMonths(instrumentId: string): StoredMonths {
  const coverage = useQuery(candleCoverageQuery(useApi(), instrumentId));
  const files = useQuery(monthFilesQuery(coverage.data));
  const hasFailed = [useFailure(coverage), useFailure(files)].some((failure) => failure !== null);
  return { coverage: coverage.data, months: files.data, hasFailed };
}
