// Modal dialogs: a plain one and an alert that must be answered. Under 600 px both are bottom sheets. Their code comes with the first.
import { Suspense, useState, type ReactNode, type RefObject } from 'react';
import type { IconName } from '../basics/icon.tsx';
import { lazyPart } from '../../lib/page/lazy-part.ts';

const load = () => import('./dialog-box.tsx');
const PlainBox = lazyPart(async () => (await load()).Dialog);
const WarningBox = lazyPart(async () => (await load()).AlertBox);

export type DialogProps = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly sentence?: ReactNode;
  readonly icon?: IconName;
  readonly tone?: 'neutral' | 'warning' | 'danger';
  readonly children?: ReactNode;
  /** The buttons, safe one first, destructive last. */
  readonly buttons?: ReactNode;
  readonly wide?: boolean;
  /** Receives the focus when the dialog opens; the safe action of an alert. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
};

/** True from the first opening on: a dialog that closes is still there to fade. */
const useWasOpen = (isOpen: boolean): boolean => {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
};

/** A dialog that Escape and a click outside close. */
export const Dialog = (props: DialogProps) =>
  useWasOpen(props.open) ? (
    <Suspense fallback={null}>
      <PlainBox {...props} />
    </Suspense>
  ) : null;

/** `role=alertdialog`: a consequence to accept or refuse; a click outside does nothing. */
export const AlertBox = (props: DialogProps) =>
  useWasOpen(props.open) ? (
    <Suspense fallback={null}>
      <WarningBox {...props} />
    </Suspense>
  ) : null;
