// Shows a public page without loading the rest of the product. The log-in button of the landing page loads the rest of the product.
import { startTransition, Suspense, useState, type MouseEvent } from 'react';
import { findServedPage } from '../api/calls/served-page.ts';
import { loadPart } from '../i18n/catalogue.ts';
import type { Language } from '../i18n/language.ts';
import type { FirstPage } from '../first-page.ts';
import { TextsOf, useI18n } from '../i18n/i18n-context.tsx';
import { useToast } from '../lib/toasts.ts';
import { paths } from '../paths.ts';
import { SkipLink } from './frame/skip-link.tsx';
import { isPlainClick } from '../lib/page/plain-click.ts';
import { useEarlyClick } from '../lib/page/use-early-click.ts';
import { lazyComponent } from '../lib/page/lazy-component.ts';

const loadApp = () => import('./app.tsx');
const loadLanding = () => import('../features/landing/landing-page.tsx');
const loadLegal = () => import('../features/legal/legal-page.tsx');
const loadDemo = () => import('./pages/demo-visit.tsx');
const loadBots = () => Promise.all([loadApp(), import('./frame/shell.tsx'), import('./pages/bots-tab.tsx')]);
const App = lazyComponent(async () => (await loadApp()).App);
const LandingPage = lazyComponent(async () => (await loadLanding()).LandingPage);
const LegalPage = lazyComponent(async () => (await loadLegal()).LegalPage);

const DemoVisit = lazyComponent(async () => (await loadDemo()).DemoVisit);

const demoTexts = ['create', 'replay', 'demo'] as const;
const botsTexts = ['guest', 'member'] as const;

const loads: Readonly<Record<FirstPage, (language: Language) => Promise<unknown>>> = {
  landing: loadLanding,
  demo: (language) => Promise.all([loadDemo(), ...demoTexts.map((part) => loadPart(language, part))]),
  terms: (language) => Promise.all([loadLegal(), loadPart(language, 'legal')]),
  privacy: (language) => Promise.all([loadLegal(), loadPart(language, 'legal')]),
  bots: (language) => Promise.all([loadBots(), ...botsTexts.map((part) => loadPart(language, part))]),
  app: loadApp,
};

/** Starts loading the first page. An error is ignored here, because the error is shown when the page is rendered. */
export const prefetchPage = (page: FirstPage, language: Language): Promise<unknown> =>
  loads[page](language).catch(() => undefined);

export type ProductProps = {
  readonly page: FirstPage;
  /** The query of the address. */
  readonly search: string;
};

const FirstPageOf = ({ page, search }: ProductProps) => {
  switch (page) {
    case 'terms':
    case 'privacy':
      return (
        <>
          <SkipLink />
          <TextsOf part="legal">
            <LegalPage name={page} />
          </TextsOf>
        </>
      );
    case 'demo':
      return (
        <>
          <SkipLink />
          <TextsOf part="create" also="replay">
            <TextsOf part="demo">
              <DemoVisit />
            </TextsOf>
          </TextsOf>
        </>
      );
    case 'bots':
      return <App />;
    case 'landing':
    case 'app':
      return <StartOrApp isApp={page === 'app'} search={search} />;
  }
};

/** The first page of a visit. */
export const Product = (props: ProductProps) => (
  <Suspense fallback={null}>
    <FirstPageOf {...props} />
  </Suspense>
);

/** The landing page until its log-in button is used, then the product. */
const StartOrApp = ({ isApp, search }: { readonly isApp: boolean; readonly search: string }) => {
  const { t, language } = useI18n();
  const toast = useToast();
  const [isWholeApp, setWholeApp] = useState(isApp);
  const [isLoading, setLoading] = useState(false);
  useEarlyClick();
  const open = async (address: string, loadCode: () => Promise<unknown>): Promise<void> => {
    setLoading(true);
    try {
      // All code and texts of the next page are loaded first. The landing page remains visible in that time.
      await Promise.all([loadApp(), loadCode(), loadPart(language, 'guest')]);
      // The state has the page that the visitor wanted before the log-in (`wanted-page.ts`).
      history.pushState(history.state, '', address);
      startTransition(() => setWholeApp(true));
    } catch {
      if ((await findServedPage()) !== 'none') {
        // A browser does not retry a chunk that failed to load, so the whole page is loaded again.
        location.assign(address);
        return;
      }
      toast({ tone: 'error', message: t('shell.error.chunk') });
      setLoading(false);
    }
  };
  const logIn = (): Promise<void> => open(`${paths.login}${location.search}`, () => import('./pages/start-page.tsx'));
  /** A link would make a history entry without the state. */
  const register = (click: MouseEvent<HTMLAnchorElement>): void => {
    if (history.state === null || !isPlainClick(click)) return;
    click.preventDefault();
    void open(click.currentTarget.href, () => import('./pages/register-page.tsx'));
  };
  return isWholeApp ? (
    <App />
  ) : (
    <>
      <SkipLink />
      <LandingPage
        invitation={new URLSearchParams(search).get('ref')}
        isBusy={isLoading}
        onLogIn={() => void logIn()}
        onRegister={register}
      />
    </>
  );
};
