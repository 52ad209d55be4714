// The open positions of an account that no bot manages, each as a card with its figures and with what the owner can do.
import type { ForeignPositionWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Card } from '../../../ui/basics/card.tsx';
import { Chip } from '../../../ui/figures/chip.tsx';
import { Pairs } from '../../../ui/figures/stat.tsx';
import { PositionName, usePositionFacts } from './position-facts.tsx';

export type ForeignPositionsProps = {
  readonly positions: readonly ForeignPositionWire[];
  readonly instruments: readonly InstrumentWire[];
  /** The label of the account, or null when the person has only one account. */
  readonly account: string | null;
};

type PositionCardProps = Pick<ForeignPositionsProps, 'account'> & {
  readonly position: ForeignPositionWire;
  readonly instrument: InstrumentWire | undefined;
};

const PositionCard = ({ position, instrument, account }: PositionCardProps) => {
  const t = useT();
  const format = useFormat();
  const tick = instrument?.tickSz ?? '0.01';
  const { size, pnl, liquidation } = usePositionFacts()(position, instrument);
  return (
    <Card
      title={t('bots.foreign.title')}
      end={
        <Chip tone="warning" icon="warning">
          {t('bots.foreign.badge')}
        </Chip>
      }
    >
      <div className="card-body stack">
        <PositionName position={position} />
        {account === null ? null : <p className="muted small">{account}</p>}
        <Pairs
          pairs={[
            size,
            pnl,
            { label: t('bots.average'), term: 'positionEntry', value: format.price(position.entry_price, tick) },
            { label: t('bots.dialog.mark'), term: 'markPrice', value: format.price(position.mark_price, tick) },
            liquidation,
            {
              label: t('bots.marginInUse'),
              term: 'positionMargin',
              value: `${format.money(position.margin)}\u00a0USDT`,
            },
          ]}
        />
        <p className="muted small">{t(position.beside === null ? 'bots.foreign.text' : 'bots.foreign.besideText')}</p>
      </div>
    </Card>
  );
};

export const ForeignPositions = ({ positions, instruments, account }: ForeignPositionsProps) => (
  <>
    {positions.map((position) => (
      <PositionCard
        key={`${position.symbol} ${position.side}`}
        position={position}
        instrument={instruments.find((each) => each.instId === position.symbol)}
        account={account}
      />
    ))}
  </>
);
