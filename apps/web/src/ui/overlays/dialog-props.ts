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
  /** The buttons of the dialog. The safe button is first, and the destructive button is last. */
  readonly buttons?: ReactNode;
  readonly wide?: boolean;
  /** The element that gets the focus when the dialog opens. In an alert dialog it is the safe button. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
};
