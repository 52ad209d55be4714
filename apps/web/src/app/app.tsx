// The product after the public pages: the API client, the session and the router with all pages.
import { BrowserRouter } from 'react-router';
import { ApiProvider } from '../api/calls/api-provider.tsx';
import { hasSessionCookie } from '../api/session/session-cookie.ts';
import { SessionProvider } from '../api/session/session-context.tsx';
import { useStorage } from '../lib/storage/storage-context.ts';
import { Pages } from '../routes.tsx';

export const App = () => (
  <ApiProvider>
    <SessionProvider storage={useStorage()} hasCookie={hasSessionCookie(document.cookie)}>
      <BrowserRouter>
        <Pages />
      </BrowserRouter>
    </SessionProvider>
  </ApiProvider>
);
