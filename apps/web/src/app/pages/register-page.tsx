// The sign-up page. It shows the form when the address contains an invitation and registration is open. Without an invitation it redirects to the start page.
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { useApi } from '../../api/calls/api-context.tsx';
import { registrationQuery } from '../../api/queries/queries.ts';
import { ClosedRegistration } from '../../features/auth/closed-registration.tsx';
import { RegisterCard } from '../../features/auth/register-card.tsx';
import { useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { useToast } from '../../lib/toasts.ts';
import { paths } from '../../paths.ts';
import { PublicFrame } from '../frame/public-frame.tsx';

declare global {
  interface Window {
    /** The conversion hook: a function that the operator of a site may define (decision 25). */
    readonly rondoConversion?: () => void;
  }
}

export const RegisterPage = () => {
  const t = useT();
  const toast = useToast();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const invitation = query.get('ref') ?? '';
  const isClosed = useQuery(registrationQuery(useApi())).data?.is_open === false;
  useDocumentTitle(t('landing.register'));
  useEffect(() => {
    // If the site defines the conversion hook, it is called before the redirect (specification 2).
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
          {isClosed ? (
            <ClosedRegistration />
          ) : (
            <>
              <ol className="steps">
                <li aria-current="step">{t('pending.step.register')}</li>
                <li>{t('pending.step.contact')}</li>
                <li>{t('pending.step.approved')}</li>
              </ol>
              <RegisterCard invitation={invitation} />
            </>
          )}
        </div>
      </div>
    </PublicFrame>
  );
};
