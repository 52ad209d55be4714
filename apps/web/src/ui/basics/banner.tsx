// A banner with an icon, one or two lines, and an action of one or more buttons.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type BannerProps = {
  readonly tone?: 'neutral' | 'warning' | 'danger';
  readonly icon?: IconName;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly role?: 'status' | 'alert';
};

export const Banner = ({ tone = 'neutral', icon, title, children, action, role }: BannerProps) => (
  <div className="banner" data-tone={tone} role={role}>
    <Icon name={icon ?? (tone === 'neutral' ? 'info' : 'warning')} />
    <div className="banner-text">
      {title === undefined ? null : <strong>{title}</strong>}
      {children}
    </div>
    {action === undefined ? null : <div className="banner-action">{action}</div>}
  </div>
);
