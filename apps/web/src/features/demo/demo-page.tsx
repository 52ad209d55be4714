// The demo page: the creation form with a simulated account, and a replay of the settings on recent candles. No bot is created.
import { useT } from '../../i18n/i18n-context.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { PublicFrame } from '../../app/frame/public-frame.tsx';
import { registerPath } from '../../paths.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { blockerText } from '../create/plan/blocker-text.ts';
import { stepDistanceText } from '../create/plan/create-form.ts';
import { figuresOf } from '../create/plan/create-figures.ts';
import { EasyFields } from '../create/fields/easy-fields.tsx';
import { FormHead } from '../create/fields/form-head.tsx';
import { LadderTable } from '../create/picture/ladder-table.tsx';
import { ManualFields } from '../create/fields/manual-fields.tsx';
import { PairAndDirection } from '../create/fields/shared-fields.tsx';
import { ReplayPlayer } from '../replay/replay-player.tsx';
import type { DemoRun } from './demo-run.ts';
import { demoSpans, useDemo, type ShownRun } from './use-demo.ts';
import '../create/create.css';
import './demo.css';

const playerHeight = 560;
type Demo = ReturnType<typeof useDemo>;

export const DemoPage = () => {
  const t = useT();
  const format = useFormat();
  const demo = useDemo();
  useDocumentTitle(t('demo.label'));
  return (
    <div className="demo-frame">
      <p className="demo-label">{t('demo.label')}</p>
      <PublicFrame>
        <div className="page demo">
          <header className="demo-head">
            <PageHeading text={t('demo.title')} />
            <p className="muted">{t('demo.account', { balance: format.money(demo.fields.available) })}</p>
            <Segmented
              label={t('demo.span')}
              value={demo.span}
              options={demoSpans.map((value) => ({ value, label: t(`demo.span.${value}`) }))}
              onChange={demo.setSpan}
            />
          </header>
          <div className="create-grid">
            <DemoCharts demo={demo} />
            <DemoSettings demo={demo} />
          </div>
        </div>
      </PublicFrame>
    </div>
  );
};

const DemoCharts = ({ demo }: { readonly demo: Demo }) => {
  const t = useT();
  const { shown, hasFailed, fields, instrument } = demo;
  const { preview, config } = fields.model;
  return (
    <div className="create-preview">
      {hasFailed ? <Banner tone="warning">{t('demo.failed')}</Banner> : null}
      {shown === null ? hasFailed ? null : <Skeleton height={playerHeight} /> : <RunResult shown={shown} />}
      {preview === null || config === null || fields.lastPrice === null ? null : (
        <section className="card create-table" aria-label={t('create.table.caption')}>
          <LadderTable
            preview={preview}
            config={config}
            lastPrice={fields.lastPrice}
            baseCurrency={instrument?.baseCcy ?? ''}
          />
        </section>
      )}
    </div>
  );
};

const RunResult = ({ shown }: { readonly shown: ShownRun }) => {
  const t = useT();
  const format = useFormat();
  const { run, form } = shown;
  if (run === null) return <Banner tone="warning">{t('demo.none')}</Banner>;
  const settings = t('demo.settings', {
    direction: t(form.direction === 'long' ? 'create.long' : 'create.short'),
    leverage: form.leverage,
    steps: form.martinSteps,
    cyclic: form.cyclicSteps,
    distance: format.chosenPercent(Number(stepDistanceText(form))),
    profit: format.chosenPercent(Number(form.takeProfit)),
  });
  return (
    <>
      <ReplayPlayer key={`${run.round.symbol} ${run.round.from} ${settings}`} round={run.round} settings={settings} />
      <p role="status">
        {totals(run, { t, format })}{' '}
        {t('replay.bracket', {
          worse: format.signedMoney(run.bracket.worse),
          better: format.signedMoney(run.bracket.better),
        })}
      </p>
      <p className="muted small">{t('demo.source')}</p>
    </>
  );
};

function totals(
  run: DemoRun,
  { t, format }: { readonly t: ReturnType<typeof useT>; readonly format: ReturnType<typeof useFormat> },
): string {
  const net = format.signedMoney(run.net);
  if (run.isLiquidated) return t('demo.liquidated', { rounds: run.rounds, net });
  return t('demo.totals', { rounds: run.rounds, cycles: run.cycles, net, open: format.signedMoney(run.open) });
}

const DemoSettings = ({ demo }: { readonly demo: Demo }) => {
  const t = useT();
  const format = useFormat();
  const { fields } = demo;
  const { form, dispatch, model } = fields;
  const blocker = model.blockers[0];
  const figures = model.preview === null || model.config === null ? null : figuresOf(model.preview, model.config);
  return (
    <section className="card create-form" aria-label={t('create.formLabel')}>
      <FormHead form={form} dispatch={dispatch} />
      <div className="create-fields">
        <PairAndDirection {...fields} />
        {form.tab === 'easy' ? <EasyFields {...fields} /> : <ManualFields {...fields} />}
        {figures === null ? null : (
          <p>
            {t('create.dock.worst')}:{' '}
            <strong className="danger-text">{format.signedMoney(`-${figures.worstCase}`)} USDT</strong>
          </p>
        )}
        <Button variant="primary" size="large" wide disabled={!demo.canRun} onClick={demo.run}>
          {t('demo.run')}
        </Button>
        {blocker === undefined ? null : (
          <p className="field-hint" role="status">
            {blockerText(blocker, t)}
          </p>
        )}
        <p className="muted">
          {t('demo.notice')} <a href={registerPath(null)}>{t('landing.register')}</a>
        </p>
      </div>
    </section>
  );
};
