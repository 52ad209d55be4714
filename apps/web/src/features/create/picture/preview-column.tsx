// The left column of the creation screen: the price, the chart, the plan in words, and the ladder as a table. When there is no chart, the column shows the reason.
import { memo, useMemo, useState } from 'react';
import type { CandleWire } from '@rondo/contract';
import { intervals } from '../../../api/queries/intervals.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Later } from '../../../lib/page/later.tsx';
import { Freshness } from '../../../ui/figures/freshness.tsx';
import { LadderChart } from '../../chart/ladder-chart.tsx';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { PriceLine } from '../fields/price-line.tsx';
import { LadderTable } from './ladder-table.tsx';
import { PlanWords } from './plan-words.tsx';
import { PresetChangeNote } from './preset-change-note.tsx';
import { chartCandles, previewChart } from './preview-chart.ts';
import type { useCreateBot } from '../plan/use-create-bot.ts';

/** The chart draws 73 candles of 15 minutes, which are about 18 h (screens 5.5). */
const candleCount = 73;
/** On a phone the settings stand below the plan, so its grey box keeps them below the window. */
const planHeight = 320;

type Creation = ReturnType<typeof useCreateBot>;

type PictureProps = Pick<
  Creation,
  | 'form'
  | 'model'
  | 'instrument'
  | 'lastPrice'
  | 'isPriceLost'
  | 'hasInstrumentsFailed'
  | 'accountTotal'
  | 'isPlanComing'
> & { readonly candles: readonly CandleWire[] | undefined };

export const PreviewColumn = ({ creation }: { readonly creation: Creation }) => {
  const { form, model, instrument, lastPrice, isPriceLost, hasInstrumentsFailed, accountTotal, isPlanComing } =
    creation;
  return (
    <Freshness
      className="create-preview"
      updatedAt={creation.pricedAt}
      maxAgeMs={intervals.stalePriceMs}
      says="create.stale"
    >
      <Picture
        {...{ form, model, instrument, lastPrice, isPriceLost, hasInstrumentsFailed, accountTotal, isPlanComing }}
        candles={creation.candles.data?.items}
      />
    </Freshness>
  );
};

/** A response often has the same price as the response before it, so the picture is rendered again only when one of its values changes. */
const Picture = memo((props: PictureProps) => {
  const t = useT();
  const { model, instrument, lastPrice } = props;
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const { preview, config } = model;
  return (
    <>
      <section className="card create-chart" aria-label={t('chart.label')}>
        <div className="card-head between">
          <PriceLine {...props} instrumentId={props.form.instrumentId} />
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
        {view === 'chart' ? <ChartOrReason {...props} /> : null}
        <PresetChangeNote form={props.form} model={model} tickSize={instrument?.tickSz ?? '0.01'} />
      </section>
      {props.hasInstrumentsFailed ? <Banner tone="warning">{t('create.instrumentsFailed')}</Banner> : null}
      {props.isPlanComing ? (
        <div className="plan-place">
          <Skeleton height={planHeight} />
        </div>
      ) : null}
      {preview === null || config === null || lastPrice === null ? null : (
        <Later>
          <PlanWords
            preview={preview}
            config={config}
            lastPrice={lastPrice}
            baseCurrency={instrument?.baseCcy ?? ''}
            accountTotal={props.accountTotal}
            form={props.form}
          />
        </Later>
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
    </>
  );
});

const ChartOrReason = ({ form, model, instrument, lastPrice, isPriceLost, candles }: PictureProps) => {
  const t = useT();
  const format = useFormat();
  const drawn = useMemo(() => chartCandles((candles ?? []).slice(-candleCount)), [candles]);
  if (model.preview === null || lastPrice === null) {
    const missing = <Banner tone="warning">{t('create.priceMissing', { instrument: form.instrumentId })}</Banner>;
    return <div className="chart-placeholder">{isPriceLost ? missing : t('create.noPreview')}</div>;
  }
  const chart = previewChart({
    preview: model.preview,
    candles: drawn,
    lastPrice,
    before: model.before,
    tickSz: instrument?.tickSz ?? '0.01',
    instrumentId: form.instrumentId,
    direction: form.direction,
    t,
    format,
  });
  return <LadderChart model={chart} />;
};
