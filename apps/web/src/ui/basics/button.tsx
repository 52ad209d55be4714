// The button. It has four variants, three sizes, and a busy state with a spinner. Screen readers announce the busy state.
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  readonly variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: IconName;
  readonly iconAfter?: IconName;
  readonly busy?: boolean;
  readonly wide?: boolean;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
};

export const Button = ({
  variant = 'secondary',
  size = 'medium',
  icon,
  iconAfter,
  busy = false,
  wide = false,
  children,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className="button"
    data-variant={variant}
    data-size={size}
    data-wide={wide}
    aria-busy={busy || undefined}
    disabled={busy || rest.disabled}
  >
    {busy ? <Icon name="spinner" className="spinner" /> : icon === undefined ? null : <Icon name={icon} />}
    <span>{children}</span>
    {iconAfter === undefined ? null : <Icon name={iconAfter} />}
  </button>
);

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
  readonly icon: IconName;
  readonly label: string;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A button that shows only an icon. `label` is its accessible name and its tooltip. */
export const IconButton = ({ icon, label, ...rest }: IconButtonProps) => (
  <button type="button" {...rest} className="icon-button" aria-label={label} title={label}>
    <Icon name={icon} />
  </button>
);
