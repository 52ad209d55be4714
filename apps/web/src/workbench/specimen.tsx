// What the workbench shows: a component with its states, each drawn from fixed data.
import { useState, type ReactNode } from 'react';
import { Button } from '../ui/basics/button.tsx';

export type Specimen = {
  readonly name: string;
  /** True for a component that fills the page; other states stand beside each other. */
  readonly isWide?: boolean;
  /** Each state under its name. */
  readonly states: Readonly<Record<string, ReactNode>>;
};

/** A state that has to be opened first, such as a dialog. */
export const Opener = ({
  children,
}: {
  readonly children: (isOpen: boolean, setOpen: (isOpen: boolean) => void) => ReactNode;
}) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {children(isOpen, setOpen)}
    </>
  );
};

/** A state whose component holds the typed or chosen value. */
export const Stateful = <Value,>({
  initial,
  children,
}: {
  readonly initial: Value;
  readonly children: (value: Value, onChange: (value: Value) => void) => ReactNode;
}) => {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
};
