// People as a table, or as lines with buttons on small screens.
import type { OperatorUser } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import type { Translate } from '../../../i18n/translate.ts';
import { unknownText } from '../../../lib/numbers/format.ts';
import { Table, type Column } from '../../../ui/figures/table.tsx';
import { ApprovalChip } from './approval-chip.tsx';
import { Moment } from '../lists/moment.tsx';
import { VerdictButtons, type VerdictButtonsProps } from './verdict-buttons.tsx';

export type PeopleRowsProps = {
  readonly people: readonly OperatorUser[];
  /** True for the queue, whose rows have decision buttons. */
  readonly isQueue: boolean;
  readonly onOpen: (person: OperatorUser) => void;
  readonly onDecide: VerdictButtonsProps['onDecide'];
};

/** The first columns of both tables: the e-mail, which opens the dialog of the person, and the name in the messaging service. */
const nameColumns = (t: Translate, onOpen: PeopleRowsProps['onOpen']): readonly Column<OperatorUser>[] => [
  {
    key: 'email',
    head: t('operator.email'),
    isName: true,
    cell: (person) => (
      <button
        type="button"
        className="row-button console-name"
        aria-label={t('operator.open', { email: person.email })}
        onClick={() => onOpen(person)}
      >
        {person.email}
      </button>
    ),
  },
  {
    key: 'name',
    head: t('operator.messaging'),
    cell: (person) => <span className="console-name">{person.name || unknownText}</span>,
  },
];

const stateColumn = (t: Translate): Column<OperatorUser> => ({
  key: 'state',
  head: t('operator.filter'),
  cell: (person) => <ApprovalChip state={person.approval} />,
});

/** The columns of the queue: the data of the sign-up and the decision buttons. */
const queueColumns = (t: Translate, onDecide: PeopleRowsProps['onDecide']): readonly Column<OperatorUser>[] => [
  { key: 'ref', head: t('operator.ref'), cell: (person) => person.ref ?? unknownText },
  { key: 'region', head: t('operator.region'), cell: (person) => person.region ?? unknownText },
  { key: 'created', head: t('operator.signedUp'), cell: (person) => <Moment at={person.created_at} /> },
  stateColumn(t),
  {
    key: 'decide',
    head: t('operator.decision'),
    align: 'end',
    cell: (person) => <VerdictButtons person={person} onDecide={onDecide} />,
  },
];

/** The columns of the list of all people. */
const listColumns = (t: Translate): readonly Column<OperatorUser>[] => [
  stateColumn(t),
  { key: 'level', head: t('operator.level'), align: 'end', cell: (person) => person.level },
  { key: 'links', head: t('operator.tab.links'), align: 'end', cell: (person) => person.linked_accounts },
  { key: 'bots', head: t('operator.bots'), align: 'end', cell: (person) => person.running_bots },
  {
    key: 'factor',
    head: t('operator.factor'),
    cell: (person) => t(person.has_second_factor ? 'operator.on' : 'operator.off'),
  },
  {
    key: 'login',
    head: t('operator.lastLogin'),
    align: 'end',
    cell: (person) => (person.last_login_at === null ? t('operator.never') : <Moment at={person.last_login_at} />),
  },
];

const NarrowRow = ({
  person,
  isQueue,
  onOpen,
  onDecide,
}: Omit<PeopleRowsProps, 'people'> & { readonly person: OperatorUser }) => {
  const t = useT();
  return (
    <li>
      <button type="button" className="narrow-row" onClick={() => onOpen(person)}>
        <span className="between">
          <strong className="console-name">{person.email}</strong>
          <ApprovalChip state={person.approval} />
        </span>
        <span className="between small muted">
          <span className="console-name">{person.name || unknownText}</span>
          <span>
            {isQueue ? <Moment at={person.created_at} /> : t('operator.levelOf', { level: String(person.level) })}
          </span>
        </span>
      </button>
      {isQueue ? <VerdictButtons person={person} onDecide={onDecide} /> : null}
    </li>
  );
};

export const PeopleRows = ({ people, ...rest }: PeopleRowsProps) => {
  const t = useT();
  const columns = [...nameColumns(t, rest.onOpen), ...(rest.isQueue ? queueColumns(t, rest.onDecide) : listColumns(t))];
  return (
    <div className="card console-rows">
      <div className="wide-only">
        <Table
          caption={t(rest.isQueue ? 'operator.tab.sign-ups' : 'operator.tab.people')}
          columns={columns}
          rows={people}
          rowKey={(person) => person.id}
        />
      </div>
      <ul className="narrow-only">
        {people.map((person) => (
          <NarrowRow key={person.id} person={person} {...rest} />
        ))}
      </ul>
    </div>
  );
};
