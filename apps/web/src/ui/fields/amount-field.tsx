// An input field for an amount. It shows the unit, and as a note the amount that the app parsed from the typed text.
import type { ReactNode } from 'react';
import type { Term } from '../../i18n/term.ts';
import { TextField } from './field.tsx';

export type AmountFieldProps = {
  readonly label: string;
  readonly term?: Term;
  readonly unit: string;
  readonly text: string;
  /** The parsed amount as text in the language of the page. It is null when the field is empty or the typed text cannot be parsed. */
  readonly readAs: string | null;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly onChange: (text: string) => void;
};

/** The field never changes the typed text. `readAs` shows the parsed amount. */
export const AmountField = ({ label, term, unit, text, readAs, hint, error, onChange }: AmountFieldProps) => (
  <TextField
    label={label}
    term={term}
    inputMode="decimal"
    autoComplete="off"
    suffix={unit}
    value={text}
    note={readAs ?? undefined}
    hint={hint}
    error={error}
    onChange={(event) => onChange(event.target.value)}
  />
);
