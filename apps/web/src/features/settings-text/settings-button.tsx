// The button that opens the settings of a bot as text.
import { Suspense, useState } from 'react';
import type { BotWire } from '@rondo/contract';
import { TextsOf, useT } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { Button, type ButtonProps } from '../../ui/basics/button.tsx';

/** The code of the dialog is loaded when it is opened first. */
const SettingsDialog = lazyComponent(async () => (await import('./settings-dialog.tsx')).SettingsDialog);

export type SettingsButtonProps = Pick<ButtonProps, 'size' | 'variant'> & { readonly bot: BotWire };

export const SettingsButton = ({ bot, ...look }: SettingsButtonProps) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...look} onClick={() => setOpen(true)}>
        {t('bots.settings')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <TextsOf part="help">
            <SettingsDialog bot={bot} onClose={() => setOpen(false)} />
          </TextsOf>
        </Suspense>
      ) : null}
    </>
  );
};
