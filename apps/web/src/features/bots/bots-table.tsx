// The running bots as a table with the columns name, direction, leverage, steps, cyclic steps, current step, unrealised result and status (specification 2).
import type { BotWire } from '@rondo/contract';
import { useAccountLabels } from '../../api/queries/chosen-account.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { Table, type Column } from '../../ui/figures/table.tsx';
import { explained } from '../../ui/figures/explained-head.tsx';
import { DirectionChip } from './card/bot-card-header.tsx';
import { deepestStepOf } from './card/bot-figures.ts';

export const BotsTable = ({ bots }: { readonly bots: readonly BotWire[] }) => {
  const t = useT();
  const format = useFormat();
  const labelOf = useAccountLabels();
  const columns: readonly Column<BotWire>[] = [
    { key: 'name', head: t('bots.table.bot'), isName: true, cell: (bot) => <a href={`#bot-${bot.id}`}>{bot.title}</a> },
    ...(bots.some((bot) => labelOf(bot.account_id) !== null)
      ? [{ key: 'account', head: t('bots.table.account'), cell: (bot: BotWire) => labelOf(bot.account_id) }]
      : []),
    {
      key: 'direction',
      ...explained(t('bots.table.direction'), 'direction'),
      cell: (bot) => <DirectionChip direction={bot.direction} />,
    },
    {
      key: 'leverage',
      ...explained(t('bots.table.leverage'), 'leverage'),
      align: 'end',
      cell: (bot) => format.leverage(bot.leverage),
    },
    { key: 'martin', ...explained(t('bots.table.martin'), 'steps'), align: 'end', cell: (bot) => bot.martin_steps },
    {
      key: 'cyclic',
      ...explained(t('bots.table.cyclic'), 'cyclicSteps'),
      align: 'end',
      cell: (bot) => bot.cyclic_steps,
    },
    { key: 'current', ...explained(t('bots.table.current'), 'currentStep'), align: 'end', cell: deepestStepOf },
    {
      key: 'pnl',
      ...explained(t('bots.unrealised'), 'unrealised'),
      align: 'end',
      cell: (bot) => <SignedFigure text={format.signedMoney(bot.unrealised_pnl)} />,
    },
    { key: 'status', head: t('bots.table.status'), cell: (bot) => t(`bots.phase.${bot.phase}`) },
  ];
  return (
    <div className="card bots-table">
      <Table caption={t('bots.table')} columns={columns} rows={bots} rowKey={(bot) => bot.id} />
    </div>
  );
};
