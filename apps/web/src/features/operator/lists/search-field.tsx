// The search field of a list. The search starts after a short delay, or immediately when the user presses Enter.
import { useEffect, useRef, type SubmitEvent } from 'react';
import { contractLimits } from '@rondo/contract';
import { intervals } from '../../../api/queries/intervals.ts';

export type SearchFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onSearch: (text: string) => void;
};

export const SearchField = ({ label, value, onSearch }: SearchFieldProps) => {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const text = field.current?.value.trim() ?? '';
    if (text !== value) onSearch(text);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // Other controls may change the search text in the address. The field then shows the new text, except while the user is typing.
  useEffect(() => {
    if (field.current !== null && timer.current === undefined && field.current.value.trim() !== value)
      field.current.value = value;
  }, [value]);
  return (
    <form
      role="search"
      className="console-search"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        search();
      }}
    >
      <input
        ref={field}
        type="search"
        className="input"
        aria-label={label}
        placeholder={label}
        maxLength={contractLimits.emailLength}
        defaultValue={value}
        onChange={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(search, intervals.searchDebounceMs);
        }}
      />
    </form>
  );
};
