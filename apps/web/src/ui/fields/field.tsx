// Text fields with a label, a hint and an error, the select field and the check box.
import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes } from 'react';
import { Icon } from '../basics/icon.tsx';
import type { Term } from '../../i18n/term.ts';
import { TermTip } from '../overlays/term-tip.tsx';
import { FieldName } from './field-name.tsx';

export type FieldProps = {
  readonly label: string;
  readonly term?: Term | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** A note that is shown together with a hint or an error. Screen readers announce changes of the note. */
  readonly note?: string | undefined;
  /** Renders the control with the given id and description id. */
  readonly children: (control: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  }) => ReactNode;
};

/**
 * Wraps a control. The label is above the control, and the hint or the error is below. Screen readers read the label, the hint and the
 * error with the control.
 */
export const Field = ({ label, term, hint, error, note, children }: FieldProps) => {
  const id = useId();
  const described = [
    error === undefined ? null : `${id}-error`,
    note === undefined ? null : `${id}-note`,
    error === undefined && hint !== undefined ? `${id}-hint` : null,
  ].filter((each) => each !== null);
  const describedBy = described.length === 0 ? undefined : described.join(' ');
  return (
    <div className="field">
      <FieldName label={label} term={term} htmlFor={id} />
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error === undefined ? undefined : true })}
      {error === undefined ? null : (
        <span id={`${id}-error`} className="field-error">
          <Icon name="warning" />
          {error}
        </span>
      )}
      {note === undefined ? null : (
        <span id={`${id}-note`} className="field-hint" aria-live="polite">
          {note}
        </span>
      )}
      {error === undefined && hint !== undefined ? (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      ) : null}
    </div>
  );
};

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'size' | 'id'> & {
  readonly label: string;
  readonly term?: Term | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly note?: string | undefined;
  readonly large?: boolean;
  readonly suffix?: string;
  /** A button at the right end of the field. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
};

export const TextField = ({ label, term, hint, error, note, large = false, suffix, end, ...rest }: TextFieldProps) => (
  <Field label={label} term={term} hint={hint} error={error} note={note}>
    {(control) => (
      <span className="input-wrap">
        <input {...rest} {...control} className="input" data-size={large ? 'large' : 'medium'} />
        {suffix === undefined ? null : <span className="input-suffix">{suffix}</span>}
        {end}
      </span>
    )}
  </Field>
);

export type SelectFieldProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'size' | 'id'> & {
  readonly label: string;
  readonly term?: Term;
  readonly error?: string | undefined;
  readonly children: ReactNode;
};

/** A native select, for long lists of well-known options. */
export const SelectField = ({ label, term, error, children, ...rest }: SelectFieldProps) => (
  <Field label={label} term={term} error={error}>
    {(control) => (
      <span className="input-wrap select-wrap">
        <select {...rest} {...control} className="input" data-size="large">
          {children}
        </select>
        <Icon name="down" />
      </span>
    )}
  </Field>
);

export type CheckboxProps = {
  readonly label: ReactNode;
  /** The term of a label that is a text. */
  readonly term?: Term;
  readonly hint?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

export const Checkbox = ({ label, term, hint, checked, onChange }: CheckboxProps) => {
  const id = useId();
  return (
    <div className="check-row">
      <span className="checkbox">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        />
        <Icon name="check" />
      </span>
      <div>
        <label htmlFor={id}>{label}</label>
        {term === undefined || typeof label !== 'string' ? null : <TermTip term={term} label={label} />}
        {hint === undefined ? null : (
          <div id={`${id}-hint`} className="muted">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
};
