// A button that shows a short explanation: after the pointer has stayed on it for 200 ms, and at once after a click, a tap or a key.
import { Suspense, useEffect, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import type { Term } from '../../i18n/term.ts';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { Icon } from '../basics/icon.tsx';

/** Specification 9: a tooltip opens when the pointer has stayed for 200 ms. */
export const tooltipDelayMs = 200;
/** The time to move the pointer from the button to the explanation, which stays open while the pointer is on it. */
const leaveMs = 150;

const loadBox = async () => (await import('./tip-box.tsx')).TipBox;
const TipBox = lazyComponent(loadBox);

export type TipProps = {
  readonly label: string;
  /** The term that is explained. Its picture, if it has one, is below the text. */
  readonly term?: Term;
  readonly children: ReactNode;
};

/** `hover`: the explanation closes when the pointer leaves it. `click`: it has the focus, and it closes by Escape, by a click outside or by the button. */
type Opened = 'hover' | 'click' | null;

export const Tip = ({ label, term, children }: TipProps) => {
  const [opened, setOpened] = useState<Opened>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (delayMs: number, change: (now: Opened) => Opened): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened(change), delayMs);
  };
  const enter = (event: PointerEvent): void => {
    // A touch has no hovering. Its click opens the explanation.
    if (event.pointerType === 'mouse') later(tooltipDelayMs, (now) => now ?? 'hover');
  };
  const leave = (): void => later(leaveMs, (now) => (now === 'hover' ? null : now));
  const click = (): void => {
    clearTimeout(timer.current);
    setOpened((now) => (now === 'click' ? null : 'click'));
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="tip-button"
        aria-label={label}
        aria-expanded={opened !== null}
        onClick={click}
        onPointerEnter={enter}
        onPointerLeave={leave}
      >
        <Icon name="info" />
      </button>
      {opened === null ? null : (
        <Suspense fallback={null}>
          <TipBox
            key={opened}
            anchor={button}
            label={label}
            term={term}
            takesFocus={opened === 'click'}
            onClose={() => setOpened(null)}
            onPointerEnter={() => clearTimeout(timer.current)}
            onPointerLeave={leave}
          >
            {children}
          </TipBox>
        </Suspense>
      )}
    </>
  );
};
