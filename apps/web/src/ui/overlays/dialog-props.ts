// Props of the dialog and of its box, which is loaded later.
import type { ReactNode, RefObject } from 'react';
import type { IconName } from '../basics/icon.tsx';

export type DialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly sentence?: ReactNode;
  readonly icon?: IconName;
  readonly tone?: 'neutral' | 'warning' | 'danger';
  readonly children?: ReactNode;
  /** The buttons: the safe one first, the destructive one last. */
  readonly buttons?: ReactNode;
  readonly wide?: boolean;
  /** Receives the focus when the dialog opens. In an alert this is the safe button. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
};
