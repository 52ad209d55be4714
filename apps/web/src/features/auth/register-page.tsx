// The sign-up address: without an invitation back home; with one it says that registration is closed here.
import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useT } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { paths } from '../../paths.ts';
import { Logo } from '../../ui/logo.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';

export const RegisterPage = () => {
  const t = useT();
  const toast = useToast();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const ref = query.get('ref');
  useDocumentTitle(t('landing.register'));
  useEffect(() => {
    if (ref !== null) return;
    toast({ tone: 'error', message: t('register.invalid') });
    void navigate(paths.home, { replace: true });
  }, [ref, navigate, toast, t]);
  if (ref === null) return null;
  return (
    <main id="content" className="page message-page">
      <Logo />
      <PageHeading text={t('landing.register')} />
      <p>{t('register.closed')}</p>
      <Link
        className="button"
        data-variant="secondary"
        data-size="large"
        to={`${paths.home}?ref=${encodeURIComponent(ref)}`}
      >
        {t('shell.error.home')}
      </Link>
    </main>
  );
};
