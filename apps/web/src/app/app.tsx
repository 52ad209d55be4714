// The product after the landing page: the API client, the query cache, the session and the router with all pages.
import { useMemo } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { ApiContext } from '../api/calls/api-context.tsx';
import { createClient } from '../api/calls/client.ts';
import { retryDelayMs } from '../api/calls/recovering.ts';
import { hasSessionCookie } from '../api/session/session-cookie.ts';
import { SessionProvider, sessionLostEvent } from '../api/session/session-context.tsx';
import { useStorage } from '../lib/storage/storage-context.ts';
import { Pages } from '../routes.tsx';

/** Specification 9: failed queries are retried with the delays of the recovery table. */
const recovery = {
  retry: (failures: number, error: unknown): boolean => retryDelayMs(error, failures) !== null,
  retryDelay: (failures: number, error: unknown): number => retryDelayMs(error, failures) ?? 0,
};

/** Runs one token refresh at a time in all windows. In a browser without Web Locks, two windows may refresh the token at the same time. */
const withRefreshLock = async <Result,>(action: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? navigator.locks.request('rondo-refresh', action) : action();

export const App = () => {
  const storage = useStorage();
  const api = useMemo(
    () =>
      createClient({
        fetch: (input, init) => fetch(input, init),
        readToken: () => storage.read('accessToken'),
        writeToken: (token) => storage.write('accessToken', token),
        onSessionLost: () => dispatchEvent(new Event(sessionLostEvent)),
        runExclusively: withRefreshLock,
      }),
    [storage],
  );
  const queries = useMemo(() => new QueryClient({ defaultOptions: { queries: recovery } }), []);
  return (
    <ApiContext value={api}>
      <QueryClientProvider client={queries}>
        <SessionProvider storage={storage} hasCookie={hasSessionCookie(document.cookie)}>
          <BrowserRouter>
            <Pages />
          </BrowserRouter>
        </SessionProvider>
      </QueryClientProvider>
    </ApiContext>
  );
};
