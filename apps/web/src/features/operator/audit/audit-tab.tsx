// The audit tab: pages of audit lines with the newest line first, and the result of the check of the digest chain.
import { useQuery } from '@tanstack/react-query';
import type { AuditEntryWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useI18n, useT } from '../../../i18n/i18n-context.tsx';
import { unknownText } from '../../../lib/numbers/format.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Table, type Column } from '../../../ui/figures/table.tsx';
import { AuditLines } from './audit-lines.tsx';
import { actionText, subjectText } from './audit-words.ts';
import { filtersOf, pageRows } from '../console-place.ts';
import { Empty, ListState } from '../lists/list-state.tsx';
import { Moment } from '../lists/moment.tsx';
import { auditQuery } from '../operator-queries.ts';
import type { Console } from '../use-console.ts';

const useColumns = (): readonly Column<AuditEntryWire>[] => {
  const i18n = useI18n();
  const { t } = i18n;
  return [
    { key: 'time', head: t('operator.time'), cell: (line) => <Moment at={line.at} /> },
    { key: 'what', head: t('operator.what'), isName: true, cell: (line) => actionText(i18n, line) },
    {
      key: 'whom',
      head: t('operator.whom'),
      cell: (line) => <span className="console-name">{subjectText(line) || unknownText}</span>,
    },
    {
      key: 'why',
      head: t('operator.why'),
      cell: (line) => <span className="console-name">{line.detail || unknownText}</span>,
    },
    {
      key: 'who',
      head: t('operator.who'),
      cell: (line) => <span className="console-name">{line.actor_email ?? line.actor_id ?? t('operator.nobody')}</span>,
    },
  ];
};

const Rows = ({ lines }: { readonly lines: readonly AuditEntryWire[] }) => {
  const t = useT();
  const columns = useColumns();
  if (lines.length === 0) return <Empty text={t('operator.empty.audit')} />;
  return (
    <div className="card console-rows">
      <div className="wide-only">
        <Table caption={t('operator.tab.audit')} columns={columns} rows={lines} rowKey={(line) => String(line.id)} />
      </div>
      <div className="narrow-only console-inset">
        <AuditLines lines={lines} hasSubject />
      </div>
    </div>
  );
};

export const AuditTab = ({ place, go }: Console) => {
  const t = useT();
  const audit = useQuery(auditQuery(useApi(), place));
  return (
    <>
      <div className="console-controls">
        <Segmented
          label={t('operator.audit.filter')}
          value={place.state}
          options={filtersOf.audit.map((value) => ({
            value,
            label: t(value === 'all' ? 'operator.audit.all' : 'operator.state.decisions'),
          }))}
          onChange={(state) => go({ state, before: null })}
        />
      </div>
      <ListState query={audit}>
        {({ items, is_intact: isIntact }) => (
          <>
            {isIntact ? null : (
              <Banner tone="danger" role="alert">
                {t('operator.audit.broken')}
              </Banner>
            )}
            <Rows lines={items} />
            <nav className="between console-foot" aria-label={t('operator.pages')}>
              <span className="small muted">{isIntact ? t('operator.audit.intact') : ''}</span>
              <span className="row">
                {place.before === null ? null : (
                  <Button size="small" icon="left" onClick={() => go({ before: null })}>
                    {t('operator.newest')}
                  </Button>
                )}
                {items.length < pageRows ? null : (
                  <Button size="small" iconAfter="right" onClick={() => go({ before: items.at(-1)?.id ?? null })}>
                    {t('operator.older')}
                  </Button>
                )}
              </span>
            </nav>
          </>
        )}
      </ListState>
    </>
  );
};
