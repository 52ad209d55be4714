// Keeps the error of a query visible while the query is fetched again.
import { useState } from 'react';

/** The fields of a query result that are used here. */
export type FailingQuery = {
  readonly data: unknown;
  readonly error: Error | null;
  readonly errorUpdateCount: number;
};

/**
 * Returns the last error of a query until a fetch succeeds, or null. While there is no data, TanStack Query removes the error at the start of
 * each fetch. Without this hook, a message would disappear and return with every fetch.
 */
export function useFailure({ data, error, errorUpdateCount }: FailingQuery): Error | null {
  const [kept, setKept] = useState<Error | null>(null);
  const failure = error ?? (data === undefined && errorUpdateCount > 0 ? kept : null);
  if (failure !== kept) setKept(failure);
  return failure;
}
