// What is read again after a change of the second factor. Each added or removed authenticator or passkey replaces the session and ends the other ones.
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { queryKeys } from './query-keys.ts';

/** Returns a function that reads the second factor, the sessions and `also` again. */
export const useFactorRefresh = (...also: readonly QueryKey[]): (() => Promise<void>) => {
  const queries = useQueryClient();
  return async () => {
    const changed = [queryKeys.secondFactor, queryKeys.sessions, ...also];
    await Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
};
