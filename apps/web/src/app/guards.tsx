// Who may see which page. The texts and redirects are those of specification 2.
import { Navigate, Outlet, useLocation } from 'react-router';
import { useSession } from '../api/session/session-context.tsx';
import { useT } from '../i18n/i18n-context.tsx';
import { paths } from '../paths.ts';
import { NotFoundPage } from './pages/not-found-page.tsx';

const Waiting = () => (
  <p className="page" role="status">
    {useT()('common.loading')}
  </p>
);

/** Logged-in people only; everybody else goes to the start page. Where only operators go, the address leads others nowhere. */
export const MembersOnly = ({ isForOperators = false }: { readonly isForOperators?: boolean }) => {
  const { session } = useSession();
  if (session.kind === 'loading') return <Waiting />;
  if (isForOperators && (session.kind === 'guest' || session.user.role !== 'operator')) return <NotFoundPage />;
  return session.kind === 'guest' ? <Navigate to={paths.home} replace /> : <Outlet />;
};

/** Guests only; members go to the dashboard. The invitation in the query is kept when going home. */
export const GuestsOnly = () => {
  const { session } = useSession();
  const location = useLocation();
  if (session.kind === 'loading') return <Waiting />;
  return session.kind === 'member' ? (
    <Navigate to={paths.dashboard} replace state={{ from: location.pathname }} />
  ) : (
    <Outlet />
  );
};

/** Members whom the operator has granted; the others go to the bots tab. */
export const GrantedOnly = () => {
  const { session } = useSession();
  return session.kind === 'member' && session.user.has_granted ? <Outlet /> : <Navigate to={paths.bots} replace />;
};
