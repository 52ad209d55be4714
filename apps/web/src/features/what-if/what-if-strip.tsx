// The what-if strip: what the settings of the form would have done over the stored candles of years (simulated).
import { memo, useMemo, useState } from 'react';
import type { BotConfig } from '@rondo/strategy';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { SignedFigure } from '../../ui/figures/signed-figure.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { Stat, StatList } from '../../ui/figures/stat.tsx';
import { drawWhatIf, pictureSize, whatIfFigures, whatIfSpans, type WhatIfSpan } from './what-if-figures.ts';
import { WhatIfMarks } from './marks/what-if-marks.tsx';
import { WhatIfSource } from './candles/what-if-source.tsx';
import { useWhatIf, type ShownWhatIf, type WhatIfState } from './use-what-if.ts';
import './what-if.css';

export type WhatIfStripProps = {
  /** The settings of the form, or null while the form has no plan. */
  readonly bot: BotConfig | null;
  readonly instrumentId: string;
};

const spans: readonly WhatIfSpan[] = ['days30', 'year', 'all'];
const loadingHeight = 260;

export const WhatIfStrip = ({ bot, instrumentId }: WhatIfStripProps) => {
  const t = useT();
  const [span, setSpan] = useState<WhatIfSpan>('all');
  const state = useWhatIf(bot, instrumentId, whatIfSpans[span]);
  return (
    <section className="card what-if" aria-label={t('whatIf.title')}>
      <Head span={span} onChange={setSpan} />
      <Content {...state} />
    </section>
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

/** The figures change with a result and not with the settings, which are rendered more often. */
const Content = memo(({ coverage, hasFailed, shown, askRound, drawn }: WhatIfState) => {
  const t = useT();
  if (hasFailed && shown === null) return <Banner tone="warning">{t('whatIf.failed')}</Banner>;
  if (coverage !== undefined && coverage.months.length === 0)
    return (
      <p className="what-if-note what-if-empty">{t(coverage.state === 'filling' ? 'whatIf.filling' : 'whatIf.none')}</p>
    );
  if (shown === null) return <Skeleton height={loadingHeight} />;
  if (shown.result.main.rounds === 0 && shown.result.main.stopped !== null)
    return <p className="what-if-note what-if-empty">{t('whatIf.refused')}</p>;
  return (
    <>
      <Figures shown={shown} />
      <Picture shown={shown} askRound={askRound} drawn={drawn} />
      <WhatIfSource coverage={coverage} result={shown.result} />
    </>
  );
});

const Figures = ({ shown }: { readonly shown: ShownWhatIf }) => {
  const t = useT();
  const format = useFormat();
  const figures = useMemo(() => whatIfFigures(shown.result), [shown]);
  const { main } = shown.result;
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
        label={t(figures.isPerYear ? 'whatIf.net' : 'whatIf.netOfSpan')}
        term="net"
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
        {format.signedMoney(picture.most.toFixed(2))} USDT
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
        {format.signedMoney(picture.least.toFixed(2))} USDT
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
