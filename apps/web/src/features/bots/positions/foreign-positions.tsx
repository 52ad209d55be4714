// The open positions of the account that no bot manages, each as a card with its figures and with what the owner can do.
import type { ForeignPositionWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { unknownText } from '../../../lib/numbers/format.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Card } from '../../../ui/basics/card.tsx';
import { Chip } from '../../../ui/figures/chip.tsx';
import { SignedFigure } from '../../../ui/figures/signed-figure.tsx';
import { Pairs } from '../../../ui/figures/stat.tsx';
import { DirectionChip } from '../card/bot-card-header.tsx';
import { baseSizeOf } from '../card/bot-figures.ts';

const sizePlaces = 6;

export type ForeignPositionsProps = {
  readonly positions: readonly ForeignPositionWire[];
  readonly instruments: readonly InstrumentWire[];
};

const PositionCard = ({
  position,
  instrument,
}: {
  readonly position: ForeignPositionWire;
  readonly instrument: InstrumentWire | undefined;
}) => {
  const t = useT();
  const format = useFormat();
  const tick = instrument?.tickSz ?? '0.01';
  const size =
    instrument === undefined
      ? unknownText
      : `${format.size(baseSizeOf(position.position_size, instrument), sizePlaces)}\u00a0${instrument.baseCcy}`;
  const liquidation = position.liquidation_price;
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
        <p className="row">
          <strong>{position.symbol}</strong>
          <DirectionChip direction={position.side === 'long' ? 'LONG' : 'SHORT'} />
        </p>
        <Pairs
          pairs={[
            { label: t('bots.position'), value: size },
            {
              label: t('bots.unrealised'),
              value: <SignedFigure text={format.signedMoney(position.pnl)} unit="USDT" />,
            },
            { label: t('bots.average'), value: format.price(position.entry_price, tick) },
            { label: t('bots.dialog.mark'), value: format.price(position.mark_price, tick) },
            {
              label: t('bots.foreign.liquidation'),
              value: liquidation === null ? t('common.none') : format.price(liquidation, tick),
            },
            { label: t('bots.marginInUse'), value: `${format.money(position.margin)}\u00a0USDT` },
          ]}
        />
        <p className="muted small">{t('bots.foreign.text')}</p>
      </div>
    </Card>
  );
};

export const ForeignPositions = ({ positions, instruments }: ForeignPositionsProps) => (
  <>
    {positions.map((position) => (
      <PositionCard
        key={`${position.symbol} ${position.side}`}
        position={position}
        instrument={instruments.find((each) => each.instId === position.symbol)}
      />
    ))}
  </>
);
