// The popover of an explanation. This code is loaded when the first popover is opened.
import type { ReactElement, ReactNode } from 'react';
import { Popover } from 'radix-ui';

export type TipBoxProps = { readonly trigger: ReactElement; readonly children: ReactNode };

/** The popover is open when it is mounted, because a click has loaded it. */
export const TipBox = ({ trigger, children }: TipBoxProps) => (
  <Popover.Root defaultOpen>
    <Popover.Trigger asChild>{trigger}</Popover.Trigger>
    {/* Rendered inside the main landmark, because content outside of landmarks is an accessibility error. */}
    <Popover.Portal container={document.getElementById('content')}>
      <Popover.Content className="tip" sideOffset={4} collisionPadding={16}>
        {children}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
);
