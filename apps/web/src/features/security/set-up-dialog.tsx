// The dialog that turns on the second factor. It shows the secret as a QR code and as text, and then asks for the first code.
import { Suspense, useId, useRef, useState, type SubmitEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { ApiError } from '../../api/calls/api-error.ts';
import { errorText } from '../../api/texts/error-text.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useCopy } from '../../lib/page/use-copy.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';

const QrPicture = lazyComponent(async () => (await import('./qr-picture.tsx')).QrPicture);
const pictureHeight = 180;
const codeLength = 6;
const spaced = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

const Secret = ({ secret, uri }: { readonly secret: string; readonly uri: string }) => {
  const { t } = useI18n();
  const copy = useCopy(t('security.copied'));
  return (
    <>
      <Suspense fallback={<Skeleton height={pictureHeight} />}>
        <QrPicture text={uri} label={t('security.picture')} />
      </Suspense>
      <div className="between">
        <span className="totp-secret">
          <span className="muted small">{t('security.secret')}</span>
          <code>{spaced(secret)}</code>
        </span>
        <Button size="small" onClick={() => void copy(secret)}>
          {t('security.copy')}
        </Button>
      </div>
    </>
  );
};

/** Sends the first code, which turns on the second factor. Returns the function that sends the code and the text of the last error. */
const useConfirmation = (code: string, onDone: SetUpDialogProps['onDone'], onError: () => void) => {
  const i18n = useI18n();
  const api = useApi();
  const confirmation = useMutation({
    mutationFn: () => api.call('confirmSecondFactor', { body: { code } }),
    onSuccess: (response) => onDone(response.recovery_codes),
    onError,
  });
  const { error } = confirmation;
  if (error === null) return { confirmation, problem: undefined };
  const isMisspelt = error instanceof ApiError && error.code === 'VALIDATION';
  return { confirmation, problem: isMisspelt ? i18n.t('errors.secondFactorWrong') : errorText(i18n, error) };
};

export type SetUpDialogProps = {
  readonly secret: string;
  readonly uri: string;
  readonly onDone: (codes: readonly string[]) => void;
  readonly onClose: () => void;
};

export const SetUpDialog = ({ secret, uri, onDone, onClose }: SetUpDialogProps) => {
  const { t } = useI18n();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const { confirmation, problem } = useConfirmation(code, onDone, () => field.current?.focus());
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    confirmation.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('security.setUp')}
      sentence={t('security.setUpText')}
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
            busy={confirmation.isPending}
            disabled={code.replaceAll(/\D/g, '').length !== codeLength}
          >
            {t('security.turnOn')}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" onSubmit={submit} noValidate>
        <Secret secret={secret} uri={uri} />
        <TextField
          ref={field}
          large
          label={t('security.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          error={problem}
          onChange={(event) => {
            confirmation.reset();
            setCode(event.target.value);
          }}
        />
      </form>
    </Dialog>
  );
};
