// The sign-up address: without an invitation back home; with one the form, under the three steps of joining.
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { RegisterCard } from '../features/auth/register-card.tsx';
import { RiskStrip } from '../features/landing/landing-sections.tsx';
import { useT } from '../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';
import { useToast } from '../lib/toasts.ts';
import { paths } from '../paths.ts';
import { Logo } from '../ui/logo.tsx';
import { Footer } from './footer.tsx';
import { LanguageMenu } from './language-menu.tsx';

declare global {
  interface Window {
    /** The conversion hook that a site may define (decision 25). */
    readonly rondoConversion?: () => void;
  }
}

export const RegisterPage = () => {
  const t = useT();
  const toast = useToast();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const invitation = query.get('ref') ?? '';
  useDocumentTitle(t('landing.register'));
  useEffect(() => {
    // Called first when it is there (specification, section 2).
    window.rondoConversion?.();
  }, []);
  useEffect(() => {
    if (invitation !== '') return;
    toast({ tone: 'error', message: t('register.invalid') });
    void navigate(paths.home, { replace: true });
  }, [invitation, navigate, toast, t]);
  if (invitation === '') return null;
  return (
    <div className="landing">
      <header>
        <RiskStrip />
        <div className="page landing-bar">
          <Link to={`${paths.home}?ref=${encodeURIComponent(invitation)}`} className="logo-link" aria-label="Rondo">
            <Logo />
          </Link>
          <LanguageMenu isWordy />
        </div>
      </header>
      <main id="content" className="page">
        <div className="pending register">
          <ol className="pending-steps">
            <li data-state="now" aria-current="step">
              {t('pending.step.register')}
            </li>
            <li data-state="later">{t('pending.step.contact')}</li>
            <li data-state="later">{t('pending.step.approved')}</li>
          </ol>
          <RegisterCard invitation={invitation} />
        </div>
      </main>
      <Footer />
    </div>
  );
};
