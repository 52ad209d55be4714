// Fetches profile and data again after an account was linked in another window (storage key forceDashboardRefresh).
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
      // A failed profile refresh keeps the old profile; the next page load fetches it again.
      refreshProfile().catch(() => undefined);
      void queries.invalidateQueries();
    };
    refresh();
    addEventListener('storage', refresh);
    return () => removeEventListener('storage', refresh);
  }, [storage, queries, refreshProfile]);
};
