// The current round: number, budget, settings and the exit price, with a note about the exit.
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Card } from '../../../ui/basics/card.tsx';
import { Pairs } from '../../../ui/figures/stat.tsx';

export const RoundCard = ({
  bot,
  instrument,
}: {
  readonly bot: BotWire;
  readonly instrument: InstrumentWire | undefined;
}) => {
  const t = useT();
  const format = useFormat();
  const tick = instrument?.tickSz ?? '0.01';
  return (
    <Card title={t('bots.round.title')}>
      <div className="card-body stack">
        <Pairs
          pairs={[
            { label: t('bots.round.number'), term: 'roundsCycles', value: format.count(bot.round) },
            { label: t('bots.round.budget'), term: 'compound', value: format.money(bot.reserved_margin) },
            { label: t('bots.table.distance'), term: 'stepDistance', value: format.percent(bot.entry.step_distance) },
            ...(bot.entry.atr_multiplier === undefined
              ? []
              : [
                  {
                    label: 'ATR',
                    term: 'atrMultiplier' as const,
                    value: format.leverage(String(bot.entry.atr_multiplier)),
                  },
                ]),
            { label: t('bots.table.target'), term: 'takeProfit', value: format.percent(bot.exit.take_profit) },
            { label: t('bots.average'), term: 'average', value: format.price(bot.entry_price, tick) },
            {
              label: t('bots.round.exitNow'),
              term: 'exitNow',
              value: <strong className="up">{format.price(bot.take_profit_price, tick)}</strong>,
            },
          ]}
        />
        <p className="muted small round-note">{t('bots.round.text')}</p>
      </div>
    </Card>
  );
};
