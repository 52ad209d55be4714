// A search field with a list under it: arrow keys move, Enter chooses, Escape closes.
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';

export type ComboboxOption = {
  readonly value: string;
  readonly label: string;
  readonly note?: ReactNode;
  /** Shown, but not to be chosen. */
  readonly disabled?: boolean;
};

export type ComboboxProps = {
  readonly id?: string;
  readonly label: string;
  /** The text in the closed field. */
  readonly chosenLabel: string;
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly options: readonly ComboboxOption[];
  readonly onChoose: (value: string) => void;
  readonly emptyText: string;
  readonly listLabel: string;
  readonly disabled?: boolean;
};

const nextEnabled = (options: readonly ComboboxOption[], from: number, direction: 1 | -1): number => {
  for (let step = 1; step <= options.length; step += 1) {
    const index = (from + direction * step + options.length * 2) % options.length;
    if (options[index]?.disabled !== true) return index;
  }
  return -1;
};

type OptionsProps = Pick<ComboboxProps, 'options' | 'emptyText'> & {
  readonly fieldId: string;
  readonly label: string;
  readonly active: number;
  readonly onChoose: (option: ComboboxOption) => void;
};

const Options = ({ fieldId, label, options, active, emptyText, onChoose }: OptionsProps) => (
  <ul
    className="listbox"
    id={`${fieldId}-list`}
    role="listbox"
    aria-label={label}
    onPointerDown={(event) => event.preventDefault()}
  >
    {options.map((option, index) => (
      <li
        key={option.value}
        id={`${fieldId}-${index}`}
        className="option"
        role="option"
        aria-selected={index === active}
        aria-disabled={option.disabled === true || undefined}
        data-active={index === active}
        onMouseUp={() => onChoose(option)}
      >
        <span>{option.label}</span>
        {option.note === undefined ? null : <span className="muted figures">{option.note}</span>}
      </li>
    ))}
    {options.length === 0 ? (
      <li className="option" role="option" aria-disabled="true" aria-selected="false">
        {emptyText}
      </li>
    ) : null}
  </ul>
);

const useFieldId = (given: string | undefined): string => {
  const own = useId();
  return given ?? own;
};

export const Combobox = (props: ComboboxProps) => {
  const { label, chosenLabel, query, onQueryChange, options, onChoose, emptyText, listLabel, disabled = false } = props;
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const fieldId = useFieldId(props.id);
  const open = (): void => setOpen(true);
  const close = (): void => {
    setOpen(false);
    setActive(-1);
    onQueryChange('');
  };
  const choose = (option?: ComboboxOption): void => {
    if (option?.disabled !== true && option !== undefined) onChoose(option.value);
    if (option?.disabled !== true) close();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      open();
      setActive(nextEnabled(options, active, event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(options[active] ?? options.find((option) => option.disabled !== true));
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor={fieldId}>
        {label}
      </label>
      <div className="input-wrap">
        <input
          id={fieldId}
          className="input"
          role="combobox"
          autoComplete="off"
          disabled={disabled}
          aria-expanded={isOpen}
          aria-controls={`${fieldId}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && active >= 0 ? `${fieldId}-${active}` : undefined}
          value={isOpen ? query : chosenLabel}
          placeholder={chosenLabel}
          onFocus={open}
          onClick={open}
          onBlur={close}
          onChange={(event) => {
            open();
            setActive(-1);
            onQueryChange(event.target.value);
          }}
          onKeyDown={onKeyDown}
        />
        {isOpen ? (
          <Options
            fieldId={fieldId}
            label={listLabel}
            options={options}
            active={active}
            emptyText={emptyText}
            onChoose={choose}
          />
        ) : null}
      </div>
    </div>
  );
};
