// The what-if strip: what the settings of the form would have done over the stored candles of years (simulated).
import { memo, Suspense, useMemo, useState } from 'react';
import type { EntryRules } from '@rondo/backtest';
import type { BotConfig } from '@rondo/strategy';
import type { MessageKey } from '../../i18n/catalogue.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { Stat, StatList } from '../../ui/figures/stat.tsx';
import type { Term } from '../../i18n/term.ts';
import { rulesIn, type SimulatedEntry } from '../create/plan/simulated-entry.ts';
import {
  drawWhatIf,
  pictureSize,
  whatIfFigures,
  whatIfSpans,
  type NetTime,
  type WhatIfSpan,
} from './what-if-figures.ts';
import { WhatIfMarks } from './marks/what-if-marks.tsx';
import { WhatIfSource } from './candles/what-if-source.tsx';
import { useWhatIf, type ShownWhatIf, type WhatIfFailure, type WhatIfState } from './use-what-if.ts';
import './what-if.css';

/** The code is loaded when the person chooses an entry that cannot be simulated. */
const UnknownEntry = lazyComponent(async () => (await import('../create/opening/unknown-entry.tsx')).UnknownEntry);

export type WhatIfStripProps = {
  /** The settings of the form, or null while the form has no plan. */
  readonly bot: BotConfig | null;
  /** How the rounds of the form open. */
  readonly entry: SimulatedEntry;
  readonly instrumentId: string;
};

const spans: readonly WhatIfSpan[] = ['days30', 'year', 'all'];
const loadingHeight = 260;

export const WhatIfStrip = ({ bot, entry, instrumentId }: WhatIfStripProps) => {
  const t = useT();
  return (
    <section className="card what-if" aria-label={t('whatIf.title')}>
      {entry.kind === 'unknown' ? (
        <>
          <div className="card-head what-if-head">
            <h2>{t('whatIf.title')}</h2>
          </div>
          <p className="what-if-note what-if-empty">
            <Suspense fallback={null}>
              <UnknownEntry why={entry.why} />
            </Suspense>
          </p>
        </>
      ) : (
        <Simulation bot={bot} entry={rulesIn(entry)} instrumentId={instrumentId} />
      )}
    </section>
  );
};

type SimulationProps = Pick<WhatIfStripProps, 'bot' | 'instrumentId'> & { readonly entry: EntryRules | null };

const Simulation = (simulated: SimulationProps) => {
  const [span, setSpan] = useState<WhatIfSpan>('all');
  const { state, isOld } = useWhatIf({ ...simulated, spanMs: whatIfSpans[span] });
  return (
    <>
      <Head span={span} onChange={setSpan} />
      <div className="what-if-body" data-old={isOld}>
        <Content {...state} hasPlan={simulated.bot !== null} />
      </div>
    </>
  );
};

type HeadProps = { readonly span: WhatIfSpan; readonly onChange: (span: WhatIfSpan) => void };

const Head = memo(({ span, onChange }: HeadProps) => {
  const t = useT();
  return (
    <div className="card-head between what-if-head">
      <h2>{t('whatIf.title')}</h2>
      <span className="simulated">{t('common.simulated')}</span>
      <Segmented
        label={t('whatIf.span')}
        size="small"
        value={span}
        options={spans.map((value) => ({ value, label: t(`whatIf.span.${value}`) }))}
        onChange={onChange}
      />
    </div>
  );
});

const failureTexts = {
  worker: 'whatIf.noWorker',
  refused: 'whatIf.unusable',
  files: 'whatIf.failed',
} as const satisfies Record<WhatIfFailure, MessageKey>;

/** `hasPlan` is false while the form has no plan. */
type ContentProps = WhatIfState & { readonly hasPlan: boolean };

/** The figures change with a result and not with the settings, which are rendered more often. */
const Content = memo(({ hasPlan, coverage, failure, shown, askRound, drawn }: ContentProps) => {
  const t = useT();
  // Without newer candles the figures of the older ones stay.
  if (failure !== null && (failure !== 'files' || shown === null))
    return <Banner tone="warning">{t(failureTexts[failure])}</Banner>;
  if (coverage !== undefined && coverage.months.length === 0)
    return (
      <p className="what-if-note what-if-empty">{t(coverage.state === 'filling' ? 'whatIf.filling' : 'whatIf.none')}</p>
    );
  // The figures of other settings are not shown.
  if (!hasPlan) return <p className="what-if-note what-if-empty">{t('whatIf.noPlan')}</p>;
  if (shown === null || coverage === undefined) return <Skeleton height={loadingHeight} />;
  if (shown.result.main.rounds === 0 && shown.result.main.stopped !== null)
    return <p className="what-if-note what-if-empty">{t('whatIf.refused')}</p>;
  return (
    <>
      <Figures shown={shown} />
      <Picture shown={shown} askRound={askRound} drawn={drawn} />
      <WhatIfSource coverage={coverage} result={shown.result} isAtSignals={shown.settings.entry !== null} />
    </>
  );
});

const netTexts = {
  year: { term: 'net', label: 'whatIf.net' },
  span: { term: 'netWhole', label: 'whatIf.netOfSpan' },
  end: { term: 'netWhole', label: 'whatIf.netToEnd' },
} as const satisfies Record<NetTime, { readonly term: Term; readonly label: MessageKey }>;

const Figures = ({ shown }: { readonly shown: ShownWhatIf }) => {
  const t = useT();
  const format = useFormat();
  const figures = useMemo(() => whatIfFigures(shown.result), [shown]);
  const { main } = shown.result;
  const net = netTexts[figures.netOf];
  const months = { lived: format.tenths(figures.livedMonths), months: format.tenths(figures.months) };
  return (
    <StatList className="what-if-figures">
      <Stat
        label={t('whatIf.survived')}
        term="survived"
        note={t('whatIf.liquidated', { count: figures.liquidated, runs: figures.runs })}
      >
        <span className={main.isLiquidated ? 'danger-text' : undefined}>{t('whatIf.months', months)}</span>
      </Stat>
      <Stat
        label={t(net.label)}
        term={net.term}
        unit="USDT"
        note={t('whatIf.band', {
          low: format.signedMoney(figures.lowest),
          high: format.signedMoney(figures.highest),
        })}
      >
        <SignedFigure text={format.signedMoney(figures.net)} />
      </Stat>
      <Stat label={t('whatIf.fall')} term="fall" unit="USDT">
        {format.signedMoney(figures.worstFall)}
      </Stat>
      <Stat
        label={t('whatIf.inMarket')}
        term="inMarket"
        note={t('whatIf.rounds', { rounds: main.rounds, cycles: main.cycles })}
      >
        {format.share(figures.inMarketPercent)}
      </Stat>
    </StatList>
  );
};

type PictureProps = Pick<WhatIfState, 'askRound' | 'drawn'> & { readonly shown: ShownWhatIf };

const Picture = ({ shown, askRound, drawn }: PictureProps) => {
  const t = useT();
  const format = useFormat();
  const { result, isWhole } = shown;
  const picture = useMemo(() => drawWhatIf(result), [result]);
  const { width, height } = pictureSize;
  return (
    <figure className="what-if-picture" data-whole={isWhole}>
      <p className="what-if-scale num" aria-hidden="true">
        {`${format.signedMoney(picture.most.toFixed(2))}\u00a0USDT`}
      </p>
      <div className="what-if-plot">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={t('whatIf.picture')}>
          <path className="what-if-band" d={picture.band} />
          <line className="what-if-zero" x1="0" x2={width} y1={picture.zero} y2={picture.zero} />
          <path className="what-if-line" d={picture.line} />
        </svg>
        <WhatIfMarks marks={picture.marks} askRound={(round) => askRound(shown.settings, round)} drawn={drawn} />
      </div>
      <p className="what-if-scale num" aria-hidden="true">
        {`${format.signedMoney(picture.least.toFixed(2))}\u00a0USDT`}
      </p>
      <div className="what-if-dates num" aria-hidden="true">
        <span>{format.date(result.fromAt)}</span>
        <span>{format.date(result.toAt)}</span>
      </div>
      <figcaption className="muted small">
        {format.sentences([t('whatIf.key'), picture.marks.length === 0 ? null : t('whatIf.marksHint')])}
      </figcaption>
    </figure>
  );
};
