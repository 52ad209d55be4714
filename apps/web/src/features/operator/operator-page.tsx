// The operator's console: sign-ups, people, links, health and the audit. Each tab has a different address.
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { AuditTab } from './audit/audit-tab.tsx';
import { consoleTabs, initialPlace, writePlace, type ConsoleTab } from './console-place.ts';
import { HealthTab } from './health-tab.tsx';
import { LinksTab } from './links/links-tab.tsx';
import { PeopleTab } from './people/people-tab.tsx';
import { PersonDialog } from './people/person-dialog.tsx';
import { useConsole } from './use-console.ts';
import './operator.css';

const ConsoleTabs = ({ chosen }: { readonly chosen: ConsoleTab }) => {
  const t = useT();
  return (
    <nav className="console-tabs" aria-label={t('operator.tabs')}>
      {consoleTabs.map((tab) => (
        <Link
          key={tab}
          to={{ search: writePlace(initialPlace(tab)) }}
          aria-current={tab === chosen ? 'page' : undefined}
          className="console-tab"
        >
          {t(`operator.tab.${tab}`)}
        </Link>
      ))}
    </nav>
  );
};

export const OperatorPage = () => {
  const t = useT();
  const { place, go } = useConsole();
  const format = useFormat();
  useDocumentTitle(format.list([t(`operator.tab.${place.tab}`), t('operator.title')]));
  return (
    <div className="console">
      <div className="console-title">
        <PageHeading text={t('operator.title')} />
        <p className="muted">{t('operator.lead')}</p>
      </div>
      <ConsoleTabs chosen={place.tab} />
      {place.tab === 'sign-ups' || place.tab === 'people' ? <PeopleTab key={place.tab} place={place} go={go} /> : null}
      {place.tab === 'links' ? <LinksTab place={place} go={go} /> : null}
      {place.tab === 'health' ? <HealthTab /> : null}
      {place.tab === 'audit' ? <AuditTab place={place} go={go} /> : null}
      {place.personId === null ? null : (
        <PersonDialog
          key={place.personId}
          personId={place.personId}
          // The history entry is replaced. Otherwise the back button would open the person again, and the server would write another audit line.
          onClose={() => go({ personId: null }, { replace: true })}
        />
      )}
    </div>
  );
};
