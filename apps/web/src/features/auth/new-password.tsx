// Fields for a new password, which is typed twice. A hint shows the rule for passwords and whether the password satisfies this rule.
import { useState } from 'react';
import { newPasswordSchema } from '@rondo/contract';
import { useI18n } from '../../i18n/i18n-context.tsx';
import type { MessageKey } from '../../i18n/catalogue.ts';
import { Icon } from '../../ui/basics/icon.tsx';
import { SecretField } from './secret-field.tsx';

export type NewPassword = {
  readonly password: string;
  readonly repeated: string;
};

export const emptyNewPassword: NewPassword = { password: '', repeated: '' };

/** Returns the problem of the input, or null when the input is valid. */
export const newPasswordProblem = ({ password, repeated }: NewPassword): 'short' | 'different' | null => {
  if (!newPasswordSchema.safeParse(password).success) return 'short';
  return password === repeated ? null : 'different';
};

export type NewPasswordFieldsProps = {
  readonly value: NewPassword;
  readonly onChange: (value: NewPassword) => void;
  readonly labels: Readonly<
    Record<keyof NewPassword, Extract<MessageKey, `${'security' | 'reset'}.${'new' | 'repeat'}`>>
  >;
};

export const NewPasswordFields = ({ value, onChange, labels }: NewPasswordFieldsProps) => {
  const { t } = useI18n();
  const [left, setLeft] = useState({ password: false, repeated: false });
  const problem = newPasswordProblem(value);
  const isRight = problem !== 'short';
  return (
    <>
      <SecretField
        large
        label={t(labels.password)}
        name="new-password"
        autoComplete="new-password"
        value={value.password}
        error={left.password && value.password !== '' && !isRight ? t('register.problem.short') : undefined}
        hint={
          <span className={isRight ? 'ok row' : 'row'}>
            {isRight ? <Icon name="check" /> : null}
            {t('register.passwordHint')}
          </span>
        }
        onChange={(event) => onChange({ ...value, password: event.target.value })}
        onBlur={() => setLeft({ ...left, password: true })}
      />
      <SecretField
        large
        label={t(labels.repeated)}
        name="new-password-repeated"
        autoComplete="new-password"
        value={value.repeated}
        error={
          left.repeated && value.repeated !== '' && problem === 'different'
            ? t('register.problem.different')
            : undefined
        }
        onChange={(event) => onChange({ ...value, repeated: event.target.value })}
        onBlur={() => setLeft({ ...left, repeated: true })}
      />
    </>
  );
};
