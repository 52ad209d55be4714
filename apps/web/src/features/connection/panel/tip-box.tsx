// The open explanation itself, fetched when the first one is asked for.
import type { ReactElement, ReactNode } from 'react';
import { Popover } from 'radix-ui';

export type TipBoxProps = { readonly trigger: ReactElement; readonly children: ReactNode };

/** It opens at once: somebody has just asked for it. */
export const TipBox = ({ trigger, children }: TipBoxProps) => (
  <Popover.Root defaultOpen>
    <Popover.Trigger asChild>{trigger}</Popover.Trigger>
    {/* Inside the main landmark, so that no content lies outside of one. */}
    <Popover.Portal container={document.getElementById('content')}>
      <Popover.Content className="tip" sideOffset={4} collisionPadding={16}>
        {children}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
);
