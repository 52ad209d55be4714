// The type of a workbench entry (a component with its states), and helpers that hold the state of an entry.
import { useState, type ReactNode } from 'react';
import { Button } from '../ui/basics/button.tsx';

export type Specimen = {
  readonly name: string;
  /** True for a component that fills the width of the page. The states of other components are side by side. */
  readonly isWide?: boolean;
  /** The states of the component, by the name of the state. */
  readonly states: Readonly<Record<string, ReactNode>>;
};

/** Renders a button that opens its content, such as a dialog. */
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

/** Holds the value of a control, so that the user can change it. */
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
