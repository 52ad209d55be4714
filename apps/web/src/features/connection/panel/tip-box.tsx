// The popover of an explanation. This code is loaded when the first popover is opened.
import type { ReactElement, ReactNode } from 'react';
import { Popover } from 'radix-ui';

export type TipBoxProps = { readonly trigger: ReactElement; readonly children: ReactNode };

/** The popover is open in the first render, because the click that opens it also loads its code. */
export const TipBox = ({ trigger, children }: TipBoxProps) => (
  <Popover.Root defaultOpen>
    <Popover.Trigger asChild>{trigger}</Popover.Trigger>
    {/* The content is rendered inside the main landmark, because content outside of landmarks is an accessibility error. */}
    <Popover.Portal container={document.getElementById('content')}>
      <Popover.Content className="tip" sideOffset={4} collisionPadding={16}>
        {children}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
);
