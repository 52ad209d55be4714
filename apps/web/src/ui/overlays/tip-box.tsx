// The popover of an explanation. This code is loaded when the first popover is opened.
import type { ReactNode, RefObject } from 'react';
import { Popover } from 'radix-ui';
import type { Term } from '../../i18n/term.ts';
import { PictureFrame } from '../term-pictures/picture-frame.tsx';

export type TipBoxProps = {
  /** The button that the popover belongs to. */
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly label: string;
  readonly term: Term | undefined;
  /** True when the popover takes the focus, so that a screen reader reads it. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
  readonly children: ReactNode;
};

export const TipBox = ({ anchor, label, term, takesFocus, onClose, children, ...pointer }: TipBoxProps) => (
  <Popover.Root open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
    <Popover.Anchor virtualRef={anchor} />
    {/* The content is rendered inside the main landmark, because content outside of landmarks is an accessibility error. */}
    <Popover.Portal container={document.getElementById('content')}>
      <Popover.Content
        {...pointer}
        className="tip"
        aria-label={label}
        sideOffset={4}
        collisionPadding={16}
        onOpenAutoFocus={(event) => takesFocus || event.preventDefault()}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          // The focus stays where the person has put it.
          if (takesFocus && document.activeElement === document.body) anchor.current?.focus();
        }}
        onInteractOutside={(event) => {
          // A click on the button is handled by the button.
          if (event.target instanceof Node && anchor.current?.contains(event.target) === true) event.preventDefault();
        }}
      >
        {children}
        {term === undefined ? null : <PictureFrame term={term} />}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
);
