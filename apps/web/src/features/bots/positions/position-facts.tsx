// The name of a position that no bot manages, and the figures that every place shows of it.
import type { ForeignPositionWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { unknownText } from '../../../lib/numbers/format.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { SignedFigure } from '../../../ui/figures/signed-figure.tsx';
import type { Pair } from '../../../ui/figures/stat.tsx';
import { DirectionChip } from '../card/bot-card-header.tsx';
import { baseSizeOf } from '../card/bot-figures.ts';

const sizePlaces = 6;

/** The pair and the direction. A position beside a bot has the name of the bot, too. */
export const PositionName = ({ position }: { readonly position: ForeignPositionWire }) => {
  const t = useT();
  return (
    <>
      <p className="row">
        <strong>{position.symbol}</strong>
        <DirectionChip direction={position.side === 'long' ? 'LONG' : 'SHORT'} />
      </p>
      {position.beside === null ? null : (
        <p className="muted small">{t('bots.foreign.beside', { name: position.beside })}</p>
      )}
    </>
  );
};

export type PositionFacts = { readonly size: Pair; readonly pnl: Pair; readonly liquidation: Pair };

/** Returns a function that returns the size, the PnL and the estimated liquidation price of a position. Without an instrument the size is unknown. */
export const usePositionFacts = (): ((
  position: ForeignPositionWire,
  instrument: InstrumentWire | undefined,
) => PositionFacts) => {
  const t = useT();
  const format = useFormat();
  return (position, instrument) => {
    const { liquidation_price: liquidation } = position;
    return {
      size: {
        label: t('bots.position'),
        term: 'position',
        value:
          instrument === undefined
            ? unknownText
            : `${format.size(baseSizeOf(position.position_size, instrument), sizePlaces)}\u00a0${instrument.baseCcy}`,
      },
      pnl: {
        label: t('bots.unrealised'),
        term: 'unrealised',
        value: <SignedFigure text={format.signedMoney(position.pnl)} unit="USDT" />,
      },
      liquidation: {
        label: t('bots.foreign.liquidation'),
        term: 'positionLiquidation',
        value: liquidation === null ? t('common.none') : format.price(liquidation, instrument?.tickSz ?? '0.01'),
      },
    };
  };
};
