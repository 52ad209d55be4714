// Modal dialogs: a plain one and an alert that must be answered. Under 600 px both are bottom sheets. Their code comes with the first.
import { Suspense, useState } from 'react';
import type { DialogProps } from './dialog-props.ts';
import { lazyPart } from '../../lib/page/lazy-part.ts';

const load = () => import('./dialog-box.tsx');
const PlainBox = lazyPart(async () => (await load()).Dialog);
const WarningBox = lazyPart(async () => (await load()).AlertBox);

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
