// The button that opens a dialog for copied settings.
import { Suspense, useState } from 'react';
import { useT } from '../../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';
import { Button } from '../../../ui/basics/button.tsx';
import type { SettingsReading } from '../../settings-text/settings-text.ts';

/** The code of the dialog is loaded when it is opened first. */
const PasteDialog = lazyComponent(async () => (await import('./paste-dialog.tsx')).PasteDialog);

export type PasteSettingsProps = { readonly onRead: (reading: SettingsReading & { readonly ok: true }) => void };

export const PasteSettings = ({ onRead }: PasteSettingsProps) => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setOpen(true)}>
        {t('create.import.paste')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <PasteDialog
            onClose={() => setOpen(false)}
            onRead={(reading) => {
              setOpen(false);
              onRead(reading);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
};
