// Modal dialogs: a plain dialog, and an alert dialog that needs a choice. In a window below 600 px both are shown at the bottom of the window. Their code is loaded when the first dialog is opened.
import { Suspense, useState } from 'react';
import type { DialogProps } from './dialog-props.ts';
import { lazyComponent } from '../../lib/page/lazy-component.ts';

const load = () => import('./dialog-box.tsx');
const PlainBox = lazyComponent(async () => (await load()).Dialog);
const WarningBox = lazyComponent(async () => (await load()).AlertBox);

/** True after the first opening, because a closing dialog must remain mounted during its animation. */
const useWasOpen = (isOpen: boolean): boolean => {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  return isOpen || wasOpen;
};

/** A dialog that closes when the user presses Escape or clicks outside. */
export const Dialog = (props: DialogProps) =>
  useWasOpen(props.open) ? (
    <Suspense fallback={null}>
      <PlainBox {...props} />
    </Suspense>
  ) : null;

/** A dialog with `role=alertdialog`: the user accepts or refuses a consequence. A click outside does not close it. */
export const AlertBox = (props: DialogProps) =>
  useWasOpen(props.open) ? (
    <Suspense fallback={null}>
      <WarningBox {...props} />
    </Suspense>
  ) : null;
