// The figures of a running bot: the profit and the distance to liquidation in large letters, then six figures in small letters.
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useT } from '../../../i18n/i18n-context.tsx';
import { unknownText } from '../../../lib/numbers/format.ts';
import { durationText } from '../../../lib/numbers/duration-text.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { SignedFigure } from '../../../ui/figures/signed-figure.tsx';
import { Stat, StatList } from '../../../ui/figures/stat.tsx';
import type { BotFigures } from './bot-figures.ts';

const sizePlaces = 6;

export type BotCardFiguresProps = {
  readonly bot: BotWire;
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire | undefined;
  /** The time of the figures, in epoch ms. */
  readonly now: number;
};

const Liquidation = ({ bot, figures, instrument }: Omit<BotCardFiguresProps, 'now'>) => {
  const t = useT();
  const format = useFormat();
  const tick = instrument?.tickSz ?? '0.01';
  const isUnknown = figures.hasPosition && bot.liquidation_price !== null && figures.liquidationDistance === null;
  const word = t(figures.hasPosition ? 'bots.noLiquidation' : 'bots.noPosition');
  const distance = isUnknown ? unknownText : format.percent(figures.liquidationDistance);
  const now = isUnknown || figures.liquidationDistance !== null ? distance : word;
  const values = {
    percent: format.percent(figures.deepest?.distance ?? null),
    price: format.price(figures.deepest?.price ?? null, tick),
    count: String(figures.fillable),
  };
  const note = figures.deepest === null ? t('bots.ifAllNone', { count: values.count }) : t('bots.ifAll', values);
  return (
    <Stat label={t('bots.distance')} term="distance" size="lead" note={note}>
      <span
        className={
          figures.isNearLiquidation ? 'danger' : figures.liquidationDistance === null ? 'stat-word' : undefined
        }
      >
        {now}
      </span>
      {figures.liquidationDistance === null && !isUnknown ? null : (
        <span className="beside">{`\u00a0${t('bots.at', { price: format.price(bot.liquidation_price, tick) })}`}</span>
      )}
    </Stat>
  );
};

export const BotCardFigures = ({ bot, figures, instrument, now }: BotCardFiguresProps) => {
  const t = useT();
  const format = useFormat();
  const tick = instrument?.tickSz ?? '0.01';
  return (
    <div className="bot-figures">
      <StatList className="bot-lead">
        <Stat
          label={t('bots.unrealised')}
          term="unrealised"
          size="lead"
          note={t('bots.ofAllocation', {
            amount: format.signedMoney(bot.current_pnl),
            percent: format.signedPercent(bot.pnl_percentage),
          })}
        >
          {bot.unrealised_pnl === null ? (
            <span className="stat-word">{t('bots.reading')}</span>
          ) : (
            <SignedFigure text={format.signedMoney(bot.unrealised_pnl)} unit="USDT" />
          )}
        </Stat>
        <Liquidation bot={bot} figures={figures} instrument={instrument} />
      </StatList>
      <StatList className="bot-small">
        <Stat label={t('bots.average')} term="average">
          {figures.hasPosition ? format.price(bot.entry_price, tick) : t('common.none')}
        </Stat>
        <Stat label={t('bots.position')} term="position" unit={instrument?.baseCcy ?? ''}>
          {instrument === undefined ? unknownText : format.size(figures.baseSize, sizePlaces)}
        </Stat>
        <Stat label={t('bots.marginInUse')} term="marginInUse" unit="USDT">
          {format.money(figures.marginInUse)}
        </Stat>
        <Stat label={t('bots.realised')} term="realised">
          <SignedFigure text={format.signedMoney(bot.realised_pnl)} unit="USDT" triangle={false} />
        </Stat>
        <Stat
          label={t('bots.roundsCycles')}
          term="roundsCycles"
        >{`${format.count(bot.round)} / ${format.count(bot.cycles)}`}</Stat>
        <Stat label={t('bots.runtime')}>{durationText(t, now - Date.parse(bot.created_at))}</Stat>
      </StatList>
    </div>
  );
};
