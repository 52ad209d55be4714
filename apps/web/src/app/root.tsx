// Around every page: scrolls to the top on each change of route, and holds the skip link.
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useT } from '../i18n/i18n-context.tsx';

export const Root = () => {
  const { pathname } = useLocation();
  const t = useT();
  useEffect(() => {
    scrollTo(0, 0);
  }, [pathname]);
  return (
    <>
      <a className="skip-link" href="#content">
        {t('shell.skip')}
      </a>
      <Outlet />
    </>
  );
};
