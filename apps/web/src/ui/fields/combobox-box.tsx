// The search field with its list. Arrow keys change the active option, Enter chooses the option, and Escape closes the list. This module is loaded when the field first gets the pointer or the focus.
import { useEffect, type KeyboardEvent } from 'react';
import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift';
import type { ComboboxOption, ComboboxProps } from './combobox-props.ts';

const { InputBlur, InputClick, InputKeyDownEscape } = useCombobox.stateChangeTypes;

export type ComboboxBoxProps = ComboboxProps & { readonly fieldId: string };

type State = UseComboboxState<ComboboxOption>;

/**
 * Escape or the loss of the focus closes the list and chooses nothing. A click does not close the list, because the click moves the focus
 * to the field, and the focus opens the list.
 */
const reduce = (state: State, { type, changes }: UseComboboxStateChangeOptions<ComboboxOption>): Partial<State> => {
  if (type === InputBlur || type === InputKeyDownEscape) return { ...state, isOpen: false, highlightedIndex: -1 };
  return type === InputClick ? { ...state, isOpen: true } : changes;
};

/** Returns the state of the list (whether it is open, and the active option) and the props of the field, the list and the options. */
const useSearch = ({ fieldId, query, onQueryChange, options, onChoose, emptyText }: ComboboxBoxProps) =>
  useCombobox<ComboboxOption>({
    inputId: fieldId,
    menuId: `${fieldId}-list`,
    getItemId: (index) => `${fieldId}-${index}`,
    items: [...options],
    itemToString: (option) => option?.label ?? '',
    inputValue: query,
    selectedItem: null,
    stateReducer: reduce,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) onChoose(selectedItem.value);
    },
    onIsOpenChange: ({ isOpen }) => {
      if (!isOpen) onQueryChange('');
    },
    getA11yStatusMessage: ({ isOpen }) => (isOpen && options.length === 0 ? emptyText : ''),
  });

type ResultsProps = Pick<ComboboxProps, 'options' | 'emptyText'> & { readonly search: ReturnType<typeof useSearch> };

const Results = ({ options, emptyText, search }: ResultsProps) =>
  options.length === 0 ? (
    <li className="option" role="option" aria-disabled="true" aria-selected="false">
      {emptyText}
    </li>
  ) : (
    options.map((option, index) => (
      <li
        key={option.value}
        className="option"
        data-active={index === search.highlightedIndex}
        {...search.getItemProps({ item: option, index })}
      >
        {option.label}
      </li>
    ))
  );

/** The field takes the focus when it is mounted, because it replaces the plain field that had the focus. */
export const ComboboxBox = (props: ComboboxBoxProps) => {
  const { fieldId, chosenLabel, query, onQueryChange, options, onChoose, emptyText, listLabel } = props;
  const search = useSearch(props);
  const { isOpen, highlightedIndex } = search;
  useEffect(() => document.getElementById(fieldId)?.focus(), [fieldId]);
  const chooseFirst = (event: KeyboardEvent): void => {
    event.preventDefault();
    const [first] = options;
    if (first === undefined) return;
    onChoose(first.value);
    search.closeMenu();
  };
  return (
    <>
      <input
        {...search.getInputProps({
          'aria-labelledby': undefined,
          onFocus: search.openMenu,
          // The text is reported synchronously, so that the text cursor keeps its position.
          onChange: (event) => onQueryChange(event.currentTarget.value),
          onKeyDown: (event) => {
            if (isOpen && event.key === 'Escape') event.stopPropagation();
            if (isOpen && event.key === 'Enter' && highlightedIndex < 0) chooseFirst(event);
          },
        })}
        className="input"
        value={isOpen ? query : chosenLabel}
        placeholder={chosenLabel}
      />
      <ul
        {...search.getMenuProps({ 'aria-label': listLabel, 'aria-labelledby': undefined })}
        className="listbox"
        hidden={!isOpen}
      >
        {isOpen ? <Results options={options} emptyText={emptyText} search={search} /> : null}
      </ul>
    </>
  );
};
