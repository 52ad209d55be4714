// The start page for guests, with the log-in card over it; /login is the same page with the card open.
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { LoginCard } from '../features/auth/login-card.tsx';
import { HowItWorks } from '../features/landing/landing-sections.tsx';
import { useT } from '../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { paths, registerPath } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { PublicFrame } from './public-frame.tsx';

export const StartPage = () => {
  const t = useT();
  const navigate = useNavigate();
  const { search, pathname } = useLocation();
  const [query] = useSearchParams();
  const isLoginOpen = pathname === paths.login;
  useDocumentTitle(isLoginOpen ? t('login.title') : 'Rondo');
  return (
    <PublicFrame>
      <section className="page hero">
        <h1>{t('landing.title')}</h1>
        <div className="hero-side">
          <p>{t('landing.lead')}</p>
          <div className="row">
            <Button variant="primary" size="large" onClick={() => void navigate({ pathname: paths.login, search })}>
              {t('login.title')}
            </Button>
            <span className="muted">
              {t('landing.invitation')} <Link to={registerPath(query.get('ref'))}>{t('landing.register')}</Link>
            </span>
          </div>
        </div>
      </section>
      <HowItWorks />
      <LoginCard isOpen={isLoginOpen} onClose={() => void navigate({ pathname: paths.home, search })} />
    </PublicFrame>
  );
};
