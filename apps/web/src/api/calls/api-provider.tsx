// Gives its children the API client of the browser and the query cache.
import { useMemo, type ReactNode } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useStorage } from '../../lib/storage/storage-context.ts';
import { ApiContext } from './api-context.tsx';
import { createClient } from './client.ts';
import { withEarlyCalls } from './early-calls.ts';
import { recovery } from './recovering.ts';
import { sessionLostEvent } from './session-lost.ts';

/** Runs one token refresh at a time in all windows. In a browser without Web Locks, two windows may refresh the token at the same time. */
const withRefreshLock = async <Result,>(action: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request('rondo-refresh', action) : action();

const sincePageLoad = (): number => performance.now();

export const ApiProvider = ({ children }: { readonly children: ReactNode }) => {
  const storage = useStorage();
  const api = useMemo(() => {
    const readToken = (): string | null => storage.read('accessToken');
    const early = typeof window === 'undefined' ? undefined : window.earlyCalls;
    return createClient({
      fetch: withEarlyCalls(early, {
        fetch: (input, init) => fetch(input, init),
        readToken,
        now: sincePageLoad,
      }),
      readToken,
      writeToken: (token) => storage.write('accessToken', token),
      onSessionLost: () => dispatchEvent(new Event(sessionLostEvent)),
      runExclusively: withRefreshLock,
    });
  }, [storage]);
  const queries = useMemo(() => new QueryClient({ defaultOptions: { queries: recovery } }), []);
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ApiContext>
  );
};
