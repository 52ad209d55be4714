// The log-in card: e-mail, password, remember me, and the second factor where there is one. Errors stand in the card, never in a toast too.
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Dialog as RadixDialog } from 'radix-ui';
import { ApiError } from '../../api/api-error.ts';
import { useSession } from '../../api/session-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import type { Translator } from '../../i18n/translate.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { loginFailureText } from './failure-text.ts';
import { SecretField } from './secret-field.tsx';

type Problem = { readonly field: 'email' | 'password' | 'form'; readonly text: string };

const problemOf = (i18n: Translator, error: unknown): Problem => ({
  field: 'form',
  text: loginFailureText(i18n, error),
});

type Values = { readonly email: string; readonly password: string; readonly remember: boolean };

/** The second step: the code of the authenticator, after the password was right. */
const CodeForm = ({ values, onBack }: { readonly values: Values; readonly onBack: () => void }) => {
  const i18n = useI18n();
  const { t } = i18n;
  const { logIn } = useSession();
  const code = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => code.current?.focus(), []);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    try {
      await logIn({ ...values, code: code.current?.value ?? '' });
    } catch (error) {
      const isMisspelt = error instanceof ApiError && error.status === 400;
      setProblem(isMisspelt ? t('errors.totpWrong') : problemOf(i18n, error).text);
      code.current?.focus();
    } finally {
      setSending(false);
    }
  };
  return (
    <form className="login-form" onSubmit={(event) => void submit(event)} noValidate>
      <TextField
        ref={code}
        large
        label={t('login.code')}
        hint={t('login.codeHint')}
        name="code"
        autoComplete="one-time-code"
        error={problem ?? undefined}
        onChange={() => setProblem(null)}
      />
      <Button type="submit" variant="primary" size="large" wide busy={isSending}>
        {t(isSending ? 'login.sending' : 'login.submit')}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {t('login.back')}
      </Button>
    </form>
  );
};

const LoginForm = ({ onCode }: { readonly onCode: (values: Values) => void }) => {
  const i18n = useI18n();
  const { t } = i18n;
  const { logIn, savedEmail } = useSession();
  const [isSending, setSending] = useState(false);
  const [remember, setRemember] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const values = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '', remember };
    const empty = values.email === '' ? 'email' : values.password === '' ? 'password' : null;
    if (empty !== null) {
      setProblem({ field: empty, text: t('login.empty') });
      (empty === 'email' ? email : password).current?.focus();
      return;
    }
    setSending(true);
    try {
      await logIn(values);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TOTP_REQUIRED') {
        onCode(values);
        return;
      }
      setProblem(problemOf(i18n, error));
      password.current?.focus();
    } finally {
      setSending(false);
    }
  };
  const errorOf = (field: Problem['field']): string | undefined =>
    problem?.field === field ? problem.text : undefined;
  return (
    <form className="login-form" onSubmit={(event) => void submit(event)} noValidate>
      {problem?.field === 'form' ? (
        <Banner tone="danger" role="alert">
          {problem.text}
        </Banner>
      ) : null}
      <TextField
        ref={email}
        large
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="username"
        defaultValue={savedEmail() ?? ''}
        error={errorOf('email')}
        onChange={() => setProblem(null)}
      />
      <SecretField
        ref={password}
        large
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        error={errorOf('password')}
        onChange={() => setProblem(null)}
      />
      <Checkbox label={t('login.remember')} hint={t('login.rememberHint')} checked={remember} onChange={setRemember} />
      <Button type="submit" variant="primary" size="large" wide busy={isSending}>
        {t(isSending ? 'login.sending' : 'login.submit')}
      </Button>
      <p className="muted login-forgot">{t('login.forgot')}</p>
    </form>
  );
};

export const LoginCard = ({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) => {
  const { t } = useI18n();
  const [values, setValues] = useState<Values | null>(null);
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="scrim login-scrim" />
        <RadixDialog.Content
          className="dialog login-card"
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (event.currentTarget instanceof HTMLElement)
              event.currentTarget.querySelector<HTMLInputElement>('input[name=email]')?.focus();
          }}
        >
          <div className="between">
            <RadixDialog.Title className="login-title">{t('login.title')}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton icon="close" label={t('common.close')} />
            </RadixDialog.Close>
          </div>
          {values === null ? (
            <LoginForm onCode={setValues} />
          ) : (
            <CodeForm values={values} onBack={() => setValues(null)} />
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
};
