// A small explanation behind a button: opened by click or key, never by hovering alone.
import type { ReactNode } from 'react';
import { Popover } from 'radix-ui';
import { Icon } from '../../ui/icon.tsx';

export const ToggleTip = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Popover.Root>
    <Popover.Trigger asChild>
      <button type="button" className="tip-button" aria-label={label}>
        <Icon name="info" />
      </button>
    </Popover.Trigger>
    {/* Inside the main landmark, so that no content lies outside of one. */}
    <Popover.Portal container={document.getElementById('content')}>
      <Popover.Content className="tip" sideOffset={4} collisionPadding={16}>
        {children}
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
);
