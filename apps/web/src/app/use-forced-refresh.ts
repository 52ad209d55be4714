// Fetches the profile and the data again after an account was linked in another window. The other window sets the storage key `forceDashboardRefresh`.
import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../api/session/session-context.tsx';
import { useStorage } from '../lib/storage/storage-context.ts';

export const useForcedRefresh = (): void => {
  const storage = useStorage();
  const queries = useQueryClient();
  const { refreshProfile } = useSession();
  useEffect(() => {
    const refresh = (): void => {
      if (storage.read('forceDashboardRefresh') === null) return;
      storage.remove('forceDashboardRefresh');
      // When the refresh of the profile fails, the old profile is kept, and the next load of the page fetches the profile again.
      refreshProfile().catch(() => undefined);
      void queries.invalidateQueries();
    };
    refresh();
    addEventListener('storage', refresh);
    return () => removeEventListener('storage', refresh);
  }, [storage, queries, refreshProfile]);
};
