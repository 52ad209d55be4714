// The chart page of one bot: its price with the change of 24 hours, candles of a chosen time-frame with the bot's levels and fills, and the rounds that have ended.
import { Suspense, useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { contractLimits, type BotDetailResponse, type CandlesQuery } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { ApiError } from '../../api/calls/api-error.ts';
import { intervals } from '../../api/queries/intervals.ts';
import { botQuery, candlesQuery, instrumentsQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { errorText } from '../../api/texts/error-text.ts';
import { TextsOf, useI18n } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { usePreferences } from '../../lib/storage/preferences-context.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { BotPrice } from '../bots/card/bot-price.tsx';
import { levelsOf, marksOf } from './chart-marks.ts';
import { TradingChart } from './trading-chart.tsx';
import { useDark } from './use-dark.ts';
import './chart-page.css';

/** The code of the rounds is not needed for the chart. */
const BotRounds = lazyComponent(async () => (await import('../history/rounds/bot-rounds.tsx')).BotRounds);

type Bar = NonNullable<CandlesQuery['bar']>;
const bars = [
  { value: '1m', minutes: 1 },
  { value: '5m', minutes: 5 },
  { value: '15m', minutes: 15 },
  { value: '1H', minutes: 60 },
  { value: '4H', minutes: 240 },
] as const satisfies readonly { readonly value: Bar; readonly minutes: number }[];
const minutesPerHour = 60;
const chartHeight = 560;
const emptyCandles: readonly never[] = [];

/** The address of the library's authors. Its licence asks for a link to them on the page. */
const authors = 'https://www.tradingview.com/';

const BotChart = ({ bot }: { readonly bot: BotDetailResponse }) => {
  const { t, language } = useI18n();
  const format = useFormat();
  const api = useApi();
  const { priceColours } = usePreferences();
  const isDark = useDark();
  const [bar, setBar] = useState<Bar>('15m');
  const instruments = useQuery(instrumentsQuery(api));
  const candles = useQuery({
    ...candlesQuery(api, bot.symbol, { bar, limit: contractLimits.candleRows }),
    placeholderData: keepPreviousData,
  });
  const failure = useFailure(candles);
  const instrument = instruments.data?.items.find(({ instId }) => instId === bot.symbol);
  const tickSize = instrument?.tickSz;
  const items = candles.data?.items ?? emptyCandles;
  const shownBar = candles.data?.bar ?? bar;
  const levels = useMemo(() => levelsOf(bot, t), [bot, t]);
  const marks = useMemo(() => marksOf(bot.fills, items), [bot.fills, items]);
  const formatPrice = (price: number): string => format.price(String(price), tickSize ?? '0.01');
  return (
    <>
      {bot.mark_price === null ? null : <BotPrice bot={bot} instrument={instrument} />}
      <Segmented
        label={t('chartPage.bar')}
        value={bar}
        options={bars.map(({ value, minutes }) => ({
          value,
          label:
            minutes < minutesPerHour
              ? t('chartPage.minutes', { count: String(minutes) })
              : t('chartPage.hours', { count: String(minutes / minutesPerHour) }),
        }))}
        onChange={setBar}
      />
      {failure !== null && candles.data === undefined ? <Banner tone="warning">{t('bots.chart.none')}</Banner> : null}
      {tickSize === undefined || candles.data === undefined ? (
        <Skeleton height={chartHeight} />
      ) : (
        <TradingChart
          candles={items}
          levels={levels}
          marks={marks}
          tickSize={tickSize}
          look={[bot.symbol, shownBar, isDark, priceColours, language].join(' ')}
          formatTime={format.dayAndTime}
          formatPrice={formatPrice}
          summary={t('chartPage.summary', {
            symbol: bot.symbol,
            price: format.price(items.at(-1)?.close ?? null, tickSize),
            levels: String(levels.length),
            fills: String(marks.length),
          })}
        />
      )}
    </>
  );
};

/** The rounds of the bot that have ended, each with its share picture. */
const Rounds = ({ bot }: { readonly bot: BotDetailResponse }) => (
  <Suspense fallback={null}>
    <TextsOf part="history">
      <BotRounds bot={bot} {...(bot.status === 'active' ? { every: intervals.historyMs } : {})} />
    </TextsOf>
  </Suspense>
);

const isMissing = (failure: Error): boolean => failure instanceof ApiError && failure.status === 404;

export const ChartPage = () => {
  const translator = useI18n();
  const { t } = translator;
  const format = useFormat();
  const api = useApi();
  const { id = '' } = useParams();
  const bot = useQuery(botQuery(api, id));
  const failure = useFailure(bot);
  useDocumentTitle(bot.data?.title ?? t('chartPage.title'));
  return (
    <div className="chart-page">
      <div className="between">
        <PageHeading
          text={bot.data === undefined ? t('chartPage.title') : format.list([bot.data.title, bot.data.symbol])}
        />
        <Link to={paths.bots}>{t('chartPage.back')}</Link>
      </div>
      {failure === null || bot.data !== undefined ? null : (
        <Banner tone="warning">{isMissing(failure) ? t('chartPage.missing') : errorText(translator, failure)}</Banner>
      )}
      {bot.data === undefined ? null : <BotChart bot={bot.data} />}
      {bot.data === undefined ? null : <Rounds bot={bot.data} />}
      <p className="muted small">
        {t('chartPage.keys')}
        {format.sentenceSpace}
        <a href={authors} target="_blank" rel="noreferrer">
          TradingView Lightweight Charts™ © 2025 TradingView, Inc.
        </a>
      </p>
    </div>
  );
};
