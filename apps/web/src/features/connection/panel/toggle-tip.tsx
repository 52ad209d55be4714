// A small explanation behind a button: opened by click or key, never by hovering alone.
import { Suspense, useState, type ReactNode } from 'react';
import { Icon } from '../../../ui/basics/icon.tsx';
import { lazyPart } from '../../../lib/page/lazy-part.ts';

const TipBox = lazyPart(async () => (await import('./tip-box.tsx')).TipBox);

export const ToggleTip = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => {
  const [isWanted, setWanted] = useState(false);
  const plain = (
    <button
      type="button"
      className="tip-button"
      aria-label={label}
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      <Icon name="info" />
    </button>
  );
  if (!isWanted) return plain;
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
