// The controls of the date range: three presets and two dates. An invalid range is shown with a message and is not corrected.
import type { ReactNode } from 'react';
import { contractLimits } from '@rondo/contract';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useNow } from '../../lib/page/use-now.ts';
import { Segmented } from '../../ui/fields/segmented.tsx';
import { DayField } from './days/day-field.tsx';
import { writeDay } from './days/day-text.ts';
import { lastDay, presetOf, presetRange, rangePresets, type HistoryRange, type RangeProblem } from './history-range.ts';

/** The interval at which the last selectable day (today) is computed again, in ms. */
const dayCheckMs = 60_000;

export type HistoryControlsProps = {
  readonly range: HistoryRange;
  readonly problem: RangeProblem;
  readonly onChange: (range: HistoryRange) => void;
  readonly children: ReactNode;
};

export const HistoryControls = ({ range, problem, onChange, children }: HistoryControlsProps) => {
  const { t, language } = useI18n();
  const now = useNow(dayCheckMs);
  const max = lastDay(now);
  const texts: Readonly<Record<NonNullable<RangeProblem>, string>> = {
    missing: t('history.dayWrong', { example: writeDay(max, language) }),
    reversed: t('history.rangeWrong'),
    long: t('history.rangeLong', { days: contractLimits.historyDays }),
  };
  const day = (end: keyof HistoryRange, label: string) => (
    <DayField
      label={label}
      value={range[end]}
      max={max}
      isWrong={problem === 'missing' ? range[end] === '' : problem !== null}
      describedBy="range-problem"
      onChange={(chosen) => onChange({ ...range, [end]: chosen })}
    />
  );
  return (
    <div className="history-controls">
      <Segmented
        label={t('history.range')}
        value={presetOf(range, now)}
        options={rangePresets.map((value) => ({ value, label: t(`history.range.${value}`) }))}
        onChange={(preset) => onChange(presetRange(Number(preset), now))}
      />
      <div className="history-dates">
        {day('from', t('history.from'))}
        <span className="muted">{t('history.to')}</span>
        {day('to', t('history.until'))}
      </div>
      {children}
      <p id="range-problem" className="field-error" role="status">
        {problem === null ? null : texts[problem]}
      </p>
    </div>
  );
};
