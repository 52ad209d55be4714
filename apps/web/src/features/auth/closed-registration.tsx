// The card of the sign-up page while registration is closed: the contact of the operator, and no form.
import { useI18n } from '../../i18n/i18n-context.tsx';
import { paths } from '../../paths.ts';
import { HelpLink } from '../../ui/basics/help-link.tsx';
import { OpenRing } from '../../ui/basics/logo.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';

export const ClosedRegistration = () => {
  const { t } = useI18n();
  return (
    <div className="message-page">
      <OpenRing />
      <PageHeading text={t('register.closed')} />
      <p className="muted">{t('register.closedText')}</p>
      <p className="row">
        <a className="button" data-variant="primary" data-size="large" href={paths.demo}>
          {t('landing.demo')}
        </a>
        <HelpLink to="support_url" />
      </p>
    </div>
  );
};
