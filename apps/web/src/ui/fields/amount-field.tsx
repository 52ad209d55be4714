// A field for an amount of money: its unit, and beside it the amount as the app reads the typed text.
import type { ReactNode } from 'react';
import { TextField } from './field.tsx';

export type AmountFieldProps = {
  readonly label: string;
  readonly unit: string;
  readonly text: string;
  /** The amount as read, in words of the page's language; null while nothing was typed or it cannot be read. */
  readonly readAs: string | null;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly onChange: (text: string) => void;
};

/** The text stays as typed; `readAs` tells what it will be used as. */
export const AmountField = ({ label, unit, text, readAs, hint, error, onChange }: AmountFieldProps) => (
  <TextField
    label={label}
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
