// The controls of the date range: three presets and two dates. An invalid range is shown with a message and is not corrected.
import type { ReactNode } from 'react';
import { contractLimits } from '@rondo/contract';
import { useI18n, useT } from '../../i18n/i18n-context.tsx';
import { useNow } from '../../lib/page/use-now.ts';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { lastDay, presetOf, presetRange, rangePresets, type HistoryRange, type RangeProblem } from './history-range.ts';

/** The interval at which the last selectable day (today) is computed again, in ms. */
const dayCheckMs = 60_000;

/** The chosen days in the language of the page, because the browser writes its date fields in the language of the browser. */
const ChosenDays = ({ range }: { readonly range: HistoryRange }) => {
  const { language } = useI18n();
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return <p className="history-days small muted">{days.formatRange(new Date(range.from), new Date(range.to))}</p>;
};

export type HistoryControlsProps = {
  readonly range: HistoryRange;
  readonly problem: RangeProblem;
  readonly onChange: (range: HistoryRange) => void;
  readonly children: ReactNode;
};

export const HistoryControls = ({ range, problem, onChange, children }: HistoryControlsProps) => {
  const t = useT();
  const now = useNow(dayCheckMs);
  return (
    <div className="history-controls">
      <Segmented
        label={t('history.range')}
        value={presetOf(range, now)}
        options={rangePresets.map((value) => ({ value, label: t(`history.range.${value}`) }))}
        onChange={(preset) => onChange(presetRange(Number(preset), now))}
      />
      <div className="history-dates">
        <input
          className="input"
          type="date"
          aria-label={t('history.from')}
          max={lastDay(now)}
          value={range.from}
          aria-invalid={problem !== null || undefined}
          aria-describedby="range-problem"
          onChange={(event) => onChange({ ...range, from: event.target.value })}
        />
        <span className="muted">{t('history.to')}</span>
        <input
          className="input"
          type="date"
          aria-label={t('history.until')}
          max={lastDay(now)}
          value={range.to}
          aria-invalid={problem !== null || undefined}
          aria-describedby="range-problem"
          onChange={(event) => onChange({ ...range, to: event.target.value })}
        />
      </div>
      {problem === null ? <ChosenDays range={range} /> : null}
      {children}
      <p id="range-problem" className="field-error" role="status">
        {problem === null
          ? null
          : problem === 'long'
            ? t('history.rangeLong', { days: contractLimits.historyDays })
            : t('history.rangeWrong')}
      </p>
    </div>
  );
};
