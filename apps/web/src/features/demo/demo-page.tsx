// The demo page: the creation form with a simulated account, and a replay of the settings on recent candles after each change. No bot is created.
import { Suspense, useState } from 'react';
import { add, decimal, formatDecimal } from '@rondo/decimal';
import { useT } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { NearSlot } from '../../lib/page/near-slot.tsx';
import { useDocumentTitle } from '../../lib/page/use-document-title.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { PublicFrame } from '../../app/frame/public-frame.tsx';
import { registerPath } from '../../paths.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { Stat, StatList } from '../../ui/figures/stat.tsx';
import { TermTip } from '../../ui/overlays/term-tip.tsx';
import { blockerText } from '../create/plan/blocker-text.ts';
import { stepDistanceText } from '../create/plan/create-form.ts';
import { figuresOf } from '../create/plan/create-figures.ts';
import { atOnce } from '../create/plan/simulated-entry.ts';
import { FormHead } from '../create/fields/form-head.tsx';
import { PriceLine } from '../create/fields/price-line.tsx';
import { LadderTable } from '../create/picture/ladder-table.tsx';
import { PairAndDirection } from '../create/fields/shared-fields.tsx';
import { TabFields } from '../create/fields/tab-fields.tsx';
import { ReplayPlayer } from '../replay/replay-player.tsx';
import { WhatIfSlot } from '../what-if/what-if-slot.tsx';
import type { DemoRun } from './demo-run.ts';
import { demoScenes } from './demo-scenes.ts';
import { demoSpans, useDemo, type ShownRun } from './use-demo.ts';
import '../create/create.css';
import './demo.css';

/** The code of the history is loaded with its tab. */
const DemoHistory = lazyComponent(async () => (await import('./demo-history.tsx')).DemoHistory);

/** The code of the cards is loaded when their place is on the screen. */
const DemoDashboard = lazyComponent(async () => (await import('./demo-dashboard.tsx')).DemoDashboard);

const playerHeight = 560;
const dashboardHeight = 720;
const demoTabs = ['bots', 'history'] as const;
type DemoTab = (typeof demoTabs)[number];
const speeds = ['1', '4', '16'] as const;
type Demo = ReturnType<typeof useDemo>;

export const DemoPage = () => {
  const t = useT();
  const format = useFormat();
  const demo = useDemo();
  const [tab, setTab] = useState<DemoTab>('bots');
  useDocumentTitle(t('demo.label'));
  return (
    <div className="demo-frame">
      <aside className="demo-label">{t('demo.label')}</aside>
      <PublicFrame>
        <div className="page demo">
          <header className="demo-head">
            <PageHeading text={t('demo.title')} />
            <p className="muted">{t('demo.account', { balance: format.money(demo.account?.total ?? null) })}</p>
            <Segmented
              label={t('demo.tabs')}
              value={tab}
              options={demoTabs.map((value) => ({ value, label: t(`demo.tab.${value}`) }))}
              onChange={setTab}
            />
          </header>
          <div className="demo-choices">
            <Segmented
              label={t('demo.scene')}
              value={demo.scene}
              options={demoScenes.map((value) => ({ value, label: t(`demo.scene.${value}`) }))}
              onChange={demo.setScene}
            />
            <Segmented
              label={t('demo.span')}
              value={demo.span}
              options={demoSpans.map((value) => ({ value, label: t(`demo.span.${value}`) }))}
              onChange={demo.setSpan}
            />
          </div>
          <div className="create-grid">
            {tab === 'bots' ? (
              <DemoCharts demo={demo} />
            ) : (
              <Suspense fallback={<Skeleton height={playerHeight} />}>
                <div className="stack">
                  <DemoHistory shown={demo.shown} />
                  <Source isSandbox={demo.isSandbox} />
                </div>
              </Suspense>
            )}
            <DemoSettings demo={demo} />
          </div>
          {tab === 'bots' ? <DashboardSlot demo={demo} /> : null}
          <WhatIfSlot bot={demo.fields.model.config} entry={atOnce} instrumentId={demo.fields.form.instrumentId} />
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
      {shown === null ? (
        hasFailed ? null : (
          <Skeleton height={playerHeight} />
        )
      ) : (
        <RunResult shown={shown} isSandbox={demo.isSandbox} />
      )}
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

type RunResultProps = { readonly shown: ShownRun; readonly isSandbox: boolean };

const RunResult = ({ shown, isSandbox }: RunResultProps) => {
  const t = useT();
  const format = useFormat();
  const [speed, setSpeed] = useState<(typeof speeds)[number]>('1');
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
      <StatList className="demo-result">
        <Stat label={t('demo.result')} term="periodResult" size="lead">
          <SignedFigure text={format.signedMoney(totalOf(run))} unit="USDT" />
        </Stat>
        <Stat label={t('demo.worst')} term="fall" size="lead">
          <SignedFigure text={format.signedMoney(run.deepestFall)} unit="USDT" />
        </Stat>
      </StatList>
      <ReplayPlayer
        key={`${run.round.symbol} ${run.round.from} ${settings}`}
        round={run.round}
        settings={settings}
        speed={Number(speed)}
        Explain={TermTip}
        aside={
          <Segmented
            size="small"
            label={t('demo.speed')}
            value={speed}
            options={speeds.map((value) => ({ value, label: format.leverage(value) }))}
            onChange={setSpeed}
          />
        }
      />
      <p role="status">
        {format.sentences([
          totals(run, { t, format }),
          t('replay.bracket', {
            worse: format.signedMoney(run.bracket.worse),
            better: format.signedMoney(run.bracket.better),
          }),
        ])}
      </p>
      <Source isSandbox={isSandbox} />
    </>
  );
};

/** From where the candles are, and what the figures leave out. */
const Source = ({ isSandbox }: Pick<RunResultProps, 'isSandbox'>) => {
  const t = useT();
  return <p className="muted small">{t(isSandbox ? 'demo.sourceSandbox' : 'demo.source')}</p>;
};

/** Returns the result of the whole period: of the ended rounds and of the open round. */
const totalOf = (run: DemoRun): string => formatDecimal(add(decimal(run.net), decimal(run.open)));

function totals(
  run: DemoRun,
  { t, format }: { readonly t: ReturnType<typeof useT>; readonly format: ReturnType<typeof useFormat> },
): string {
  const net = format.signedMoney(run.net);
  if (run.isLiquidated) return t('demo.liquidated', { rounds: run.rounds, net });
  return t('demo.totals', { rounds: run.rounds, cycles: run.cycles, net, open: format.signedMoney(run.open) });
}

/** The place of the running bot and of its margin, below the player and the form. */
const DashboardSlot = ({ demo }: { readonly demo: Demo }) => (
  <NearSlot className="demo-dashboard" height={dashboardHeight}>
    <DemoDashboard
      shown={demo.shown}
      title={demo.fields.model.name}
      instrument={demo.instrument ?? undefined}
      bar={demo.bar}
      account={demo.account}
      hasAccountFailed={demo.hasAccountFailed}
    />
  </NearSlot>
);

const DemoSettings = ({ demo }: { readonly demo: Demo }) => {
  const t = useT();
  const format = useFormat();
  const { fields } = demo;
  const { form, dispatch, model } = fields;
  const blocker = model.blockers[0];
  const figures = model.preview === null || model.config === null ? null : figuresOf(model.preview, model.config);
  return (
    <section className="card create-form" aria-label={t('create.formLabel')}>
      <FormHead tab={form.tab} dispatch={dispatch} />
      <div className="create-fields">
        <PriceLine
          instrumentId={form.instrumentId}
          instrument={demo.instrument}
          lastPrice={fields.lastPrice}
          candles={demo.dayCandles}
        />
        <PairAndDirection {...fields} />
        <TabFields {...fields} />
        {figures === null ? null : (
          <p>
            {t('create.dock.worst')}
            {format.colon}
            <strong className="danger-text">{`${format.signedMoney(`-${figures.worstCase}`)}\u00a0USDT`}</strong>
          </p>
        )}
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
