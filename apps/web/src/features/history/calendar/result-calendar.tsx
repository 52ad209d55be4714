// The result calendar: one table for each month with the net result of every day, coloured by its sign and size. The realised part of kept positions is apart and has no colour.
import type { CSSProperties } from 'react';
import type { HistoryList } from '@rondo/contract';
import { decimal, signOf } from '@rondo/decimal';
import { useI18n, useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { signedWholeMoney } from '../../../lib/numbers/whole-money.ts';
import { Icon } from '../../../ui/basics/icon.tsx';
import { endStyle } from '../end-reason.ts';
import { isKept, keptReason } from '../kept.ts';
import { completeDays } from '../partial-list.ts';
import { resultMonths, type DaySum, type ResultDay, type ResultMonth } from './result-days.ts';
import { daysOfWeek } from './weeks.ts';
import './result-calendar.css';
import { dayMs } from '../day-ms.ts';

/** A Monday, with which the names of the weekdays begin. */
const monday = Date.UTC(2026, 0, 5);
const utc = { timeZone: 'UTC' } as const;

const tones = { '-1': 'down', '0': 'none', '1': 'up' } as const;

/** Returns the words for a kept position: its profit is only the realised part. */
const useKeptWords = (): string => {
  const t = useT();
  return useFormat().list([t(endStyle(keptReason).key), t('history.realisedPart')]);
};

const Day = ({ day: { day, closed, kept, strength } }: { readonly day: ResultDay }) => {
  const t = useT();
  const format = useFormat();
  const keptWords = useKeptWords();
  const wordsOf = (sum: DaySum): string =>
    t('history.calendar.day', { amount: format.signedMoney(sum.total), count: sum.bots });
  const title = [
    ...(closed === null ? [] : [wordsOf(closed)]),
    ...(kept === null ? [] : [`${keptWords}: ${wordsOf(kept)}`]),
  ].join('\n');
  return (
    <td
      data-tone={closed === null ? 'none' : tones[signOf(decimal(closed.total))]}
      style={{ '--strength': strength } as CSSProperties}
      title={title === '' ? undefined : title}
    >
      <small>{Number(day.slice(-2))}</small>
      <span>{closed === null ? null : <DayAmount total={closed.total} />}</span>
      {kept === null ? null : <KeptPart total={kept.total} />}
    </td>
  );
};

/** The realised part of kept positions. It has no colour, because the position is still open. */
const KeptPart = ({ total }: Pick<DaySum, 'total'>) => (
  <span className="muted">
    <Icon name={endStyle(keptReason).icon} />
    <span className="hidden-text">{useKeptWords()}</span>
    <DayAmount total={total} />
  </span>
);

/** From this amount on, a phone shows whole USDT. */
const wholeFrom = 10;

/** An amount of a day. On a phone an amount of 10 USDT or more is rounded to whole USDT, because the exact amount is wider than the day. */
const DayAmount = ({ total }: Pick<DaySum, 'total'>) => {
  const format = useFormat();
  const exact = format.signedMoney(total);
  if (Math.abs(Number(total)) < wholeFrom) return exact;
  return (
    <>
      <span className="day-exact">{exact}</span>
      <span className="day-whole">{signedWholeMoney(format, total)}</span>
    </>
  );
};

const ResultMonthTable = ({ month, weeks }: ResultMonth) => {
  const { language } = useI18n();
  const monthName = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', ...utc });
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', ...utc });
  return (
    <table>
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
  );
};

/** The words of the sign that marks the realised part in a day. */
const KeptLegend = () => (
  <p className="row muted small">
    <Icon name={endStyle(keptReason).icon} />
    {useKeptWords()}
  </p>
);

export const ResultCalendar = ({ list }: { readonly list: HistoryList }) => {
  const t = useT();
  return (
    // Keyboards scroll the calendar too.
    <div className="result-calendar" role="group" aria-label={t('history.calendar')} tabIndex={0}>
      {resultMonths(list.items, completeDays(list))
        .toReversed()
        .map((month) => (
          <ResultMonthTable key={month.month} {...month} />
        ))}
      {list.items.some(isKept) ? <KeptLegend /> : null}
    </div>
  );
};
