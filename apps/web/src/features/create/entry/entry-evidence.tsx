// What an entry rule would have done (simulated): its signals of the last 30 days, its result beside the controls, and one sentence that follows from the numbers (decision 45).
import { useMemo } from 'react';
import type { EntryComparison, EntryMoments, EntryRules } from '@rondo/backtest';
import type { BotConfig } from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { ControlTable, Sentence, yearsOf, type ComparedCandles, type ControlRow } from './control-table.tsx';
import { isComparable } from '../plan/entry-signal.ts';
import { drawMoments, momentsSize } from './moments-picture.ts';
import { useEntryEvidence } from './use-entry-evidence.ts';

export type EntryEvidenceProps = {
  /** The settings of the form, or null while the form has no plan. */
  readonly bot: BotConfig | null;
  readonly entry: EntryRules;
  readonly instrumentId: string;
};

const pictureHeight = 140;
const tableHeight = 180;

export const EntryEvidence = ({ bot, entry, instrumentId }: EntryEvidenceProps) => {
  const t = useT();
  // Nothing is compared when the bars of the rule are shorter than the stored candles.
  const hasShortBars = entry.kind === 'rule' && !isComparable(entry.bar);
  const { coverage, hasFailed, moments, comparison, span } = useEntryEvidence(
    hasShortBars ? null : bot,
    { kind: 'entry', entry },
    instrumentId,
  );
  if (hasShortBars) return <Sentence text={t('entry.shortBars')} />;
  if (bot === null) return <p className="field-hint">{t('whatIf.noPlan')}</p>;
  if (coverage?.months.length === 0) return <p className="field-hint">{t('entry.noCandles')}</p>;
  if (hasFailed && comparison === null) return <p className="field-hint">{t('entry.failed')}</p>;
  return (
    <section className="entry-evidence" aria-label={t('entry.evidence')}>
      <span className="simulated">{t('common.simulated')}</span>
      {moments === null ? <Skeleton height={pictureHeight} /> : <Moments moments={moments} />}
      {comparison === null || coverage === undefined || span === null ? (
        <Skeleton height={tableHeight} />
      ) : (
        <Comparison comparison={comparison} compared={{ coverage, span }} />
      )}
    </section>
  );
};

const Moments = ({ moments }: { readonly moments: EntryMoments }) => {
  const t = useT();
  const picture = useMemo(() => drawMoments(moments), [moments]);
  const { width, height } = momentsSize;
  return (
    <figure className="entry-moments">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={t('entry.picture')}>
        <path className="entry-price" d={picture.line} />
        <path className="entry-tick" d={picture.ticks} />
        {picture.opened.map(({ x, y }) => (
          <path key={x} className="entry-opened" d={`M${x} ${y}h0`} />
        ))}
      </svg>
      <figcaption className="muted small">
        {t('entry.moments', { signals: moments.firings.length, rounds: moments.opened.length })}
      </figcaption>
    </figure>
  );
};

type ComparisonProps = { readonly comparison: EntryComparison; readonly compared: ComparedCandles };

/** The table of the comparison with its sentence. */
export const Comparison = ({ comparison, compared }: ComparisonProps) => {
  const t = useT();
  const format = useFormat();
  const { rule, always, random, asGood, verdict } = comparison;
  const rows: readonly ControlRow[] = [
    { name: t('entry.rule'), ...rule },
    { name: t('entry.always'), ...always },
    { name: t('entry.random', { runs: random.runs }), ...random, net: random.median },
    { name: t('entry.never'), rounds: 0, net: 0 },
  ];
  const sentence =
    verdict === 'too_few'
      ? t('entry.tooFew', { count: rule.rounds })
      : verdict === 'edge'
        ? t('entry.edge', { runs: random.runs })
        : t('entry.noEdge', { asGood, runs: random.runs });
  const caption = t('entry.table', { years: format.tenths(yearsOf(compared)) });
  return <ControlTable caption={caption} head={t('entry.column.entry')} rows={rows} {...{ sentence, compared }} />;
};
