// A password field with a button that shows the typed text.
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { IconButton } from '../../ui/basics/button.tsx';
import { TextField, type TextFieldProps } from '../../ui/fields/field.tsx';

export const SecretField = (props: Omit<TextFieldProps, 'type' | 'end'>) => {
  const { t } = useI18n();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={t(isShown ? 'login.hidePassword' : 'login.showPassword')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
};
