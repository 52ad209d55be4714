// Finished bots as a table, or as two-line rows on small screens. A row opens its detail.
import type { HistoryItem } from '@rondo/contract';
import { useAccountLabels } from '../../api/queries/chosen-account.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { useNarrow } from '../../lib/page/use-narrow.ts';
import { Icon } from '../../ui/basics/icon.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { LongList } from '../../ui/figures/long-list.tsx';
import { Triangle } from '../../ui/figures/signed-figure.tsx';
import { StairGlyph } from '../../ui/figures/stair-glyph.tsx';
import { Table, type Column } from '../../ui/figures/table.tsx';
import { explained } from '../../ui/figures/explained-head.tsx';
import { endStyle } from './end-reason.ts';
import { Profit } from './profit.tsx';

/** The number of rows at first, and of the rows that a click adds. */
const rowsPerClick = 50;

export type HistoryRowsProps = { readonly items: readonly HistoryItem[]; readonly onOpen: (item: HistoryItem) => void };

const Glyph = ({ item }: { readonly item: HistoryItem }) => (
  <StairGlyph
    steps={item.martin_steps}
    cyclicSteps={item.cyclic_steps}
    filled={item.deepest_step}
    isShort={item.direction === 'SHORT'}
    width={48}
    height={16}
  />
);

const Ladder = ({ item }: { readonly item: HistoryItem }) => {
  const t = useT();
  return (
    <span className="row">
      <Glyph item={item} />
      <span className="muted">{t('history.deepestOf', { step: item.deepest_step, all: item.martin_steps })}</span>
    </span>
  );
};

const Direction = ({ item }: { readonly item: HistoryItem }) => {
  const t = useT();
  const isLong = item.direction === 'LONG';
  return (
    <span className="history-direction">
      <span className={isLong ? 'up' : 'down'}>
        <Triangle direction={isLong ? 'up' : 'down'} />
      </span>
      {t(isLong ? 'bots.long' : 'bots.short')}
    </span>
  );
};

const EndChip = ({ item }: { readonly item: HistoryItem }) => {
  const t = useT();
  const style = endStyle(item.end_reason);
  return (
    <Chip tone={style.tone} icon={style.icon}>
      {t(style.key)}
    </Chip>
  );
};

const useColumns = ({ items, onOpen }: HistoryRowsProps): readonly Column<HistoryItem>[] => {
  const t = useT();
  const format = useFormat();
  const labelOf = useAccountLabels();
  const hasAccounts = items.some((item) => labelOf(item.account_id) !== null);
  return [
    {
      key: 'bot',
      head: t('history.bot'),
      isName: true,
      cell: (item) => (
        <button
          type="button"
          className="row-button"
          aria-label={t('history.openDetail', { name: item.title })}
          onClick={() => onOpen(item)}
        >
          {item.title}
          <Icon name="right" />
        </button>
      ),
    },
    ...(hasAccounts
      ? [{ key: 'account', head: t('bots.table.account'), cell: (item: HistoryItem) => labelOf(item.account_id) }]
      : []),
    { key: 'ladder', ...explained(t('history.ladder'), 'deepestStep'), cell: (item) => <Ladder item={item} /> },
    { key: 'direction', ...explained(t('history.direction'), 'direction'), cell: (item) => <Direction item={item} /> },
    {
      key: 'leverage',
      ...explained(t('history.leverage'), 'leverage'),
      align: 'end',
      cell: (item) => format.leverage(item.leverage),
    },
    { key: 'martin', ...explained(t('history.martin'), 'steps'), align: 'end', cell: (item) => item.martin_steps },
    {
      key: 'cyclic',
      ...explained(t('history.cyclic'), 'cyclicSteps'),
      align: 'end',
      cell: (item) => item.cyclic_steps,
    },
    { key: 'rounds', ...explained(t('history.rounds'), 'roundsCycles'), align: 'end', cell: (item) => item.rounds },
    { key: 'cycles', ...explained(t('history.cycles'), 'roundsCycles'), align: 'end', cell: (item) => item.cycles },
    { key: 'end', ...explained(t('history.endedBy'), 'endedBy'), cell: (item) => <EndChip item={item} /> },
    {
      key: 'completed',
      head: t('history.completed'),
      align: 'end',
      cell: (item) => <span className="muted">{format.dayAndTime(item.ended_at)}</span>,
    },
    {
      key: 'profit',
      ...explained(t('history.profit'), 'botPnl'),
      align: 'end',
      cell: (item) => <Profit item={item} />,
    },
  ];
};

const NarrowRow = ({ item, onOpen }: { readonly item: HistoryItem; readonly onOpen: HistoryRowsProps['onOpen'] }) => {
  const t = useT();
  const format = useFormat();
  const style = endStyle(item.end_reason);
  const account = useAccountLabels()(item.account_id);
  const isPlain = style.key === 'history.end.takeProfit';
  return (
    <li>
      <button type="button" className="narrow-row" onClick={() => onOpen(item)}>
        <span className="between">
          <strong>{item.title}</strong>
          <Profit item={item} />
        </span>
        <span className="between small muted">
          <span className="row">
            <Glyph item={item} />
            {format.list([
              `${t(item.direction === 'LONG' ? 'bots.long' : 'bots.short')} ${format.leverage(item.leverage)}`,
              `${item.martin_steps} / ${item.cyclic_steps}`,
            ])}
            {isPlain ? null : <span className={style.tone === 'danger' ? 'danger' : undefined}>{t(style.key)}</span>}
          </span>
          <span className="figures">{format.dayAndTime(item.ended_at)}</span>
        </span>
        {account === null ? null : <span className="small muted">{account}</span>}
      </button>
    </li>
  );
};

/** Only the layout of the window is rendered, and a long history begins with few rows. */
export const HistoryRows = ({ items, onOpen }: HistoryRowsProps) => {
  const t = useT();
  const isNarrow = useNarrow();
  const columns = useColumns({ items, onOpen });
  return (
    <div className="card history-rows">
      <LongList rows={items} rowsPerClick={rowsPerClick}>
        {(shown) =>
          isNarrow ? (
            <ul>
              {shown.map((item) => (
                <NarrowRow key={item.id} item={item} onOpen={onOpen} />
              ))}
            </ul>
          ) : (
            <Table caption={t('history.title')} columns={columns} rows={shown} rowKey={(item) => item.id} />
          )
        }
      </LongList>
    </div>
  );
};
