// The dialog that asks for the password. When a second factor is on, it also asks for the code of the authenticator.
import { useId, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { secondFactorQuery } from '../../api/queries/queries.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { arePasskeysSupported } from '../passkeys/passkey-problem.ts';
import { TextField } from '../../ui/fields/field.tsx';

type Proof = { readonly password: string; readonly code: string };

type FieldsProps = {
  readonly values: Proof;
  readonly needsCode: boolean;
  readonly first: RefObject<HTMLInputElement | null>;
  readonly onChange: (values: Proof) => void;
};

const Fields = ({ values, needsCode, first, onChange }: FieldsProps) => {
  const { t } = useI18n();
  return (
    <>
      <TextField
        ref={first}
        label={t('login.password')}
        type="password"
        name="proof-password"
        autoComplete="current-password"
        value={values.password}
        onChange={(event) => onChange({ ...values, password: event.target.value })}
      />
      {needsCode ? (
        <TextField
          label={t('proof.code')}
          hint={t('proof.codeHint')}
          name="proof-code"
          autoComplete="one-time-code"
          value={values.code}
          onChange={(event) => onChange({ ...values, code: event.target.value })}
        />
      ) : null}
    </>
  );
};

type ButtonsProps = {
  readonly form: string;
  readonly busy: boolean;
  readonly disabled: boolean;
  readonly onCancel: () => void;
};

const Buttons = ({ form, busy, disabled, onCancel }: ButtonsProps) => {
  const { t } = useI18n();
  return (
    <>
      <Button size="large" onClick={onCancel}>
        {t('proof.cancel')}
      </Button>
      <Button type="submit" form={form} size="large" variant="primary" busy={busy} disabled={disabled}>
        {t('proof.go')}
      </Button>
    </>
  );
};

export const ProofDialog = ({ onEnd }: { readonly onEnd: (isProved: boolean) => void }) => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState<Proof>({ password: '', code: '' });
  const { data: factor } = useQuery(secondFactorQuery(api));
  const needsCode = factor?.is_on === true;
  const proving = useMutation({
    mutationFn: () =>
      api.call('reauthenticate', {
        body: { password: values.password, ...(needsCode ? { code: values.code } : {}) },
      }),
    onSuccess: () => onEnd(true),
    onError: () => first.current?.focus(),
  });
  const isComplete = values.password !== '' && (!needsCode || values.code.trim() !== '');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // In the React tree the dialog is inside another form, which would also receive the submit event.
    event.stopPropagation();
    if (isComplete) proving.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onEnd(false)}
      title={t('proof.title')}
      sentence={t('proof.text')}
      initialFocus={first}
      buttons={
        <Buttons
          form={id}
          busy={proving.isPending}
          disabled={!isComplete || factor === undefined}
          onCancel={() => onEnd(false)}
        />
      }
    >
      <form id={id} className="stack" onSubmit={submit} noValidate>
        {proving.isError ? (
          <Banner tone="danger" role="alert">
            {errorText(i18n, proving.error)}
          </Banner>
        ) : null}
        <Fields values={values} needsCode={needsCode} first={first} onChange={setValues} />
        {factor !== undefined && factor.passkeys > 0 && arePasskeysSupported() ? (
          <PasskeyButton
            label={t('passkey.use')}
            onSigned={async (passkey) => {
              await api.call('reauthenticate', { body: { passkey } });
              onEnd(true);
            }}
          />
        ) : null}
      </form>
    </Dialog>
  );
};
