// What an entry rule would have done (simulated): its signals of the last 30 days, its result beside the controls, and one sentence that follows from the numbers (decision 45).
import { useMemo } from 'react';
import type { EntryComparison, EntryMoments, EntryRules } from '@rondo/backtest';
import type { BotConfig } from '@rondo/strategy';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { Skeleton } from '../../../ui/figures/skeleton.tsx';
import { Table } from '../../../ui/figures/table.tsx';
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
const yearMs = 365.25 * 24 * 3_600_000;

export const EntryEvidence = ({ bot, entry, instrumentId }: EntryEvidenceProps) => {
  const t = useT();
  const { coverage, hasFailed, moments, comparison, spanMs } = useEntryEvidence(bot, entry, instrumentId);
  if (bot === null || (coverage !== undefined && coverage.months.length === 0))
    return <p className="field-hint">{t('entry.noCandles')}</p>;
  if (hasFailed) return <p className="field-hint">{t('entry.failed')}</p>;
  return (
    <section className="entry-evidence" aria-label={t('entry.evidence')}>
      <span className="simulated">{t('common.simulated')}</span>
      {moments === null ? <Skeleton height={pictureHeight} /> : <Moments moments={moments} />}
      {comparison === null ? (
        <Skeleton height={tableHeight} />
      ) : (
        <Comparison comparison={comparison} years={spanMs / yearMs} />
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

type Row = { readonly name: string; readonly rounds: string; readonly net: string; readonly band: string };

const Comparison = ({ comparison, years }: { readonly comparison: EntryComparison; readonly years: number }) => {
  const t = useT();
  const format = useFormat();
  const { rule, always, random, asGood, verdict } = comparison;
  const money = (value: number): string => format.signedMoney(value.toFixed(2));
  const band = (low: number, high: number): string => t('entry.band', { low: money(low), high: money(high) });
  const rows: readonly Row[] = [
    { name: t('entry.rule'), rounds: format.count(rule.rounds), net: money(rule.net), band: band(rule.low, rule.high) },
    {
      name: t('entry.always'),
      rounds: format.count(always.rounds),
      net: money(always.net),
      band: band(always.low, always.high),
    },
    {
      name: t('entry.random', { runs: random.runs }),
      rounds: format.count(Math.round(random.rounds)),
      net: money(random.median),
      band: band(random.low, random.high),
    },
    { name: t('entry.never'), rounds: format.count(0), net: money(0), band: '' },
  ];
  return (
    <>
      <Table
        caption={t('entry.table', { years: format.tenths(years) })}
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', head: t('entry.column.entry'), isName: true, cell: ({ name }) => name },
          { key: 'rounds', head: t('entry.column.rounds'), align: 'end', cell: ({ rounds }) => rounds },
          { key: 'net', head: t('entry.column.net'), align: 'end', cell: ({ net }) => net },
          { key: 'band', head: t('entry.column.band'), align: 'end', cell: (row) => row.band },
        ]}
      />
      <p>
        <strong>
          {verdict === 'too_few'
            ? t('entry.tooFew', { rounds: format.count(rule.rounds) })
            : verdict === 'edge'
              ? t('entry.edge', { runs: random.runs })
              : t('entry.noEdge', { asGood, runs: random.runs })}
        </strong>
      </p>
      <p className="muted small">{t('entry.costs', { years: format.tenths(years) })}</p>
    </>
  );
};
