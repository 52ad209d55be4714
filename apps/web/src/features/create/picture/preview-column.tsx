// The left column of the creation screen: the price, the chart, the plan in words, and the ladder as a table. When there is no chart, the column shows the reason.
import { useState } from 'react';
import { intervals } from '../../../api/queries/intervals.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Freshness } from '../../../ui/figures/freshness.tsx';
import { SignedFigure } from '../../../ui/figures/signed-figure.tsx';
import { LadderChart } from '../../chart/ladder-chart.tsx';
import { LadderTable } from './ladder-table.tsx';
import { PlanWords } from './plan-words.tsx';
import { percentFrom, previewChart } from './preview-chart.ts';
import type { useCreateBot } from '../plan/use-create-bot.ts';

/** The chart draws 73 candles of 15 minutes, which are about 18 h (screens 5.5). */
const chartCandles = 73;

type PreviewColumnProps = { readonly creation: ReturnType<typeof useCreateBot> };

export const PreviewColumn = ({ creation }: PreviewColumnProps) => {
  const t = useT();
  const { model, instrument, lastPrice } = creation;
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const { preview, config } = model;
  return (
    <Freshness
      className="create-preview"
      updatedAt={creation.pricedAt}
      maxAgeMs={intervals.stalePriceMs}
      says="create.stale"
    >
      <section className="card create-chart" aria-label={t('chart.label')}>
        <div className="card-head between">
          <PriceLine creation={creation} />
          <Button
            variant="ghost"
            size="small"
            icon="table"
            aria-pressed={view === 'table'}
            onClick={() => setView(view === 'chart' ? 'table' : 'chart')}
          >
            <span className="chart-view">{view === 'chart' ? t('chart.asTable') : t('chart.asChart')}</span>
          </Button>
        </div>
        {view === 'chart' ? <ChartOrReason creation={creation} /> : null}
      </section>
      {creation.hasInstrumentsFailed ? <Banner tone="warning">{t('create.instrumentsFailed')}</Banner> : null}
      {preview === null || config === null || lastPrice === null ? null : (
        <PlanWords preview={preview} config={config} lastPrice={lastPrice} baseCurrency={instrument?.baseCcy ?? ''} />
      )}
      {preview === null || config === null || lastPrice === null ? null : (
        <section className="card create-table" aria-label={t('create.table.caption')}>
          <LadderTable
            preview={preview}
            config={config}
            lastPrice={lastPrice}
            baseCurrency={instrument?.baseCcy ?? ''}
          />
        </section>
      )}
    </Freshness>
  );
};

const PriceLine = ({ creation }: PreviewColumnProps) => {
  const t = useT();
  const format = useFormat();
  const { form, instrument, lastPrice, candles } = creation;
  const first = candles.data?.items[0];
  const change = first === undefined || lastPrice === null ? null : percentFrom(Number(lastPrice), Number(first.open));
  return (
    <p className="chart-price">
      <strong className="wide-only">{form.instrumentId}</strong>
      <strong className="num">{format.price(lastPrice, instrument?.tickSz ?? '0.01')}</strong>
      {change === null ? null : (
        <SignedFigure text={format.signedPercent(change)} after={<small className="muted">{t('chart.span')}</small>} />
      )}
    </p>
  );
};

const ChartOrReason = ({ creation }: PreviewColumnProps) => {
  const t = useT();
  const format = useFormat();
  const { form, model, instrument, lastPrice, candles, isPriceLost } = creation;
  if (model.preview === null || lastPrice === null) {
    const missing = <Banner tone="warning">{t('create.priceMissing', { instrument: form.instrumentId })}</Banner>;
    return <div className="chart-placeholder">{isPriceLost ? missing : t('create.noPreview')}</div>;
  }
  const chart = previewChart({
    preview: model.preview,
    candles: (candles.data?.items ?? []).slice(-chartCandles),
    lastPrice,
    tickSz: instrument?.tickSz ?? '0.01',
    instrumentId: form.instrumentId,
    direction: form.direction,
    t,
    format,
  });
  return <LadderChart model={chart} />;
};
