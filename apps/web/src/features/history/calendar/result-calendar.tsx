// The result calendar: one table for each month with the net result of every day, coloured by its sign and size.
import type { CSSProperties } from 'react';
import type { HistoryList } from '@rondo/contract';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { resultMonths, type ResultDay } from './result-days.ts';
import { daysOfWeek } from './weeks.ts';
import './result-calendar.css';

/** A Monday, with which the names of the weekdays begin. */
const monday = Date.UTC(2026, 0, 5);
const dayMs = 86_400_000;
const utc = { timeZone: 'UTC' } as const;

const Day = ({ day }: { readonly day: ResultDay }) => {
  const { t } = useI18n();
  const format = useFormat();
  const tone = day.total === null || Number(day.total) === 0 ? 'none' : Number(day.total) > 0 ? 'up' : 'down';
  const amount = day.total === null ? '' : format.signedMoney(day.total);
  return (
    <td
      data-tone={tone}
      style={{ '--strength': day.strength } as CSSProperties}
      title={day.total === null ? undefined : t('history.calendar.day', { amount, count: day.bots })}
    >
      <small>{Number(day.day.slice(-2))}</small>
      <span>{amount}</span>
    </td>
  );
};

export const ResultCalendar = ({ list }: { readonly list: HistoryList }) => {
  const { t, language } = useI18n();
  const monthName = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', ...utc });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', ...utc });
  return (
    <div className="result-calendar" role="group" aria-label={t('history.calendar')}>
      {resultMonths(list.items, list)
        .toReversed()
        .map(({ month, weeks }) => (
          <table key={month}>
            <caption>{monthName.format(new Date(month))}</caption>
            <thead>
              <tr>
                {Array.from({ length: daysOfWeek }, (_, place) => (
                  <th key={place} scope="col">
                    {weekday.format(monday + place * dayMs)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map((week, row) => (
                <tr key={row}>
                  {week.map((day, place) =>
                    day === null ? <td key={place} aria-hidden="true" /> : <Day key={place} day={day} />,
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
    </div>
  );
};
