// Props of the menu and of its box, which is loaded later.
import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';
import type { IconName } from '../basics/icon.tsx';

export type MenuProps = {
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  readonly children: ReactNode;
  readonly wide?: boolean;
};

export type MenuBoxProps = MenuProps & {
  /** True when the user opened the menu with the keyboard. The first row then gets the focus. */
  readonly focusesFirst: boolean;
};

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

export type MenuSwitchProps = Omit<MenuItemProps, 'onSelect' | 'tone' | 'end'> & {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

export type MenuChoiceProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onChange: (value: Value) => void;
};
