// The price of the pair of a form and its change in the last 24 hours.
import type { CandleWire, InstrumentWire } from '@rondo/contract';
import { dayCandles } from '../../../api/queries/queries.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { SignedFigure } from '../../../ui/figures/signed-figure.tsx';
import { percentFrom } from '../picture/preview-chart.ts';

export type PriceLineProps = {
  readonly instrumentId: string;
  readonly instrument: InstrumentWire | null;
  readonly lastPrice: string | null;
  /** The candles of the last 24 hours. A pair without candles of a whole day has no change of 24 hours. */
  readonly candles: readonly CandleWire[] | undefined;
};

export const PriceLine = ({ instrumentId, instrument, lastPrice, candles }: PriceLineProps) => {
  const t = useT();
  const format = useFormat();
  const first = candles?.at(-dayCandles);
  const change = first === undefined || lastPrice === null ? null : percentFrom(Number(lastPrice), Number(first.open));
  return (
    <p className="chart-price">
      <strong className="wide-only">{instrumentId}</strong>
      <strong className="num">{format.price(lastPrice, instrument?.tickSz ?? '0.01')}</strong>
      {change === null ? null : (
        <SignedFigure
          text={format.signedPercent(change)}
          after={<small className="muted">{t('create.daySpan')}</small>}
        />
      )}
    </p>
  );
};
