// A field for a day, written and typed in the language of the page, with a button that opens a calendar.
import { Suspense, useState } from 'react';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { IconButton } from '../../../ui/basics/button.tsx';
import { readDay, writeDay } from './day-text.ts';

/** The code of the calendar is loaded when a person opens it first. */
const DayDialog = lazyComponent(async () => (await import('./day-dialog.tsx')).DayDialog);

export type DayFieldProps = {
  readonly label: string;
  /** The chosen day as YYYY-MM-DD, or '' when the typed text is no day. */
  readonly value: string;
  /** The last day that can be chosen in the calendar. */
  readonly max: string;
  readonly isWrong: boolean;
  readonly describedBy: string;
  readonly onChange: (day: string) => void;
};

export const DayField = ({ label, value, max, isWrong, describedBy, onChange }: DayFieldProps) => {
  const { t, language } = useI18n();
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  // The typed text is shown as long as it means the value. A preset changes the value without a typed text.
  const text = typed !== null && readDay(typed, language) === value ? typed : writeDay(value, language);
  const choose = (day: string): void => {
    setTyped(null);
    setOpen(false);
    onChange(day);
  };
  return (
    <span className="input-wrap">
      <input
        className="input"
        autoComplete="off"
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        value={text}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(readDay(event.target.value, language));
        }}
        onBlur={() => value !== '' && setTyped(null)}
      />
      <IconButton icon="calendar" label={t('history.openCalendar', { field: label })} onClick={() => setOpen(true)} />
      {isOpen ? (
        <Suspense fallback={null}>
          <DayDialog
            title={label}
            value={value === '' || value > max ? max : value}
            max={max}
            onChoose={choose}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </span>
  );
};
