// The search of a list: asked a moment after the last key, or at once by Enter.
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
  const ask = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const text = field.current?.value.trim() ?? '';
    if (text !== value) onSearch(text);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may change without this field; what is being typed is not overwritten.
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
        ask();
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
          timer.current = setTimeout(ask, intervals.searchDebounceMs);
        }}
      />
    </form>
  );
};
