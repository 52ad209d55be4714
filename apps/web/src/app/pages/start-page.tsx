// The landing page with the log-in card. At the path /login the card is open.
import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { LoginCard } from '../../features/auth/login-card.tsx';
import { LandingPage } from '../../features/landing/landing-page.tsx';
import { useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { paths } from '../../paths.ts';

export const StartPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const { search, pathname } = useLocation();
  const [query] = useSearchParams();
  const logInButton = useRef<HTMLButtonElement>(null);
  const isLoginOpen = pathname === paths.login;
  useDocumentTitle(isLoginOpen ? t('login.title') : 'Rondo');
  return (
    <>
      <LandingPage
        invitation={query.get('ref')}
        logInRef={logInButton}
        onLogIn={() => void navigate({ pathname: paths.login, search })}
      />
      <LoginCard
        isOpen={isLoginOpen}
        onClose={() => void navigate({ pathname: paths.home, search })}
        returnTo={logInButton}
      />
    </>
  );
};
