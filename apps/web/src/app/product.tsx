// A guest on the start page sees it without the rest of the product, which comes with the first step beyond.
import { startTransition, Suspense, useState } from 'react';
import { findServedPage } from '../api/calls/served-page.ts';
import { loadPart } from '../i18n/catalogue.ts';
import { useI18n } from '../i18n/i18n-context.tsx';
import type { AppStorage } from '../lib/storage/storage.ts';
import { useToast } from '../lib/toasts.ts';
import { paths } from '../paths.ts';
import { SkipLink } from './frame/skip-link.tsx';
import { lazyPart } from '../lib/page/lazy-part.ts';

const loadApp = () => import('./app.tsx');
const loadLanding = () => import('../features/landing/landing-page.tsx');
const App = lazyPart(async () => (await loadApp()).App);
const LandingPage = lazyPart(async () => (await loadLanding()).LandingPage);

const isWholeWanted = (storage: AppStorage): boolean =>
  location.pathname !== paths.home || storage.read('accessToken') !== null;

/** Begins to fetch what the first page will be; a failure is told when the page is drawn. */
export const prefetchProduct = (storage: AppStorage): Promise<unknown> =>
  (isWholeWanted(storage) ? loadApp() : loadLanding()).catch(() => undefined);

export const Product = ({ storage }: { readonly storage: AppStorage }) => {
  const { t, language } = useI18n();
  const toast = useToast();
  const [isWhole, setWhole] = useState(() => isWholeWanted(storage));
  const [isLoading, setLoading] = useState(false);
  const logIn = async (): Promise<void> => {
    setLoading(true);
    try {
      // All that the card needs first, so that the page does not go away meanwhile.
      await Promise.all([loadApp(), import('./pages/start-page.tsx'), loadPart(language, 'guest')]);
      history.pushState(null, '', `${paths.login}${location.search}`);
      startTransition(() => setWhole(true));
    } catch {
      if ((await findServedPage()) !== 'none') {
        // What could not be fetched comes with a new page.
        location.assign(`${paths.login}${location.search}`);
        return;
      }
      toast({ tone: 'error', message: t('shell.error.chunk') });
      setLoading(false);
    }
  };
  return (
    <Suspense fallback={null}>
      {isWhole ? (
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
