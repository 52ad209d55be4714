// Creating a bot: the ladder on the chart and as a table on the left, the form on the right, the dock below.
import { useState } from 'react';
import { formatDecimal } from '@rondo/decimal';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/use-format.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SignedFigure } from '../../ui/signed-figure.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { LadderChart } from '../chart/ladder-chart.tsx';
import { CreateDock } from './create-dock.tsx';
import { figuresOf } from './create-figures.ts';
import { EasyFields, EntryModes } from './easy-fields.tsx';
import { LadderTable } from './ladder-table.tsx';
import { ManualFields } from './manual-fields.tsx';
import { percentFrom, previewChart } from './preview-chart.ts';
import { ReviewDialog } from './review-dialog.tsx';
import { AllocationAndName, ExchangeBadge, PairAndDirection } from './shared-fields.tsx';
import { useCreateBot } from './use-create-bot.ts';
import './create.css';

type Creation = ReturnType<typeof useCreateBot>;

export type CreateBotPanelProps = {
  /** Called with the id once the server has recorded the bot. */
  readonly onCreated: (botId: string) => void;
};

export const CreateBotPanel = ({ onCreated }: CreateBotPanelProps) => {
  const t = useT();
  const [isReviewing, setReviewing] = useState(false);
  const creation = useCreateBot((botId) => {
    setReviewing(false);
    onCreated(botId);
  });
  const { form, dispatch, model, instrument, lastPrice, bots, submit } = creation;
  const figures = model.preview === null || model.config === null ? null : figuresOf(model.preview, model.config);
  const fields = {
    form,
    dispatch,
    model,
    instruments: creation.listed,
    instrumentsInUse: creation.instrumentsInUse,
    available: creation.available,
    lastPrice,
    link: linkState(creation),
  };
  const isFirstBot = (bots.data ?? []).length === 0;
  return (
    <div className="create-panel">
      <header className="create-title">
        <h2>{isFirstBot ? t('create.titleFirst') : t('create.titleNext')}</h2>
        <p className="muted">{t('create.nothingSent')}</p>
      </header>
      <div className="create-grid">
        <PreviewColumn creation={creation} />
        <section className="card create-form" aria-label={t('create.formLabel')}>
          <div className="create-tabs">
            <Segmented
              label={t('create.mode')}
              value={form.tab}
              onChange={(tab) => dispatch({ kind: 'tab', tab })}
              options={[
                { value: 'easy', label: t('create.easy') },
                { value: 'manual', label: t('create.manual') },
              ]}
            />
            <Button variant="ghost" size="small" onClick={() => dispatch({ kind: 'reset' })}>
              {t('create.reset')}
            </Button>
          </div>
          <div className="create-fields">
            <ExchangeBadge link={fields.link} />
            <PairAndDirection {...fields} />
            {form.tab === 'easy' ? <EasyFields {...fields} /> : <ManualFields {...fields} />}
            <AllocationAndName {...fields} />
            <EntryModes form={form} dispatch={dispatch} />
          </div>
        </section>
      </div>
      <CreateDock
        figures={figures}
        steps={form.martinSteps}
        baseCurrency={instrument?.baseCcy ?? ''}
        tickSz={instrument?.tickSz ?? '0.01'}
        lastPrice={lastPrice}
        blockers={model.blockers}
        onReview={() => {
          submit.reset();
          setReviewing(true);
        }}
      />
      {figures === null || lastPrice === null ? null : (
        <ReviewDialog
          open={isReviewing}
          onOpenChange={setReviewing}
          form={form}
          name={model.name}
          figures={figures}
          tickSz={instrument?.tickSz ?? '0.01'}
          lastPrice={lastPrice}
          isFirstBot={isFirstBot}
          isBlocked={model.blockers.length > 0}
          submit={{ isPending: submit.isPending, error: submit.error, run: () => submit.mutate() }}
        />
      )}
    </div>
  );
};

function linkState({ account, link }: Creation): 'linked' | 'linking' | 'unlinked' {
  if (account !== null) return 'linked';
  return link.isPending ? 'linking' : 'unlinked';
}

const PreviewColumn = ({ creation }: { readonly creation: Creation }) => {
  const t = useT();
  const format = useFormat();
  const { form, model, instrument, lastPrice, candles } = creation;
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const first = candles.data?.items[0];
  const change = first === undefined || lastPrice === null ? null : percentFrom(Number(lastPrice), Number(first.open));
  const tickSz = instrument?.tickSz ?? '0.01';
  const { preview, config } = model;
  return (
    <div className="create-preview">
      <section className="card create-chart" aria-label={t('chart.label')}>
        <div className="card-head between">
          <p className="chart-price">
            <strong>{form.instrumentId}</strong>
            <strong className="num">{format.price(lastPrice, tickSz)}</strong>
            {change === null ? null : (
              <SignedFigure
                text={format.signedPercent(change)}
                after={<small className="muted">{t('chart.span')}</small>}
              />
            )}
          </p>
          <Button
            variant="ghost"
            size="small"
            icon="table"
            aria-pressed={view === 'table'}
            onClick={() => setView(view === 'chart' ? 'table' : 'chart')}
          >
            {view === 'chart' ? t('chart.asTable') : t('chart.asChart')}
          </Button>
        </div>
        {preview === null || lastPrice === null || view === 'table' ? (
          view === 'chart' && (
            <div className="chart-placeholder">
              {creation.ticker.isError ? (
                <Banner tone="warning">{t('create.priceMissing', { instrument: form.instrumentId })}</Banner>
              ) : (
                t('create.noPreview')
              )}
            </div>
          )
        ) : (
          <LadderChart
            model={previewChart({
              preview,
              candles: candles.data?.items ?? [],
              lastPrice,
              tickSz,
              instrumentId: form.instrumentId,
              direction: form.direction,
              t,
              format,
            })}
          />
        )}
      </section>
      {creation.instruments.isError ? <Banner tone="warning">{t('create.instrumentsFailed')}</Banner> : null}
      {preview === null || config === null || lastPrice === null ? null : (
        <section className="card create-table" aria-label={t('create.table.caption')}>
          <LadderTable
            preview={preview}
            config={config}
            lastPrice={lastPrice}
            baseCurrency={instrument?.baseCcy ?? formatDecimal(config.instrument.ctVal)}
          />
        </section>
      )}
    </div>
  );
};
