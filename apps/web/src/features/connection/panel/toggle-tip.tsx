// A button that shows a short explanation. The explanation opens when the user clicks the button or presses a key, and not when the pointer is over the button.
import { Suspense, useState, type ReactNode } from 'react';
import { Icon } from '../../../ui/basics/icon.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';

const TipBox = lazyComponent(async () => (await import('./tip-box.tsx')).TipBox);

export const ToggleTip = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const [isRequested, setRequested] = useState(false);
  const plain = (
    <button
      type="button"
      className="tip-button"
      aria-label={label}
      aria-expanded={false}
      onClick={() => setRequested(true)}
    >
      <Icon name="info" />
    </button>
  );
  if (!isRequested) return plain;
  const trigger = (
    <button type="button" className="tip-button" aria-label={label}>
      <Icon name="info" />
    </button>
  );
  return (
    <Suspense fallback={plain}>
      <TipBox trigger={trigger}>{children}</TipBox>
    </Suspense>
  );
};
