// The sign-up card: fields, check boxes, a list of the missing input beside the button, and the confirmation.
import { useEffect, useId, useReducer, useState, type ReactNode, type SubmitEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { contractLimits, type RegisterResponse } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { registrationQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button, IconButton } from '../../ui/basics/button.tsx';
import { Checkbox, SelectField, TextField } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/basics/icon.tsx';
import { PageHeading } from '../../ui/basics/page-heading.tsx';
import { registerFailureText } from './failure-text.ts';
import { LinkedText } from './linked-text.tsx';
import {
  emptyRegisterForm,
  isUntouched,
  missingInputs,
  problemOf,
  registerBoxes,
  registerFields,
  registerRequestOf,
  stepRegister,
  type RegisterBox,
  type RegisterEvent,
  type RegisterField,
  type RegisterForm,
} from './register-form.ts';
import { allRegions, namedRegions } from './regions.ts';
import { RestrictedRegions } from './restricted-regions.tsx';
import './register.css';

type TextName = Exclude<RegisterField, 'region'>;

type FieldsProps = {
  readonly form: RegisterForm;
  readonly dispatch: (event: RegisterEvent) => void;
};

const types: Readonly<Record<TextName, { readonly autoComplete: string; readonly isSecret: boolean }>> = {
  email: { autoComplete: 'username', isSecret: false },
  password: { autoComplete: 'new-password', isSecret: true },
  passwordConfirm: { autoComplete: 'new-password', isSecret: true },
  name: { autoComplete: 'off', isSecret: false },
};

const OneField = ({ field, form, dispatch }: FieldsProps & { readonly field: TextName }) => {
  const { t } = useI18n();
  const [isShown, setShown] = useState(false);
  const { autoComplete, isSecret } = types[field];
  const problem = form.problems[field];
  const isLongEnough = field === 'password' && problemOf(form, 'password') === null;
  const hints: Readonly<Partial<Record<TextName, 'register.passwordHint' | 'register.nameHint'>>> = {
    password: 'register.passwordHint',
    name: 'register.nameHint',
  };
  const hint = hints[field];
  return (
    <TextField
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

const Region = ({ form, dispatch }: FieldsProps) => {
  const { t, language } = useI18n();
  const problem = form.problems.region;
  return (
    <SelectField
      label={t('register.region')}
      name="region"
      autoComplete="country"
      value={form.values.region}
      error={problem === undefined ? undefined : t(`register.problem.${problem}`)}
      onChange={(event) => {
        dispatch({ kind: 'typed', field: 'region', text: event.target.value });
        dispatch({ kind: 'left', field: 'region' });
      }}
    >
      <option value="">{t('register.regionNone')}</option>
      {namedRegions(allRegions, language).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
};

const Boxes = ({ form, dispatch, age }: FieldsProps & { readonly age: number }) => {
  const { t } = useI18n();
  const labels: Readonly<Record<RegisterBox, ReactNode>> = {
    terms: (
      <LinkedText
        text={t('register.box.terms', { link: '\u0000' })}
        link={t('register.box.termsLink')}
        to={paths.terms}
      />
    ),
    privacy: (
      <LinkedText
        text={t('register.box.privacy', { link: '\u0000' })}
        link={t('register.box.privacyLink')}
        to={paths.privacy}
      />
    ),
    adult: t('register.box.adult', { age }),
  };
  return registerBoxes.map((box) => (
    <Checkbox
      key={box}
      checked={form.boxes[box]}
      onChange={(isTicked) => dispatch({ kind: 'ticked', box, isTicked })}
      label={labels[box]}
    />
  ));
};

const Missing = ({ form, id }: { readonly form: RegisterForm; readonly id: string }) => {
  const { t } = useI18n();
  const format = useFormat();
  const missing = missingInputs(form).map((part) => t(`register.missing.${part}`));
  const list = format.list(missing);
  return (
    <p id={id} className="muted" role="status">
      {missing.length === 0 || isUntouched(form) ? '' : t('register.stillMissing', { list })}
    </p>
  );
};

const Received = ({ response, name }: { readonly response: RegisterResponse; readonly name: string }) => {
  const { t, tryText } = useI18n();
  return (
    <section className="card register-card" role="status">
      <PageHeading text={t('register.received')} />
      <p>{tryText(response.message_key, {}) ?? response.message}</p>
      <p>{t('register.receivedText', { name })}</p>
      <p className="muted">{t('register.receivedNext')}</p>
      <p>
        {/* The state has the page that the person wanted before the registration (`wanted-page.ts`). */}
        <Link className="button" data-variant="primary" to={paths.login} state={useLocation().state}>
          {t('login.title')}
        </Link>
      </p>
    </section>
  );
};

/** Sends a complete form. When the server rejects the sign-up, the reason is shown above the form. */
const useRegistration = (form: RegisterForm, ref: string) => {
  const i18n = useI18n();
  const api = useApi();
  const registration = useQuery(registrationQuery(api));
  const rules = registration.data;
  const isRulesFailed = useFailure(registration) !== null;
  const [isSending, setSending] = useState(false);
  const [response, setResponse] = useState<RegisterResponse | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      const body = registerRequestOf(form, { ref, consentVersion: rules?.consent_version ?? '' });
      setResponse(await api.call('register', { body }));
    } catch (error) {
      setProblem(registerFailureText(i18n, error));
    } finally {
      setSending(false);
    }
  };
  return { isSending, response, problem: isRulesFailed ? i18n.t('register.failedRules') : problem, rules, send };
};

/** Moves the focus to the control with the name `name`. */
function focusField(form: HTMLFormElement, name: string): void {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLElement) control.focus();
}

export const RegisterCard = ({ invitation }: { readonly invitation: string }) => {
  const { t } = useI18n();
  const [form, dispatch] = useReducer(stepRegister, emptyRegisterForm);
  const registration = useRegistration(form, invitation);
  const missingId = useId();
  const { rules } = registration;
  useEffect(() => {
    if (rules !== undefined) dispatch({ kind: 'rules', prohibitedRegions: rules.prohibited_regions });
  }, [rules]);
  const isComplete = missingInputs(form).length === 0;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    dispatch({ kind: 'sent' });
    const wrong = registerFields.find((field) => problemOf(form, field) !== null);
    if (wrong !== undefined) focusField(event.currentTarget, wrong);
    else if (isComplete) void registration.send();
  };
  if (registration.response !== null)
    return <Received response={registration.response} name={form.values.name.trim()} />;
  const field = (name: TextName) => <OneField field={name} form={form} dispatch={dispatch} />;
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
      <Region form={form} dispatch={dispatch} />
      <TextField large readOnly label={t('register.invitedBy')} value={invitation} end={<Icon name="lock" />} />
      <Boxes form={form} dispatch={dispatch} age={rules?.minimum_age ?? contractLimits.minimumAge} />
      <div className="register-send">
        <Button
          type="submit"
          variant="primary"
          size="large"
          busy={registration.isSending}
          disabled={!isComplete || rules === undefined}
          aria-describedby={missingId}
        >
          {t('register.submit')}
        </Button>
        <Missing form={form} id={missingId} />
      </div>
      <RestrictedRegions rules={rules} />
    </form>
  );
};
