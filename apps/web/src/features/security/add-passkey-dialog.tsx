// The dialog that creates a passkey: its name, and then the dialog of the browser.
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { withChunkTimeout } from '../../lib/page/lazy-component.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { passkeyProblem } from '../passkeys/passkey-problem.ts';
import { agentName } from './agent-name.ts';
import { enrolmentOf } from './enrolment.ts';
import { useProve } from './proof-context.tsx';

const nameLength = 64;

export type AddPasskeyDialogProps = {
  /** Receives the recovery codes, or no codes when the second factor was on before. */
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
};

/** Creates the passkey in the browser and at the server. */
const useCreation = (name: string, onDone: AddPasskeyDialogProps['onDone']) => {
  const api = useApi();
  const prove = useProve();
  return useMutation({
    mutationFn: async () => {
      const loading = withChunkTimeout(import('../passkeys/webauthn.ts'));
      const begun = await prove(() => api.call('beginPasskey', { body: enrolmentOf(window.location.hash) }));
      const credential = await (await loading).createCredential(begun);
      return api.call('createPasskey', { body: { name: name.trim(), ...credential } });
    },
    onSuccess: (made) => onDone(made.recovery_codes),
  });
};

export const AddPasskeyDialog = ({ onDone, onClose }: AddPasskeyDialogProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(() => agentName(navigator.userAgent) ?? '');
  const creating = useCreation(name, onDone);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    creating.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('security.addPasskey')}
      sentence={t('security.addPasskeyText')}
      initialFocus={field}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {t('security.cancel')}
          </Button>
          <Button
            type="submit"
            form={id}
            size="large"
            variant="primary"
            busy={creating.isPending}
            disabled={name.trim() === ''}
          >
            {t('security.addPasskey')}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" onSubmit={submit} noValidate>
        {creating.isError ? (
          <Banner tone="danger" role="alert">
            {passkeyProblem(i18n, creating.error)}
          </Banner>
        ) : null}
        <TextField
          ref={field}
          large
          label={t('security.passkeyName')}
          name="passkey-name"
          maxLength={nameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  );
};
