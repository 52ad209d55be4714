// The dialog for copied settings: a field for a text or a link. A wrong text stays in the field, and the dialog says what is wrong.
import { useRef, useState } from 'react';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { readSettings, type SettingsProblem } from '../../settings-text/settings-text.ts';
import type { PasteSettingsProps } from './paste-settings.tsx';
import { settingsProblemText } from './settings-problem.ts';
import '../../settings-text/settings-text.css';

export type PasteDialogProps = PasteSettingsProps & { readonly onClose: () => void };

export const PasteDialog = ({ onRead, onClose }: PasteDialogProps) => {
  const t = useT();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<SettingsProblem | null>(null);
  const use = (): void => {
    const reading = readSettings(text);
    if (reading.ok) {
      onRead(reading);
      return;
    }
    setProblem(reading.problem);
    field.current?.focus();
  };
  return (
    <Dialog
      open
      initialFocus={field}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={t('create.import.title')}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button size="large" variant="primary" onClick={use}>
            {t('create.import.use')}
          </Button>
        </>
      }
    >
      <Field label={t('create.import.label')} error={problem === null ? undefined : settingsProblemText(problem, t)}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            className="settings-text"
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(null);
            }}
          />
        )}
      </Field>
    </Dialog>
  );
};
