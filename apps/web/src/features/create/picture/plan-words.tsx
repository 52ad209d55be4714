// The plan of a bot in four short paragraphs: what it buys or sells and when, where it takes profit and begins again, what it costs, and what can be lost.
import { Suspense, useMemo } from 'react';
import { decimal, formatDecimal, ratioToPercent, signOf, subtract, type Ratio } from '@rondo/decimal';
import type { BotConfig, LadderPreview } from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { figuresOf, type CreateFigures } from '../plan/create-figures.ts';
import { opensLater, type OpeningForm } from '../opening/opening.ts';
import { percentFrom, stepRange } from './preview-chart.ts';

/** The code is loaded when the person chooses an entry that opens no round at once. */
const LaterOpening = lazyComponent(async () => (await import('../opening/later-opening.tsx')).LaterOpening);

export type PlanWordsProps = {
  readonly preview: LadderPreview;
  readonly config: BotConfig;
  readonly lastPrice: string;
  readonly baseCurrency: string;
  /** The USDT of the whole account, or null while it is unknown. */
  readonly accountTotal: string | null;
  /** The settings that decide when the rounds open. */
  readonly form: OpeningForm;
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
        <h3>{t('create.words.costs')}</h3>
        <Costs figures={figures} />
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

const Entries = ({ preview, config, lastPrice, baseCurrency, form, figures }: Words) => {
  const t = useT();
  const format = useFormat();
  const priceText = usePriceText({ config, lastPrice });
  const deepest = preview.rows.at(-1);
  if (deepest === undefined) return null;
  const isLong = config.direction === 'long';
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
      <p>
        {opensLater(form) ? (
          <Suspense fallback={null}>
            <LaterOpening form={form} round={{ ...values, isLong }} />
          </Suspense>
        ) : (
          t(isLong ? 'create.words.buys' : 'create.words.sells', values)
        )}
      </p>
      <p>{t('create.words.whole', whole)}</p>
    </>
  );
};

/** Returns a function that joins two texts to a range. Two equal texts are one. */
const useRangeText = () => {
  const t = useT();
  return (low: string, high: string): string => (low === high ? low : t('create.dock.range', { low, high }));
};

type Gains = readonly Pick<CreateFigures['first'], 'gain' | 'net'>[];

/** Returns the texts of the lowest and the highest gain, before and after fees. */
const useGainTexts = () => {
  const format = useFormat();
  const range = useRangeText();
  const textOf = (amounts: readonly string[]): string =>
    range(format.signedMoney(amounts[0] ?? null), format.signedMoney(amounts.at(-1) ?? null));
  return (gains: Gains) => ({
    gross: textOf(gains.map(({ gain }) => gain)),
    net: textOf(gains.map(({ net }) => net)),
  });
};

const Profit = ({ config, figures }: Pick<Words, 'config' | 'figures'>) => {
  const t = useT();
  const format = useFormat();
  const gainTexts = useGainTexts();
  const percentOf = (ratio: Ratio): string => format.chosenPercent(Number(formatDecimal(ratioToPercent(ratio, 2))));
  const { martinSteps, cyclicSteps, cycleCredit } = config;
  const baseSteps = martinSteps - cyclicSteps;
  const percent = percentOf(config.takeProfit);
  const base = {
    percent,
    count: baseSteps,
    steps: stepRange(1, baseSteps),
    ...gainTexts([figures.first, figures.base]),
  };
  const cyclic = {
    percent,
    count: cyclicSteps,
    steps: stepRange(baseSteps + 1, martinSteps),
    ...gainTexts(figures.cycles),
  };
  const isLong = config.direction === 'long';
  const credit = cycleCredit.n === 0n ? null : t('create.words.credit', { share: percentOf(cycleCredit) });
  return (
    <>
      <p>{isLong ? t('create.words.baseLong', base) : t('create.words.baseShort', base)}</p>
      <p>
        {format.sentences([
          isLong ? t('create.words.cyclicLong', cyclic) : t('create.words.cyclicShort', cyclic),
          credit,
        ])}
      </p>
      <p>{t(config.autoReentry ? 'create.words.repeats' : 'create.words.once')}</p>
    </>
  );
};

/** The fee of each fill, the fees of a round, and the funding, which no figure contains. */
const Costs = ({ figures }: Pick<Words, 'figures'>) => {
  const t = useT();
  const format = useFormat();
  const range = useRangeText();
  const { taker, maker, firstEntry } = figures.fees;
  const fees = {
    taker: format.chosenPercent(Number(taker)),
    maker: format.chosenPercent(Number(maker)),
    first: format.money(firstEntry),
    fees: range(format.money(figures.first.fees), format.money(figures.base.fees)),
  };
  return (
    <>
      <p>{t('create.words.fees', fees)}</p>
      <p>{t('create.reviewFunding')}</p>
    </>
  );
};

/** Returns the USDT of the account that the bot does not use, or null when there is none or it is unknown. */
function otherMoneyOf(accountTotal: string | null, allocation: string): string | null {
  if (accountTotal === null) return null;
  const other = subtract(decimal(accountTotal), decimal(allocation));
  return signOf(other) > 0 ? formatDecimal(other) : null;
}

const Risk = ({ config, lastPrice, figures, accountTotal }: Words) => {
  const t = useT();
  const format = useFormat();
  const priceText = usePriceText({ config, lastPrice });
  const { liquidation } = figures.all;
  const { stopLoss } = figures;
  const other = otherMoneyOf(accountTotal, figures.worstCase);
  return (
    <>
      <p>
        <strong className="danger-text">{t('create.words.lose', { amount: format.money(figures.worstCase) })}</strong>
        {format.sentenceSpace}
        {format.sentences([
          t('create.words.loseMore'),
          other === null ? null : t('create.words.loseOther', { other: format.money(other) }),
          t('create.words.loseCosts'),
        ])}
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
