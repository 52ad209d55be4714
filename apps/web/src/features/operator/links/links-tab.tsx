// The links tab: every linked exchange account without its key, with owner, exchange, bots and connection state.
import { useQuery } from '@tanstack/react-query';
import type { OperatorLink } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Table, type Column } from '../../../ui/figures/table.tsx';
import { ConnectionChip, exchangeNames, LinkLines, OwnerButton } from './link-lines.tsx';
import { Empty, ListState } from '../lists/list-state.tsx';
import { Moment } from '../lists/moment.tsx';
import { linksQuery } from '../operator-queries.ts';
import { Pager } from '../lists/pager.tsx';
import { SearchField } from '../lists/search-field.tsx';
import type { Console } from '../use-console.ts';

const useColumns = (onOpen: (personId: string) => void): readonly Column<OperatorLink>[] => {
  const t = useT();
  return [
    {
      key: 'owner',
      head: t('operator.owner'),
      isName: true,
      cell: (link) => <OwnerButton link={link} onOpen={onOpen} />,
    },
    { key: 'label', head: t('operator.label'), cell: (link) => <span className="console-name">{link.label}</span> },
    { key: 'exchange', head: t('operator.exchange'), cell: (link) => exchangeNames[link.exchange] },
    {
      key: 'environment',
      head: t('operator.environment'),
      cell: (link) => t(`operator.environment.${link.environment}`),
    },
    { key: 'bots', head: t('operator.bots'), align: 'end', cell: (link) => link.running_bots },
    { key: 'connection', head: t('operator.connection'), cell: (link) => <ConnectionChip link={link} /> },
    { key: 'since', head: t('operator.linkedAt'), align: 'end', cell: (link) => <Moment at={link.created_at} /> },
  ];
};

export const LinksTab = ({ place, go }: Console) => {
  const t = useT();
  const links = useQuery(linksQuery(useApi(), place));
  const open = (personId: string): void => go({ personId });
  const columns = useColumns(open);
  const { search } = place;
  return (
    <>
      <div className="console-controls">
        <p className="muted">{t('operator.linksText')}</p>
        <SearchField
          label={t('operator.searchLinks')}
          value={search}
          onSearch={(text) => go({ search: text, page: 1 }, { replace: true })}
        />
      </div>
      <ListState query={links}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <Empty text={search === '' ? t('operator.empty.links') : t('operator.empty.search', { search })} />
            ) : (
              <div className="card console-rows">
                <div className="wide-only">
                  <Table caption={t('operator.tab.links')} columns={columns} rows={items} rowKey={(link) => link.id} />
                </div>
                <div className="narrow-only console-inset">
                  <LinkLines links={items} onOpen={open} />
                </div>
              </div>
            )}
            <Pager
              page={place.page}
              total={total}
              shown={items.length}
              readAt={links.dataUpdatedAt}
              onPage={(page) => go({ page })}
            />
          </>
        )}
      </ListState>
    </>
  );
};
