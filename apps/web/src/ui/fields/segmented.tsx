// A choice of one of at most five options, shown side by side. An option that cannot be chosen has a lock.
import { useId } from 'react';
import { Icon } from '../basics/icon.tsx';

export type SegmentedProps<Value extends string> = {
  /** The accessible name of the group. */
  readonly label: string;
  /** The chosen option, or '' when no option is chosen. */
  readonly value: Value | '';
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** The number behind the option. It is shown below the label and is a part of the accessible name. */
    readonly note?: string;
    readonly disabled?: boolean;
  }[];
  readonly onChange: (value: Value) => void;
  readonly size?: 'small' | 'medium';
  readonly wide?: boolean;
};

export const Segmented = <Value extends string>({
  label,
  value,
  options,
  onChange,
  size = 'medium',
  wide = false,
}: SegmentedProps<Value>) => {
  const group = useId();
  return (
    <div role="radiogroup" className="segmented" data-size={size} data-wide={wide} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="segment">
          <input
            type="radio"
            name={group}
            checked={option.value === value}
            disabled={option.disabled === true}
            onChange={() => onChange(option.value)}
          />
          {option.disabled === true ? <Icon name="lock" /> : null}
          {option.label}
          {option.note === undefined ? null : <small>{` ${option.note}`}</small>}
        </label>
      ))}
    </div>
  );
};
