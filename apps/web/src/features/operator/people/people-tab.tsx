// The people tab and the queue of sign-ups: filter, search, pages, and a table whose rows open the dialog of a person.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/calls/api-context.tsx';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { filtersOf, type Place } from '../console-place.ts';
import type { ReviewDecision } from './decision.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { Empty, ListState } from '../lists/list-state.tsx';
import { usersQuery } from '../operator-queries.ts';
import { Pager } from '../lists/pager.tsx';
import { PeopleRows } from './people-rows.tsx';
import { SearchField } from '../lists/search-field.tsx';
import type { Console } from '../use-console.ts';

const Controls = ({ place, go }: Console) => {
  const t = useT();
  return (
    <div className="console-controls">
      <Segmented
        label={t('operator.filter')}
        value={place.state}
        options={filtersOf[place.tab].map((value) => ({ value, label: t(`operator.state.${value}`) }))}
        onChange={(state) => go({ state, page: 1 })}
      />
      <SearchField
        label={t('operator.searchPeople')}
        value={place.search}
        onSearch={(search) => go({ search, page: 1 }, { replace: true })}
      />
    </div>
  );
};

const emptyKey = ({ search, state }: Place) =>
  search !== '' ? 'operator.empty.search' : state === 'pending' ? 'operator.empty.pending' : 'operator.empty.people';

export const PeopleTab = ({ place, go }: Console) => {
  const t = useT();
  const people = useQuery(usersQuery(useApi(), place));
  const [decision, setDecision] = useState<ReviewDecision | null>(null);
  return (
    <>
      <Controls place={place} go={go} />
      <ListState query={people}>
        {({ items, total }) => (
          <>
            {items.length === 0 ? (
              <Empty text={t(emptyKey(place), { search: place.search })} />
            ) : (
              <PeopleRows
                people={items}
                isQueue={place.tab === 'sign-ups'}
                onOpen={(person) => go({ personId: person.id })}
                onDecide={setDecision}
              />
            )}
            <Pager
              page={place.page}
              total={total}
              shown={items.length}
              readAt={people.dataUpdatedAt}
              onPage={(page) => go({ page })}
            />
          </>
        )}
      </ListState>
      {decision === null ? null : <DecisionDialog decision={decision} onClose={() => setDecision(null)} />}
    </>
  );
};
