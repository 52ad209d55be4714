// A choice of one of at most five options, shown side by side. An option that cannot be chosen has a lock.
import { RadioGroup } from 'radix-ui';
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
}: SegmentedProps<Value>) => (
  <RadioGroup.Root
    className="segmented"
    data-size={size}
    data-wide={wide}
    aria-label={label}
    value={value}
    onValueChange={(next) => {
      const chosen = options.find((option) => option.value === next);
      if (chosen !== undefined) onChange(chosen.value);
    }}
  >
    {options.map((option) => (
      <RadioGroup.Item key={option.value} className="segment" value={option.value} disabled={option.disabled === true}>
        {option.disabled === true ? <Icon name="lock" /> : null}
        {option.label}
        {option.note === undefined ? null : <small>{` ${option.note}`}</small>}
      </RadioGroup.Item>
    ))}
  </RadioGroup.Root>
);
