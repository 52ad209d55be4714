// What distances from the volatility would have done (simulated): their result beside a fixed distance, random distances and no round, and one sentence that follows from the numbers (decision 45).
import { Suspense } from 'react';
import type { DistanceComparison, EntryRules } from '@rondo/backtest';
import type { BotConfig } from '@rondo/strategy';
import type { Translate } from '../../../i18n/translate.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { ControlTable, Sentence, yearsOf, type ComparedCandles, type ControlRow } from './control-table.tsx';
import { rulesIn, type SimulatedEntry } from '../plan/simulated-entry.ts';
import { useEntryEvidence } from './use-entry-evidence.ts';
import './entry.css';

/** The code is loaded when the person chooses an entry that cannot be simulated. */
const UnknownEntry = lazyComponent(async () => (await import('../opening/unknown-entry.tsx')).UnknownEntry);

export type DistanceEvidenceProps = {
  /** The settings of the form, or null while the form has no plan. */
  readonly bot: BotConfig | null;
  /** How the rounds of the form open. */
  readonly entry: SimulatedEntry;
  readonly instrumentId: string;
};

const tableHeight = 180;

export const DistanceEvidence = ({ bot, entry, instrumentId }: DistanceEvidenceProps) => {
  const t = useT();
  if (entry.kind === 'unknown')
    return entry.why === 'shortBars' ? (
      <Sentence text={t('entry.shortBars')} />
    ) : (
      <p className="field-hint">
        <Suspense fallback={null}>
          <UnknownEntry why={entry.why} />
        </Suspense>
      </p>
    );
  return <Compared bot={bot} entry={rulesIn(entry)} instrumentId={instrumentId} />;
};

type ComparedProps = Pick<DistanceEvidenceProps, 'bot' | 'instrumentId'> & { readonly entry: EntryRules | null };

const Compared = ({ bot, entry, instrumentId }: ComparedProps) => {
  const t = useT();
  const compared = { kind: 'distance', entry } as const;
  const { coverage, distances, hasFailed, span } = useEntryEvidence(bot, compared, instrumentId);
  if (bot === null) return <p className="field-hint">{t('whatIf.noPlan')}</p>;
  if (coverage?.months.length === 0) return <p className="field-hint">{t('entry.noCandles')}</p>;
  if (hasFailed && distances === null) return <p className="field-hint">{t('entry.failed')}</p>;
  return (
    <section className="entry-evidence" aria-label={t('entry.atr.evidence')}>
      <span className="simulated">{t('common.simulated')}</span>
      {distances === null || coverage === undefined || span === null ? (
        <Skeleton height={tableHeight} />
      ) : (
        <Distances comparison={distances} compared={{ coverage, span }} />
      )}
    </section>
  );
};

type DistancesProps = { readonly comparison: DistanceComparison; readonly compared: ComparedCandles };

/** The table of the comparison with its sentence. */
export const Distances = ({ comparison, compared }: DistancesProps) => {
  const t = useT();
  const format = useFormat();
  const { atr, fixed, random } = comparison;
  const percent = format.percent(Number(fixed.distance));
  const rows: readonly ControlRow[] = [
    { name: t('entry.atr.atr'), ...atr },
    { name: t('entry.atr.fixed', { percent }), ...fixed },
    { name: t('entry.atr.random', { runs: random.runs }), ...random, net: random.median },
    { name: t('entry.never'), rounds: 0, net: 0 },
  ];
  return (
    <ControlTable
      caption={t('entry.atr.table', { years: format.tenths(yearsOf(compared)) })}
      head={t('entry.atr.column')}
      rows={rows}
      sentence={sentenceOf(comparison, t, percent)}
      compared={compared}
    />
  );
};

function sentenceOf(
  { atr, fixed, random, asGood, verdict }: DistanceComparison,
  t: Translate,
  percent: string,
): string {
  if (verdict === 'too_few') return t('entry.tooFew', { count: atr.rounds });
  if (verdict === 'edge') return t('entry.atr.edge', { percent, runs: random.runs });
  return fixed.net >= atr.net
    ? t('entry.atr.fixedAsGood', { percent })
    : t('entry.atr.noEdge', { asGood, runs: random.runs });
}
