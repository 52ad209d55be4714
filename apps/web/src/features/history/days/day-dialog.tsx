// A calendar of one month in a dialog. The arrow keys move by days and weeks, Page Up and Page Down by months, Home and End within a week.
import { useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { dateLocaleOf } from '../../../lib/numbers/dates.ts';
import { Button, IconButton } from '../../../ui/basics/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { daysOfWeek, placeInWeek, weeksOf } from '../calendar/weeks.ts';
import { addDays } from './day-text.ts';
import './day-dialog.css';

export type DayDialogProps = {
  readonly title: string;
  /** A day as YYYY-MM-DD that is not after `max`. */
  readonly value: string;
  readonly max: string;
  readonly onChoose: (day: string) => void;
  readonly onClose: () => void;
};

/** Returns the day in the month that is `months` later. In a shorter month it is the last day of the month. */
const addMonths = (day: string, months: number): string => {
  const first = new Date(`${day.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() + months + 1, 0);
  const last = first.toISOString().slice(0, 10);
  return `${last.slice(0, 8)}${day.slice(8) > last.slice(8) ? last.slice(8) : day.slice(8)}`;
};

const daysOfMonth = (day: string): readonly string[] => {
  const first = `${day.slice(0, 7)}-01`;
  const length = Number(addMonths(`${day.slice(0, 7)}-31`, 0).slice(8));
  return Array.from({ length }, (_, index) => addDays(first, index));
};

const moves: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -daysOfWeek),
  ArrowDown: (day) => addDays(day, daysOfWeek),
  Home: (day) => addDays(day, -placeInWeek(day)),
  End: (day) => addDays(day, daysOfWeek - 1 - placeInWeek(day)),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

/** Returns the formatter of a day in the language. */
const writerOf = (language: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(dateLocaleOf(language), { ...options, timeZone: 'UTC' });
  return (day: string): string => format.format(new Date(day));
};

export const DayDialog = ({ title, value, max, onChoose, onClose }: DayDialogProps) => {
  const { t, language } = useI18n();
  const [day, setDay] = useState(value);
  const dayButton = useRef<HTMLButtonElement>(null);
  const goTo = (next: string): void => setDay(next > max ? max : next);
  const move = (event: KeyboardEvent): void => {
    const next = moves[event.key]?.(day);
    if (next === undefined) return;
    event.preventDefault();
    flushSync(() => goTo(next));
    dayButton.current?.focus();
  };
  return (
    <Dialog
      open
      title={title}
      initialFocus={dayButton}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      buttons={
        <Button size="large" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <div className="day-dialog">
        <div className="between">
          <IconButton icon="left" label={t('history.previousMonth')} onClick={() => goTo(addMonths(day, -1))} />
          <strong aria-live="polite">{writerOf(language, { month: 'long', year: 'numeric' })(day)}</strong>
          <IconButton
            icon="right"
            label={t('history.nextMonth')}
            aria-disabled={max.startsWith(day.slice(0, 7)) || undefined}
            onClick={() => goTo(addMonths(day, 1))}
          />
        </div>
        <Month day={day} value={value} max={max} dayButton={dayButton} onMove={move} onChoose={onChoose} />
      </div>
    </Dialog>
  );
};

type MonthProps = Pick<DayDialogProps, 'value' | 'max' | 'onChoose'> & {
  /** The day whose month is shown. Its button is the tab stop. */
  readonly day: string;
  readonly dayButton: RefObject<HTMLButtonElement | null>;
  readonly onMove: (event: KeyboardEvent) => void;
};

const Month = ({ day, value, max, dayButton, onMove, onChoose }: MonthProps) => {
  const { language } = useI18n();
  const writeWholeDay = writerOf(language, { dateStyle: 'full' });
  const writeWeekday = writerOf(language, { weekday: 'short' });
  const weeks = weeksOf(daysOfMonth(day), (each) => each);
  const button = (each: string) => (
    <button
      type="button"
      ref={each === day ? dayButton : null}
      tabIndex={each === day ? 0 : -1}
      disabled={each > max}
      aria-pressed={each === value}
      onKeyDown={onMove}
      onClick={() => onChoose(each)}
    >
      <span aria-hidden="true">{Number(each.slice(8))}</span>
      <span className="hidden-text">{writeWholeDay(each)}</span>
    </button>
  );
  return (
    <table>
      <thead>
        <tr>
          {(weeks[1] ?? []).map((each) => (
            <th key={each} scope="col">
              {each === null ? null : writeWeekday(each)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          <tr key={row}>
            {week.map((each, place) => (
              <td key={place}>{each === null ? null : button(each)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
