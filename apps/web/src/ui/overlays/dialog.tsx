// Modal dialogs: a plain one and an alert that needs a choice. Below 600 px both are bottom sheets. Their code is loaded at the first opening.
import { Suspense, useState } from 'react';
import type { DialogProps } from './dialog-props.ts';
import { lazyComponent } from '../../lib/page/lazy-component.ts';

const load = () => import('./dialog-box.tsx');
const PlainBox = lazyComponent(async () => (await load()).Dialog);
const WarningBox = lazyComponent(async () => (await load()).AlertBox);

/** True from the first opening on, because a closing dialog must stay mounted while it fades. */
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

/** A dialog with `role=alertdialog`: the user accepts or refuses a consequence. A click outside does not close it. */
export const AlertBox = (props: DialogProps) =>
  useWasOpen(props.open) ? (
    <Suspense fallback={null}>
      <WarningBox {...props} />
    </Suspense>
  ) : null;
