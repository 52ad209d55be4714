// Props of the combobox and of its box, which is loaded later.
export type ComboboxOption = {
  readonly value: string;
  readonly label: string;
};

export type ComboboxProps = {
  readonly label: string;
  /** The text in the closed field. */
  readonly chosenLabel: string;
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  readonly options: readonly ComboboxOption[];
  readonly onChoose: (value: string) => void;
  /** Shown in the list, and read aloud, while there are no options. */
  readonly emptyText: string;
  readonly listLabel: string;
};
