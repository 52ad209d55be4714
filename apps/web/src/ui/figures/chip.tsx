// A chip: an icon and a word. A chip cannot be clicked.
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../basics/icon.tsx';

export type ChipTone = 'neutral' | 'accent' | 'up' | 'down' | 'danger' | 'warning' | 'ok';

export type ChipProps = { readonly tone?: ChipTone; readonly icon?: IconName; readonly children: ReactNode };

export const Chip = ({ tone = 'neutral', icon, children }: ChipProps) => (
  <span className="chip" data-tone={tone}>
    {icon === undefined ? null : <Icon name={icon} />}
    {children}
  </span>
);
