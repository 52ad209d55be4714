// The chart of a running bot with its candles and fills, and the links to the chart page and the settings.
import { useDeferredValue, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BotWire, InstrumentWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { botRoundQuery, candleCount, candlesQuery } from '../../../api/queries/queries.ts';
import { useFailure } from '../../../api/queries/use-failure.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { chartPath } from '../../../paths.ts';
import { SettingsButton } from '../../settings-text/settings-button.tsx';
import type { BotFigures } from './bot-figures.ts';
import { barOf } from './chart-window.ts';
import { RoundChart, type ChartView } from './round-chart.tsx';

export type BotCardChartProps = {
  readonly bot: BotWire;
  /** False while an error, a hold, the trading state or the trading key prevents entries. */
  readonly mayEnter: boolean;
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire | undefined;
  /** The present time in epoch ms. */
  readonly now: number;
};

export const BotCardChart = ({ bot, mayEnter, figures, instrument, now }: BotCardChartProps) => {
  const t = useT();
  const api = useApi();
  const [view, setView] = useState<ChartView>('chart');
  const detail = useQuery({ ...botRoundQuery(api, bot.id), enabled: view === 'chart' });
  const fills = detail.data?.fills ?? [];
  const startedAt = fills.find(({ round }) => round === bot.round)?.at;
  // While the fills are being fetched, the bar follows the age of the bot, which is at least the age of the round.
  const bar = barOf(now - (startedAt ?? Date.parse(bot.created_at)));
  const candles = useQuery({
    ...candlesQuery(api, bot.symbol, { bar, limit: candleCount }),
    enabled: view === 'chart' && !detail.isPending,
    placeholderData: keepPreviousData,
  });
  // The render of the candles can be interrupted, so it does not delay a key.
  const shownCandles = useDeferredValue(candles.data?.items);
  return (
    <RoundChart
      bot={bot}
      mayEnter={mayEnter}
      figures={figures}
      instrument={instrument}
      bar={bar}
      candles={shownCandles}
      hasFailed={useFailure(candles) !== null}
      fills={fills}
      exitSteps={detail.data?.exit_steps ?? []}
      view={view}
      onChange={setView}
    >
      <Link className="button" data-variant="ghost" data-size="small" to={chartPath(bot.id)}>
        {t('bots.chart.open')}
      </Link>
      <SettingsButton bot={bot} size="small" variant="ghost" />
    </RoundChart>
  );
};
