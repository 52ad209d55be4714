// The label of a field, with a button that explains its term.
import { memo } from 'react';
import type { Term } from '../../i18n/term.ts';
import { TermTip } from '../overlays/term-tip.tsx';

export type FieldNameProps = {
  readonly label: string;
  readonly term?: Term | undefined;
  /** The id of the control. Without a control the label is a text. */
  readonly htmlFor?: string;
  /** The id of the label, for a group of controls. */
  readonly id?: string;
};

/** The button is beside the label and not in it, because a click on a label moves the focus to its control. */
export const FieldName = memo(({ label, term, htmlFor, id }: FieldNameProps) => {
  const name =
    htmlFor === undefined ? (
      <span className="field-label" id={id}>
        {label}
      </span>
    ) : (
      <label className="field-label" htmlFor={htmlFor}>
        {label}
      </label>
    );
  if (term === undefined) return name;
  return (
    <span className="field-name">
      {name}
      <TermTip term={term} label={label} />
    </span>
  );
});
