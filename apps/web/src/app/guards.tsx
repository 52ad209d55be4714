// Route guards with the texts and redirects of specification 2.
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../api/session/session-context.tsx';
import { useT } from '../i18n/i18n-context.tsx';
import { paths } from '../paths.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { readWanted, wantedOf } from './wanted-page.ts';

const Waiting = () => (
  <p className="page" role="status">
    {useT()('common.loading')}
  </p>
);

/**
 * Shows its routes to members only and redirects guests to the start page. A guest with a link to settings gets the log-in card, and the link is opened after the log-in.
 * When `isForOperators` is true, only operators see the routes, and every other user sees the not-found page.
 */
export const MembersOnly = ({ isForOperators = false }: { readonly isForOperators?: boolean }) => {
  const { session } = useSession();
  const wanted = wantedOf(useLocation());
  if (session.kind === 'loading') return <Waiting />;
  if (isForOperators && (session.kind === 'guest' || session.user.role !== 'operator')) return <NotFoundPage />;
  if (session.kind !== 'guest') return <Outlet />;
  return wanted === null ? <Navigate to={paths.home} replace /> : <Navigate to={paths.login} replace state={wanted} />;
};

/** Shows its routes to guests only and redirects members to the page that they wanted before the log-in, or to the dashboard. */
export const GuestsOnly = () => {
  const { session } = useSession();
  const location = useLocation();
  if (session.kind === 'loading') return <Waiting />;
  return session.kind === 'member' ? (
    <Navigate to={readWanted(location.state) ?? paths.dashboard} replace state={{ from: location.pathname }} />
  ) : (
    <Outlet />
  );
};

/** Shows its routes to approved members only and redirects other users to the bots tab. */
export const GrantedOnly = () => {
  const { session } = useSession();
  return session.kind === 'member' && session.user.has_granted ? <Outlet /> : <Navigate to={paths.bots} replace />;
};
