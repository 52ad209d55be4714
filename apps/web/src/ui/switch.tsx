// An on-off switch with its label.
import { useId } from 'react';
import { Switch as RadixSwitch } from 'radix-ui';

export type SwitchProps = {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
};

export const Switch = ({ label, checked, onChange, disabled = false }: SwitchProps) => {
  const id = useId();
  return (
    <span className="row">
      <RadixSwitch.Root id={id} className="switch" checked={checked} onCheckedChange={onChange} disabled={disabled}>
        <RadixSwitch.Thumb className="switch-thumb" />
      </RadixSwitch.Root>
      <label htmlFor={id}>{label}</label>
    </span>
  );
};
