// The log-in card: e-mail, password, remember me, and the code of a second factor. An error is a toast for 5 s (specification 8), and it stays in the card until the next attempt.
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  type SubmitEvent,
} from 'react';
import { ApiError } from '../../api/calls/api-error.ts';
import { useSession } from '../../api/session/session-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';
import type { Translator } from '../../i18n/translate.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button, IconButton } from '../../ui/basics/button.tsx';
import { HelpLink } from '../../ui/basics/help-link.tsx';
import { Checkbox, TextField } from '../../ui/fields/field.tsx';
import { PasskeyButton } from '../passkeys/passkey-button.tsx';
import { arePasskeysSupported } from '../passkeys/passkey-problem.ts';
import { loginFailureText } from './failure-text.ts';
import { SecretField } from './secret-field.tsx';

export type LoginCardProps = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** This element gets the focus after the card has closed, if no element had the focus before. */
  readonly returnTo: RefObject<HTMLElement | null>;
};

type Problem = { readonly field: 'email' | 'password' | 'form'; readonly text: string };

const problemOf = (i18n: Translator, error: unknown): Problem => ({
  field: 'form',
  text: loginFailureText(i18n, error),
});

type Values = { readonly email: string; readonly password: string; readonly remember: boolean };

/** The second step after a correct password. */
type SecondStep = { readonly values: Values; readonly hasPasskey: boolean };

/** The second step: the code of the authenticator or a passkey. */
const CodeForm = ({ values, hasPasskey, onBack }: SecondStep & { readonly onBack: () => void }) => {
  const i18n = useI18n();
  const { t } = i18n;
  const { logIn } = useSession();
  const toast = useToast();
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
      const text = isMisspelt ? t('errors.totpWrong') : problemOf(i18n, error).text;
      toast({ tone: 'error', message: text });
      setProblem(text);
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
      {hasPasskey && arePasskeysSupported() ? (
        <PasskeyButton label={t('passkey.use')} onSigned={(passkey) => logIn({ ...values, passkey })} />
      ) : null}
      <Button variant="ghost" onClick={onBack}>
        {t('login.back')}
      </Button>
    </form>
  );
};

/** Submits the first step: checks for empty fields, logs in, and moves the focus to the field with a problem. */
const useFirstStep = (remember: boolean, onCode: (step: SecondStep) => void) => {
  const i18n = useI18n();
  const { logIn } = useSession();
  const toast = useToast();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  useEffect(() => email.current?.focus(), []);

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const values = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '', remember };
    const empty = values.email === '' ? 'email' : values.password === '' ? 'password' : null;
    if (empty !== null) {
      setProblem({ field: empty, text: i18n.t('login.empty') });
      (empty === 'email' ? email : password).current?.focus();
      return;
    }
    setSending(true);
    try {
      await logIn(values);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TOTP_REQUIRED') {
        onCode({ values, hasPasskey: error.body?.parameters['has_passkey'] === 'true' });
        return;
      }
      const found = problemOf(i18n, error);
      toast({ tone: 'error', message: found.text });
      setProblem(found);
      password.current?.focus();
    } finally {
      setSending(false);
    }
  };
  return { email, password, isSending, problem, submit, forgetProblem: () => setProblem(null) };
};

const LoginForm = ({ onCode }: { readonly onCode: (step: SecondStep) => void }) => {
  const { t } = useI18n();
  const { savedEmail, logInWithPasskey } = useSession();
  const [remember, setRemember] = useState(true);
  const { email, password, isSending, problem, submit, forgetProblem } = useFirstStep(remember, onCode);
  const errorOf = (field: Problem['field']) => (problem?.field === field ? problem.text : undefined);
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
        onChange={forgetProblem}
      />
      <SecretField
        ref={password}
        large
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        error={errorOf('password')}
        onChange={forgetProblem}
      />
      <Checkbox label={t('login.remember')} hint={t('login.rememberHint')} checked={remember} onChange={setRemember} />
      <Button type="submit" variant="primary" size="large" wide busy={isSending}>
        {t(isSending ? 'login.sending' : 'login.submit')}
      </Button>
      {arePasskeysSupported() ? (
        <PasskeyButton label={t('passkey.logIn')} onSigned={(passkey) => logInWithPasskey({ passkey, remember })} />
      ) : null}
      <p className="muted login-forgot">
        {t('login.forgot')} <HelpLink to="support_url" />
      </p>
    </form>
  );
};

/** A native modal dialog. Escape and a click outside close the dialog, and the focus returns to the element that had the focus before. */
const OpenCard = ({ onClose, returnTo }: Omit<LoginCardProps, 'isOpen'>) => {
  const { t } = useI18n();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [step, setStep] = useState<SecondStep | null>(null);
  const leave = useEffectEvent(onClose);
  useLayoutEffect(() => {
    const element = dialog.current;
    const onCloseEvent = (): void => leave();
    // The element that opened the card may no longer exist, because the start page is rendered again when the product has loaded.
    // `returnTo` then gets the focus before the card opens. When the dialog closes, it returns the focus to `returnTo`.
    if (document.activeElement === document.body) returnTo.current?.focus({ preventScroll: true });
    element?.showModal();
    element?.addEventListener('close', onCloseEvent);
    return () => {
      // When React unmounts the dialog, for example after a log-in, `onClose` must not run.
      element?.removeEventListener('close', onCloseEvent);
      element?.close();
    };
  }, [returnTo]);
  return (
    <dialog ref={dialog} className="dialog login-card" aria-labelledby={titleId} closedby="any">
      <div className="between">
        <h2 id={titleId} className="login-title">
          {t('login.title')}
        </h2>
        <IconButton icon="close" label={t('common.close')} onClick={() => dialog.current?.close()} />
      </div>
      {step === null ? <LoginForm onCode={setStep} /> : <CodeForm {...step} onBack={() => setStep(null)} />}
    </dialog>
  );
};

export const LoginCard = ({ isOpen, ...rest }: LoginCardProps) => (isOpen ? <OpenCard {...rest} /> : null);
