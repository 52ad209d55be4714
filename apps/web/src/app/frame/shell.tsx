// The dashboard's frame: top bar, tabs, offline banner, content, footer, and the bottom navigation of small screens.
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { FeedProvider } from '../../api/feed/feed-context.tsx';
import { useMember } from '../../api/session/session-context.tsx';
import { ConnectionMonitor } from '../../features/connection/warnings/connection-monitor.tsx';
import { PaletteKeys } from '../../features/palette/palette-keys.tsx';
import { ProofProvider } from '../../features/security/proof-context.tsx';
import { useT } from '../../i18n/i18n-context.tsx';
import { usePreferences } from '../../lib/storage/preferences-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { useEarlyClick } from '../../lib/page/use-early-click.ts';
import { useHydrated } from '../../lib/page/use-hydrated.ts';
import { useIdle } from '../../lib/page/use-idle.ts';
import { useOnline } from '../../lib/page/use-online.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { IconButton } from '../../ui/basics/button.tsx';
import { HelpLink } from '../../ui/basics/help-link.tsx';
import { Logo } from '../../ui/basics/logo.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { ErrorBoundary } from '../pages/error-page.tsx';
import { Footer } from './footer.tsx';
import { HealthChip } from './health-chip.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Tabs } from './tabs.tsx';
import { useForcedRefresh } from '../use-forced-refresh.ts';
import { UserMenu } from './user-menu.tsx';

/** The code of the notice is loaded after the frame. */
const LoginNotice = lazyComponent(async () => (await import('../../features/security/login-notice.tsx')).LoginNotice);

/** The height of the grey box that is shown while a page is loading, in px. */
const pageHeight = 640;

const TopBar = () => {
  const t = useT();
  const settings = usePreferences();
  const { isSimulated } = useMember();
  const isHydrated = useHydrated();
  useEffect(() => {
    if (isHydrated) document.documentElement.classList.remove('real-money');
  }, [isHydrated]);
  return (
    <header className="top-bar">
      <div className="top-bar-row">
        <Link to={paths.dashboard} className="logo-link" aria-label="Rondo">
          <Logo />
        </Link>
        <Tabs />
        <div className="top-bar-end">
          {/* The written frame always has the label. The script of `index.html` hides it from a person with real money. */}
          {!isHydrated || isSimulated ? (
            <span className="simulated" title={t('common.simulatedHint')}>
              {t('common.simulated')}
            </span>
          ) : null}
          <HealthChip />
          <IconButton
            icon={settings.hidesAmounts ? 'eye-off' : 'eye'}
            label={t(settings.hidesAmounts ? 'shell.showAmounts' : 'shell.hideAmounts')}
            aria-pressed={settings.hidesAmounts}
            onClick={() => settings.changeHidesAmounts(!settings.hidesAmounts)}
          />
          <HelpLink to="guide_url" className="roomy-only top-bar-link" />
          <span className="wide-only">
            <LanguageMenu />
          </span>
          <UserMenu />
        </div>
      </div>
    </header>
  );
};

export const Shell = () => {
  const t = useT();
  const isOnline = useOnline();
  const { pathname } = useLocation();
  const footer = useRef<HTMLElement>(null);
  const [isFooterVisible, setFooterVisible] = useState(false);
  const isIdle = useIdle();
  useForcedRefresh();
  useEarlyClick();
  useEffect(() => {
    if (footer.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setFooterVisible(entry?.isIntersecting ?? false), {
      threshold: 0.6,
    });
    observer.observe(footer.current);
    return () => observer.disconnect();
  }, []);
  return (
    <FeedProvider>
      <ConnectionMonitor />
      <PaletteKeys />
      <TopBar />
      {isOnline ? null : (
        <div className="page offline">
          <Banner tone="warning" role="alert">
            {t('shell.offline')}
          </Banner>
        </div>
      )}
      <Suspense fallback={null}>{isIdle ? <LoginNotice /> : null}</Suspense>
      <main id="content" className="page">
        <ProofProvider>
          <ErrorBoundary pathname={pathname} isPart>
            <Suspense fallback={<Skeleton height={pageHeight} />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </ProofProvider>
      </main>
      <Footer ref={footer} />
      <Tabs isBottom isHidden={isFooterVisible} />
    </FeedProvider>
  );
};
