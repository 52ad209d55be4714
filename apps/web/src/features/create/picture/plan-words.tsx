// The plan of a bot in three short paragraphs: what it buys or sells and when, where it takes profit and begins again, and what can be lost.
import { useMemo } from 'react';
import { formatDecimal, ratioToPercent } from '@rondo/decimal';
import type { BotConfig, LadderPreview } from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { figuresOf, type CreateFigures } from '../plan/create-figures.ts';
import { percentFrom } from './preview-chart.ts';

export type PlanWordsProps = {
  readonly preview: LadderPreview;
  readonly config: BotConfig;
  readonly lastPrice: string;
  readonly baseCurrency: string;
};

export const PlanWords = (props: PlanWordsProps) => {
  const t = useT();
  const { preview, config } = props;
  const figures = useMemo(() => figuresOf(preview, config), [preview, config]);
  return (
    <section className="card plan-words" aria-label={t('create.words.title')}>
      <div>
        <h3>{t('create.words.entries')}</h3>
        <Entries {...props} figures={figures} />
      </div>
      <div>
        <h3>{t('create.words.profit')}</h3>
        <Profit config={config} figures={figures} />
      </div>
      <div>
        <h3>{t('create.words.risk')}</h3>
        <Risk {...props} figures={figures} />
      </div>
    </section>
  );
};

type Words = PlanWordsProps & { readonly figures: CreateFigures };

/** Returns the texts of a price: the price in ticks, and its signed distance from the current price. */
const usePriceText = ({ config, lastPrice }: Pick<PlanWordsProps, 'config' | 'lastPrice'>) => {
  const format = useFormat();
  const tick = formatDecimal(config.instrument.tickSz);
  return (price: string) => ({
    price: format.price(price, tick),
    distance: format.signedPercent(percentFrom(Number(price), Number(lastPrice))),
  });
};

const Entries = ({ preview, config, lastPrice, baseCurrency, figures }: Words) => {
  const t = useT();
  const format = useFormat();
  const priceText = usePriceText({ config, lastPrice });
  const deepest = preview.rows.at(-1);
  if (deepest === undefined) return null;
  const values = {
    base: baseCurrency,
    amount: format.money(figures.first.notional),
    count: config.martinSteps - 1,
    ...priceText(formatDecimal(deepest.price)),
  };
  const whole = {
    leverage: format.leverage(formatDecimal(config.leverage)),
    position: format.money(figures.all.notional),
    margin: format.money(figures.all.margin),
  };
  return (
    <>
      <p>{config.direction === 'long' ? t('create.words.buys', values) : t('create.words.sells', values)}</p>
      <p>{t('create.words.whole', whole)}</p>
    </>
  );
};

const stepRange = (first: number, last: number): string => (first === last ? String(first) : `${first}–${last}`);

const Profit = ({ config, figures }: Pick<Words, 'config' | 'figures'>) => {
  const t = useT();
  const format = useFormat();
  const percent = format.chosenPercent(Number(formatDecimal(ratioToPercent(config.takeProfit, 2))));
  const { martinSteps, cyclicSteps } = config;
  const baseSteps = martinSteps - cyclicSteps;
  const base = {
    percent,
    count: baseSteps,
    steps: stepRange(1, baseSteps),
    low: format.signedMoney(figures.first.gain),
    high: format.signedMoney(figures.base.gain),
  };
  const cyclic = { percent, count: cyclicSteps, steps: stepRange(baseSteps + 1, martinSteps) };
  const isLong = config.direction === 'long';
  return (
    <>
      <p>{isLong ? t('create.words.baseLong', base) : t('create.words.baseShort', base)}</p>
      <p>{isLong ? t('create.words.cyclicLong', cyclic) : t('create.words.cyclicShort', cyclic)}</p>
      <p>{t(config.autoReentry ? 'create.words.repeats' : 'create.words.once')}</p>
    </>
  );
};

const Risk = ({ config, lastPrice, figures }: Words) => {
  const t = useT();
  const format = useFormat();
  const priceText = usePriceText({ config, lastPrice });
  const { liquidation } = figures.all;
  const { stopLoss } = figures;
  return (
    <>
      <p>
        <strong className="danger-text">{t('create.words.lose', { amount: format.money(figures.worstCase) })}</strong>
        {format.sentenceSpace}
        {t('create.words.loseMore')}
      </p>
      <p>
        {liquidation === null ? t('create.words.noLiquidation') : t('create.words.liquidation', priceText(liquidation))}
      </p>
      <p>
        {stopLoss === null
          ? t('create.words.noStopLoss')
          : t('create.words.stopLoss', { amount: format.money(stopLoss.amount) })}
      </p>
    </>
  );
};
