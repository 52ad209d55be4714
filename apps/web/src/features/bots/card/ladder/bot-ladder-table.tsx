// The ladder of a running bot as a table.
import type { InstrumentWire } from '@rondo/contract';
import { useT } from '../../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../../lib/numbers/use-format.ts';
import { Table, type Column } from '../../../../ui/figures/table.tsx';
import { explained } from '../../../../ui/figures/explained-head.tsx';
import type { BotFigures, LadderRung } from '../bot-figures.ts';
import { rungText, type RungContext } from './rung-text.ts';

export type LadderTableProps = RungContext & {
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire;
};

export const LadderTable = ({ figures, instrument, ...context }: LadderTableProps) => {
  const t = useT();
  const format = useFormat();
  const columns: readonly Column<LadderRung>[] = [
    { key: 'step', head: t('bots.ladder.step'), isName: true, cell: (rung) => rung.step },
    {
      key: 'price',
      head: t('bots.ladder.price'),
      align: 'end',
      cell: (rung) => format.price(rung.price, instrument.tickSz),
    },
    { key: 'size', head: t('bots.ladder.size'), align: 'end', cell: (rung) => format.size(rung.size, 8) },
    {
      key: 'liquidation',
      ...explained(t('bots.ladder.liquidation'), 'estLiquidation'),
      align: 'end',
      cell: (rung) =>
        rung.liquidation === null ? t('common.none') : format.price(rung.liquidation, instrument.tickSz),
    },
    { key: 'state', head: t('bots.ladder.state'), cell: (rung) => rungText(t, rung, context) },
  ];
  return (
    <Table
      caption={t('bots.chart.asTable')}
      columns={columns}
      rows={figures.rungs}
      rowKey={(rung) => String(rung.step)}
    />
  );
};
