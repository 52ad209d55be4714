// The price of the pair of a running bot, and its change in the last 24 hours.
import { useQuery } from '@tanstack/react-query';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { intervals } from '../../../api/queries/intervals.ts';
import { dayCandles, dayCandlesQuery } from '../../../api/queries/queries.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useIdle } from '../../../lib/page/use-idle.ts';
import { Chip } from '../../../ui/figures/chip.tsx';
import { SignedFigure } from '../../../ui/figures/signed-figure.tsx';
import { percentBetween } from './bot-figures.ts';

export type BotPriceProps = {
  readonly bot: Pick<BotWire, 'symbol' | 'mark_price'>;
  readonly instrument: InstrumentWire | undefined;
};

/** A change of two digits. The chip has its width from the start, so that nothing moves when the change arrives or gets a digit. */
const wideChange = 88.88;

/** The price before 24 hours is read once in 15 minutes, which is the length of its candle. A pair without candles of a whole day has no change. */
export const BotPrice = ({ bot, instrument }: BotPriceProps) => {
  const t = useT();
  const format = useFormat();
  const rare = { staleTime: intervals.candleStoreMs, refetchInterval: intervals.candleStoreMs, enabled: useIdle() };
  const candles = useQuery({ ...dayCandlesQuery(useApi(), bot.symbol), ...rare });
  const before = candles.data?.items.at(-dayCandles)?.open ?? null;
  const change = percentBetween(before, bot.mark_price);
  return (
    <Chip>
      <span className="row bot-price figures">
        {format.price(bot.mark_price, instrument?.tickSz ?? '0.01')}
        {change === null && !candles.isPending ? null : (
          <span className="bot-change" data-widest={`▲ ${format.signedPercent(wideChange)} ${t('bots.daySpan')}`}>
            {change === null ? null : (
              <SignedFigure
                text={format.signedPercent(change)}
                after={<span className="muted">{t('bots.daySpan')}</span>}
              />
            )}
          </span>
        )}
      </span>
    </Chip>
  );
};
