// The sign-up page. Without an invitation it redirects to the start page; with one it shows the form.
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { RegisterCard } from '../../features/auth/register-card.tsx';
import { useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { useToast } from '../../lib/toasts.ts';
import { paths } from '../../paths.ts';
import { PublicFrame } from '../frame/public-frame.tsx';

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
    // The conversion hook is called first, if the site defines it (specification 2).
    window.rondoConversion?.();
  }, []);
  useEffect(() => {
    if (invitation !== '') return;
    toast({ tone: 'error', message: t('register.invalid') });
    void navigate(paths.home, { replace: true });
  }, [invitation, navigate, toast, t]);
  if (invitation === '') return null;
  return (
    <PublicFrame home={`${paths.home}?ref=${encodeURIComponent(invitation)}`}>
      <div className="page">
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
      </div>
    </PublicFrame>
  );
};
