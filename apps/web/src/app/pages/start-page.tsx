// The landing page with the log-in card. At the path /login the card is open.
import { useRef, type MouseEvent } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { LoginCard } from '../../features/auth/login-card.tsx';
import { LandingPage } from '../../features/landing/landing-page.tsx';
import { useT } from '../../i18n/i18n-context.tsx';
import { isPlainClick } from '../../lib/page/plain-click.ts';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { paths, registerPath } from '../../paths.ts';
import { readWanted } from '../wanted-page.ts';

export const StartPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const { search, pathname, state } = useLocation();
  const [query] = useSearchParams();
  // The state has the page that the visitor wanted before the log-in, so it stays while the card closes and opens.
  const go = (to: string): void => void navigate({ pathname: to, search }, { state });
  const invitation = query.get('ref');
  /** A link would make a history entry without the state. */
  const register = (click: MouseEvent): void => {
    if (readWanted(state) === null || !isPlainClick(click)) return;
    click.preventDefault();
    void navigate(registerPath(invitation), { state });
  };
  const logInButton = useRef<HTMLButtonElement>(null);
  const isLoginOpen = pathname === paths.login;
  useDocumentTitle(isLoginOpen ? t('login.title') : 'Rondo');
  return (
    <>
      <LandingPage
        invitation={invitation}
        logInRef={logInButton}
        onLogIn={() => go(paths.login)}
        onRegister={register}
      />
      <LoginCard isOpen={isLoginOpen} onClose={() => go(paths.home)} returnTo={logInButton} />
    </>
  );
};
