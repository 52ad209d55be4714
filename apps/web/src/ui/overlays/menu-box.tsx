// The implementation of the drop-down menu. It is loaded before the menu is opened for the first time.
import { useCallback, useRef } from 'react';
import { DropdownMenu } from 'radix-ui';
import { Icon } from '../basics/icon.tsx';
import type { MenuBoxProps, MenuChoiceProps, MenuItemProps, MenuSwitchProps } from './menu-props.ts';

/** The menu is open when it is mounted, because a click or a key press has loaded it. `focusesFirst` is true after a key press. */
export const MenuBox = ({ trigger, children, wide = false, focusesFirst }: MenuBoxProps) => {
  const isFirstOpening = useRef(focusesFirst);
  const focusFirst = useCallback((menu: HTMLElement | null) => {
    if (!isFirstOpening.current) return;
    const row = menu?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])');
    // The rows may be rendered later than the menu. React then calls this ref again.
    if (!row) return;
    isFirstOpening.current = false;
    row.focus({ preventScroll: true });
  }, []);
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* The menu is rendered inside the main landmark, because content outside of landmarks is an accessibility error. */}
      <DropdownMenu.Portal container={document.getElementById('content')}>
        <DropdownMenu.Content
          ref={focusFirst}
          className="menu"
          data-wide={wide}
          align="end"
          sideOffset={4}
          collisionPadding={16}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
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

/** A row with a switch. The menu remains open after a click, so that the user sees the new state. */
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

/** A choice of one option, as radio rows under a label. */
export const MenuChoice = ({ label, value, options, onChange }: MenuChoiceProps<string>) => (
  <>
    <DropdownMenu.Label className="menu-label">{label}</DropdownMenu.Label>
    <DropdownMenu.RadioGroup value={value} onValueChange={onChange}>
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
