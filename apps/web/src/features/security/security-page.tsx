// The security page: password, second factor, sessions, publication consent and the user's own data.
import { useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { ConsentCard } from './consent-card.tsx';
import { FactorCard } from './factor-card.tsx';
import { LoginsCard } from './logins-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { RecordsCard } from './records-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import './security.css';

export const SecurityPage = () => {
  const t = useT();
  useDocumentTitle(t('security.title'));
  return (
    <>
      <div className="security-title">
        <PageHeading text={t('security.title')} />
        <p className="muted">{t('security.lead')}</p>
      </div>
      <div className="security-columns">
        <div className="security-column">
          <PasswordCard />
          <ConsentCard />
          <RecordsCard />
        </div>
        <div className="security-column">
          <FactorCard />
          <PasskeysCard />
          <SessionsCard />
          <LoginsCard />
        </div>
      </div>
    </>
  );
};
