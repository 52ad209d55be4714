// The ladder as a table with the data of the chart. Each row has the price, the amount and the size of a step, and the average, exit and liquidation price after this step has filled.
import { formatDecimal, fractionToDecimal, multiply } from '@rondo/decimal';
import type { BotConfig, LadderPreview, PreviewRow } from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { placesOf } from '../../../lib/numbers/format.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Chip } from '../../../ui/figures/chip.tsx';
import { StairGlyph } from '../../../ui/figures/stair-glyph.tsx';
import { Table, type Column } from '../../../ui/figures/table.tsx';
import { explained } from '../../../ui/figures/explained-head.tsx';
import { percentFrom } from './preview-chart.ts';

type LadderTableProps = {
  readonly preview: LadderPreview;
  readonly config: BotConfig;
  readonly lastPrice: string;
  readonly baseCurrency: string;
};

const useColumns = ({
  config,
  lastPrice,
  baseCurrency,
}: Omit<LadderTableProps, 'preview'>): readonly Column<PreviewRow>[] => {
  const t = useT();
  const format = useFormat();
  const tick = formatDecimal(config.instrument.tickSz);
  const last = Number(lastPrice);
  const sizePlaces = placesOf(formatDecimal(multiply(config.instrument.lotSz, config.instrument.ctVal)));
  const price = (text: string): string => format.price(text, tick);
  const columns: readonly Column<PreviewRow>[] = [
    { key: 'step', head: t('create.table.step'), isName: true, cell: (row) => <StepName row={row} config={config} /> },
    { key: 'price', head: t('create.table.price'), cell: (row) => <strong>{price(formatDecimal(row.price))}</strong> },
    {
      key: 'distance',
      head: t('create.table.fromNow'),
      cell: (row) => (
        <span className="muted">{format.signedPercent(percentFrom(Number(formatDecimal(row.price)), last))}</span>
      ),
    },
    {
      key: 'amount',
      ...explained(t('create.table.amount'), 'stepAmount'),
      cell: (row) => format.money(formatDecimal(fractionToDecimal(row.notional, 2, 'halfUp'))),
    },
    {
      key: 'size',
      head: t('create.table.size', { base: baseCurrency }),
      cell: (row) => format.size(formatDecimal(multiply(row.contracts, config.instrument.ctVal)), sizePlaces),
    },
    {
      key: 'average',
      ...explained(t('create.table.average'), 'average'),
      cell: (row) => price(formatDecimal(fractionToDecimal(row.average, 12, 'halfUp'))),
    },
    {
      key: 'exit',
      ...explained(t('create.table.takeProfit'), 'takeProfit'),
      cell: (row) => <span className="up">{price(formatDecimal(row.exitPrice))}</span>,
    },
    {
      key: 'liquidation',
      ...explained(t('create.table.liquidation'), 'estLiquidation'),
      cell: (row) => <LiquidationCell row={row} tick={tick} last={last} />,
    },
  ];
  return columns.map((column) => (column.isName === true ? column : { ...column, align: 'end' }));
};

export const LadderTable = ({ preview, ...rest }: LadderTableProps) => {
  const t = useT();
  const columns = useColumns(rest);
  return (
    <Table
      caption={t('create.table.caption')}
      columns={columns}
      rows={preview.rows}
      rowKey={(row) => String(row.step)}
    />
  );
};

const StepName = ({ row, config }: { readonly row: PreviewRow; readonly config: BotConfig }) => {
  const t = useT();
  return (
    <span className="ladder-step">
      <span>{row.step}</span>
      <StairGlyph
        steps={config.martinSteps}
        cyclicSteps={config.cyclicSteps}
        filled={row.step}
        isShort={config.direction === 'short'}
      />
      {row.cyclic ? (
        <Chip tone="accent" icon="refresh">
          {t('create.table.cyclic')}
        </Chip>
      ) : null}
      {row.affordability.kind === 'unaffordable' ? (
        <Chip tone="danger" icon="warning">
          {t('create.table.unaffordable')}
        </Chip>
      ) : null}
      {row.affordability.kind === 'beyond_liquidation' ? (
        <Chip tone="danger" icon="warning">
          {t('create.table.beyond')}
        </Chip>
      ) : null}
    </span>
  );
};

const LiquidationCell = ({
  row,
  tick,
  last,
}: {
  readonly row: PreviewRow;
  readonly tick: string;
  readonly last: number;
}) => {
  const t = useT();
  const format = useFormat();
  if (row.liquidationPrice === null) return <span className="muted">{t('common.none')}</span>;
  const text = formatDecimal(row.liquidationPrice);
  return (
    <>
      {format.price(text, tick)}{' '}
      <small className="muted">{format.signedPercent(percentFrom(Number(text), last))}</small>
    </>
  );
};
