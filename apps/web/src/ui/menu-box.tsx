// A drop-down menu: rows of icon, verb and consequence; reversible first, destructive last.
import type { ReactNode } from 'react';
import { DropdownMenu } from 'radix-ui';
import { Icon, type IconName } from './icon.tsx';

export type MenuProps = {
  readonly trigger: ReactNode;
  readonly children: ReactNode;
  readonly wide?: boolean;
  readonly label?: string;
};

export const Menu = ({ trigger, children, wide = false }: MenuProps) => (
  <DropdownMenu.Root modal={false}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    {/* Inside the main landmark, so that no content lies outside of one. */}
    <DropdownMenu.Portal container={document.getElementById('content')}>
      <DropdownMenu.Content className="menu" data-wide={wide} align="end" sideOffset={4} collisionPadding={16}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);

export type MenuItemProps = {
  readonly icon?: IconName;
  readonly label: string;
  readonly consequence?: string;
  readonly tone?: 'neutral' | 'warning' | 'danger';
  readonly disabled?: boolean;
  readonly end?: ReactNode;
  readonly lang?: string;
  readonly onSelect: () => void;
};

export const MenuItem = ({
  icon,
  label,
  consequence,
  tone = 'neutral',
  disabled = false,
  end,
  lang,
  onSelect,
}: MenuItemProps) => (
  <DropdownMenu.Item
    className="menu-item"
    data-tone={tone}
    data-roomy={consequence !== undefined}
    disabled={disabled}
    onSelect={onSelect}
    lang={lang}
  >
    {icon === undefined ? null : <Icon name={icon} />}
    <div className="menu-item-text">
      {label}
      {consequence === undefined ? null : <span>{consequence}</span>}
    </div>
    {end}
  </DropdownMenu.Item>
);

export type MenuSwitchProps = Omit<MenuItemProps, 'onSelect' | 'tone' | 'end'> & {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

/** A row that is a switch: it stays open so that the new state is seen. */
export const MenuSwitch = ({ icon, label, consequence, disabled = false, checked, onChange }: MenuSwitchProps) => (
  <DropdownMenu.CheckboxItem
    className="menu-item"
    data-roomy={consequence !== undefined}
    checked={checked}
    disabled={disabled}
    onCheckedChange={onChange}
    onSelect={(event) => event.preventDefault()}
  >
    {icon === undefined ? null : <Icon name={icon} />}
    <div className="menu-item-text">
      {label}
      {consequence === undefined ? null : <span>{consequence}</span>}
    </div>
    <span className="switch" data-state={checked ? 'checked' : 'unchecked'} aria-hidden="true">
      <span className="switch-thumb" />
    </span>
  </DropdownMenu.CheckboxItem>
);

export type MenuChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
};

/** One of several, as radio rows under a label. */
export const MenuChoice = <Value extends string>({ label, value, options, onChange }: MenuChoiceProps<Value>) => (
  <>
    <DropdownMenu.Label className="menu-label">{label}</DropdownMenu.Label>
    <DropdownMenu.RadioGroup
      value={value}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <DropdownMenu.RadioItem key={option.value} className="menu-item" value={option.value} lang={option.lang}>
          <div className="menu-item-text">{option.label}</div>
          {option.value === value ? <Icon name="check" /> : null}
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  </>
);

export const MenuLine = () => <DropdownMenu.Separator className="menu-line" />;
