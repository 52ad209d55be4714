// The sign-up card: fields, boxes, what is still missing beside the button, and what follows a registration.
import { useId, useReducer, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RegisterAnswer } from '@rondo/contract';
import { useApi } from '../../api/api-context.tsx';
import { ApiError } from '../../api/api-error.ts';
import { errorText } from '../../api/error-text.ts';
import { registrationQuery } from '../../api/queries.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { LinkedText } from './linked-text.tsx';
import {
  emptyRegisterForm,
  missingParts,
  problemOf,
  registerFields,
  registerRequestOf,
  stepRegister,
  type RegisterEvent,
  type RegisterField,
  type RegisterForm,
} from './register-form.ts';
import { RestrictedRegions } from './restricted-regions.tsx';
import './register.css';

type Inputs = Readonly<Record<RegisterField, RefObject<HTMLInputElement | null>>>;

type FieldsProps = {
  readonly form: RegisterForm;
  readonly inputs: Inputs;
  readonly dispatch: (event: RegisterEvent) => void;
};

const types: Readonly<Record<RegisterField, { readonly autoComplete: string; readonly isSecret: boolean }>> = {
  email: { autoComplete: 'username', isSecret: false },
  password: { autoComplete: 'new-password', isSecret: true },
  passwordConfirm: { autoComplete: 'new-password', isSecret: true },
  name: { autoComplete: 'off', isSecret: false },
};

const OneField = ({ field, form, inputs, dispatch }: FieldsProps & { readonly field: RegisterField }) => {
  const { t } = useI18n();
  const [isShown, setShown] = useState(false);
  const { autoComplete, isSecret } = types[field];
  const problem = form.problems[field];
  const isLongEnough = field === 'password' && problemOf(form.values, 'password') === null;
  const hints: Readonly<Partial<Record<RegisterField, 'register.passwordHint' | 'register.nameHint'>>> = {
    password: 'register.passwordHint',
    name: 'register.nameHint',
  };
  const hint = hints[field];
  return (
    <TextField
      ref={inputs[field]}
      large
      label={t(`register.${field}`)}
      type={field === 'email' ? 'email' : isSecret && !isShown ? 'password' : 'text'}
      name={field}
      autoComplete={autoComplete}
      value={form.values[field]}
      error={problem === undefined ? undefined : t(`register.problem.${problem}`)}
      {...(hint === undefined
        ? {}
        : {
            hint: (
              <span className={isLongEnough ? 'ok register-hint' : 'register-hint'}>
                {isLongEnough ? <Icon name="check" /> : null}
                {t(hint)}
              </span>
            ),
          })}
      onChange={(event) => dispatch({ kind: 'typed', field, text: event.target.value })}
      onBlur={() => dispatch({ kind: 'left', field })}
      {...(isSecret
        ? {
            end: (
              <IconButton
                icon={isShown ? 'eye-off' : 'eye'}
                label={t(isShown ? 'login.hidePassword' : 'login.showPassword')}
                aria-pressed={isShown}
                onClick={() => setShown(!isShown)}
              />
            ),
          }
        : {})}
    />
  );
};

const Boxes = ({ form, dispatch }: Omit<FieldsProps, 'inputs'>) => {
  const { t } = useI18n();
  const links = { terms: paths.terms, privacy: paths.privacy };
  return (['terms', 'privacy'] as const).map((box) => (
    <Checkbox
      key={box}
      checked={form.boxes[box]}
      onChange={(isTicked) => dispatch({ kind: 'ticked', box, isTicked })}
      label={
        <LinkedText
          text={t(`register.box.${box}`, { link: '\u0000' })}
          link={t(`register.box.${box}Link`)}
          to={links[box]}
        />
      }
    />
  ));
};

const Missing = ({ form, id }: { readonly form: RegisterForm; readonly id: string }) => {
  const { t, language } = useI18n();
  const missing = missingParts(form).map((part) => t(`register.missing.${part}`));
  const list = new Intl.ListFormat(language, { type: 'unit' }).format(missing);
  return (
    <p id={id} className="muted" role="status">
      {missing.length === 0 ? '' : t('register.stillMissing', { list })}
    </p>
  );
};

const Received = ({ answer, name }: { readonly answer: RegisterAnswer; readonly name: string }) => {
  const { t, tryText } = useI18n();
  return (
    <section className="card register-card" role="status">
      <PageHeading text={t('register.received')} />
      <p>{tryText(answer.message_key, {}) ?? answer.message}</p>
      <p>{t('register.receivedText', { name })}</p>
      <p className="muted">{t('register.receivedNext')}</p>
    </section>
  );
};

/** Sends the form once it is complete; a refusal stands under its field or above the form. */
const useRegistration = (form: RegisterForm, ref: string) => {
  const i18n = useI18n();
  const api = useApi();
  const rules = useQuery(registrationQuery(api)).data;
  const [isSending, setSending] = useState(false);
  const [answer, setAnswer] = useState<RegisterAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      const body = registerRequestOf(form, { ref, consentVersion: rules?.consent_version ?? '' });
      setAnswer(await api.call('register', { body }));
    } catch (error) {
      const isKnown = error instanceof ApiError && (error.status < 500 || error.status === 503);
      setProblem(isKnown ? errorText(i18n, error) : i18n.t('register.failed'));
    } finally {
      setSending(false);
    }
  };
  return { isSending, answer, problem, rules, send };
};

export const RegisterCard = ({ invitation }: { readonly invitation: string }) => {
  const { t } = useI18n();
  const [form, dispatch] = useReducer(stepRegister, emptyRegisterForm);
  const registration = useRegistration(form, invitation);
  const missingId = useId();
  const inputs: Inputs = {
    email: useRef(null),
    password: useRef(null),
    passwordConfirm: useRef(null),
    name: useRef(null),
  };
  const isComplete = missingParts(form).length === 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    dispatch({ kind: 'sent' });
    const wrong = registerFields.find((field) => problemOf(form.values, field) !== null);
    if (wrong !== undefined) inputs[wrong].current?.focus();
    else if (isComplete) void registration.send();
  };
  if (registration.answer !== null) return <Received answer={registration.answer} name={form.values.name.trim()} />;
  const field = (name: RegisterField) => <OneField field={name} form={form} inputs={inputs} dispatch={dispatch} />;
  return (
    <form className="card register-card" onSubmit={submit} noValidate>
      <div>
        <PageHeading text={t('landing.register')} />
        <p className="muted">{t('register.lead')}</p>
      </div>
      {registration.problem === null ? null : (
        <Banner tone="danger" role="alert">
          {registration.problem}
        </Banner>
      )}
      {field('email')}
      <div className="register-pair">
        {field('password')}
        {field('passwordConfirm')}
      </div>
      {field('name')}
      <TextField large readOnly label={t('register.invitedBy')} value={invitation} end={<Icon name="lock" />} />
      <Boxes form={form} dispatch={dispatch} />
      <div className="register-send">
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={registration.isSending}
          disabled={!isComplete || registration.rules === undefined}
          aria-describedby={missingId}
        >
          {t('landing.register')}
        </Button>
        <Missing form={form} id={missingId} />
      </div>
      <RestrictedRegions rules={registration.rules} />
    </form>
  );
};
