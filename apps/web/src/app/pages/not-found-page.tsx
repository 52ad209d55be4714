// The page of an unknown address, in the frame of the public pages.
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { paths } from '../../paths.ts';
import { OpenRing } from '../../ui/basics/logo.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { PublicFrame } from '../frame/public-frame.tsx';

export const NotFoundPage = () => {
  const t = useT();
  useDocumentTitle(t('shell.notFound.title'));
  return (
    <PublicFrame>
      <div className="page message-page">
        <OpenRing />
        <PageHeading text={t('shell.notFound.title')} />
        <p>{t('shell.error.bots')}</p>
        <p className="muted">{t('shell.notFound.advice')}</p>
        <Link className="button" data-variant="primary" data-size="large" to={paths.home}>
          {t('shell.error.home')}
        </Link>
      </div>
    </PublicFrame>
  );
};
