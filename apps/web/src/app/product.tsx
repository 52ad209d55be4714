// Shows the landing page to guests without loading the rest of the product. The log-in button loads the rest of the product.
import { startTransition, Suspense, useState } from 'react';
import { hasSessionCookie } from '../api/session/session-cookie.ts';
import { findServedPage } from '../api/calls/served-page.ts';
import { loadPart } from '../i18n/catalogue.ts';
import { useI18n } from '../i18n/i18n-context.tsx';
import type { AppStorage } from '../lib/storage/storage.ts';
import { useToast } from '../lib/toasts.ts';
import { paths } from '../paths.ts';
import { SkipLink } from './frame/skip-link.tsx';
import { lazyComponent } from '../lib/page/lazy-component.ts';

const loadApp = () => import('./app.tsx');
const loadLanding = () => import('../features/landing/landing-page.tsx');
const App = lazyComponent(async () => (await loadApp()).App);
const LandingPage = lazyComponent(async () => (await loadLanding()).LandingPage);

const needsWholeApp = (storage: AppStorage): boolean =>
  location.pathname !== paths.home || storage.read('accessToken') !== null || hasSessionCookie(document.cookie);

/** Starts loading the first page. An error is ignored here, because the error is shown when the page is rendered. */
export const prefetchProduct = (storage: AppStorage): Promise<unknown> =>
  (needsWholeApp(storage) ? loadApp() : loadLanding()).catch(() => undefined);

export const Product = ({ storage }: { readonly storage: AppStorage }) => {
  const { t, language } = useI18n();
  const toast = useToast();
  const [isWholeApp, setWholeApp] = useState(() => needsWholeApp(storage));
  const [isLoading, setLoading] = useState(false);
  const logIn = async (): Promise<void> => {
    setLoading(true);
    try {
      // All code and texts of the log-in card are loaded first. The landing page remains visible in that time.
      await Promise.all([loadApp(), import('./pages/start-page.tsx'), loadPart(language, 'guest')]);
      history.pushState(null, '', `${paths.login}${location.search}`);
      startTransition(() => setWholeApp(true));
    } catch {
      if ((await findServedPage()) !== 'none') {
        // A browser does not retry a chunk that failed to load, so the whole page is loaded again.
        location.assign(`${paths.login}${location.search}`);
        return;
      }
      toast({ tone: 'error', message: t('shell.error.chunk') });
      setLoading(false);
    }
  };
  return (
    <Suspense fallback={null}>
      {isWholeApp ? (
        <App />
      ) : (
        <>
          <SkipLink />
          <LandingPage
            invitation={new URLSearchParams(location.search).get('ref')}
            isBusy={isLoading}
            onLogIn={() => void logIn()}
          />
        </>
      )}
    </Suspense>
  );
};
