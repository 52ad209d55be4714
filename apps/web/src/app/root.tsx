// The root of every route: scrolls to the top on each change of route and catches errors of pages.
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { ErrorBoundary } from './pages/error-page.tsx';
import { SkipLink } from './frame/skip-link.tsx';

export const Root = () => {
  const { pathname } = useLocation();
  useEffect(() => {
    scrollTo(0, 0);
  }, [pathname]);
  return (
    <>
      <SkipLink />
      <ErrorBoundary pathname={pathname}>
        <Outlet />
      </ErrorBoundary>
    </>
  );
};
