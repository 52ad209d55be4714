// The product after the public pages: the API client, the session and the router with all pages.
import { ApiProvider } from '../api/calls/api-provider.tsx';
import { hasSessionCookie } from '../api/session/session-cookie.ts';
import { SessionProvider } from '../api/session/session-context.tsx';
import { useStorage } from '../lib/storage/storage-context.ts';
import { Pages } from '../routes.tsx';
import { PageRouter } from './page-router.tsx';

/** The build renders the frame of the bots tab without a browser. */
const readCookies = (): string => (typeof document === 'undefined' ? '' : document.cookie);

// The browser loads its number data at the first use, which takes 20 ms. Here no render waits for it.
(0).toLocaleString();

export const App = () => (
  <ApiProvider>
    <SessionProvider storage={useStorage()} hasCookie={hasSessionCookie(readCookies())}>
      <PageRouter>
        <Pages />
      </PageRouter>
    </SessionProvider>
  </ApiProvider>
);
