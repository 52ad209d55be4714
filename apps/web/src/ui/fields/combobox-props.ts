// Props of the combobox and of its box, which is loaded later.
export type ComboboxOption = {
  readonly value: string;
  readonly label: string;
};

export type ComboboxProps = {
  readonly label: string;
  /** The text of the field while the list is closed. */
  readonly chosenLabel: string;
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly options: readonly ComboboxOption[];
  readonly onChoose: (value: string) => void;
  /** This text is shown in the list and announced by screen readers while there are no options. */
  readonly emptyText: string;
  readonly listLabel: string;
};
