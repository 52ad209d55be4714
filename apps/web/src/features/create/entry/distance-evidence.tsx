// What distances from the volatility would have done (simulated): their result beside a fixed distance, random distances and no round, and one sentence that follows from the numbers (decision 45).
import type { DistanceComparison, EntryRules } from '@rondo/backtest';
import type { BotConfig } from '@rondo/strategy';
import type { Translate } from '../../../i18n/translate.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { yearMs } from '../../what-if/what-if-figures.ts';
import { ControlTable, Sentence, type ControlRow } from './control-table.tsx';
import { useEntryEvidence } from './use-entry-evidence.ts';
import './entry.css';

export type DistanceEvidenceProps = {
  /** The settings of the form, or null while the form has no plan. */
  readonly bot: BotConfig | null;
  /** The rule of the form, or null when no rule opens the rounds. */
  readonly entry: EntryRules | null;
  readonly instrumentId: string;
};

const tableHeight = 180;

export const DistanceEvidence = ({ bot, entry, instrumentId }: DistanceEvidenceProps) => {
  const t = useT();
  const found = useEntryEvidence(bot, { kind: 'distance', entry }, instrumentId);
  if (found.hasShortBars) return <Sentence text={t('entry.shortBars')} />;
  if (bot === null || (found.coverage !== undefined && found.coverage.months.length === 0))
    return <p className="field-hint">{t('entry.noCandles')}</p>;
  if (found.hasFailed && found.distances === null) return <p className="field-hint">{t('entry.failed')}</p>;
  return (
    <section className="entry-evidence" aria-label={t('entry.atr.evidence')}>
      <span className="simulated">{t('common.simulated')}</span>
      {found.distances === null ? (
        <Skeleton height={tableHeight} />
      ) : (
        <Distances comparison={found.distances} years={found.spanMs / yearMs} />
      )}
    </section>
  );
};

/** The table of the comparison with its sentence. */
export const Distances = ({
  comparison,
  years,
}: {
  readonly comparison: DistanceComparison;
  readonly years: number;
}) => {
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
      caption={t('entry.atr.table', { years: format.tenths(years) })}
      head={t('entry.atr.column')}
      rows={rows}
      sentence={sentenceOf(comparison, t, percent)}
      years={years}
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
