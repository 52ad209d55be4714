// The languages by their own names; switching keeps what has been typed.
import { useI18n } from '../i18n/i18n-context.tsx';
import { errorText } from '../api/error-text.ts';
import { languageNames, languages } from '../i18n/language.ts';
import { useToast } from '../lib/toasts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Menu, MenuChoice } from '../ui/menu.tsx';

const options = languages.map((language) => ({ value: language, label: languageNames[language], lang: language }));

export const LanguageMenu = ({ isWordy = false }: { readonly isWordy?: boolean }) => {
  const i18n = useI18n();
  const toast = useToast();
  const { t, language, changeLanguage } = i18n;
  return (
    <Menu
      trigger={
        isWordy ? (
          <Button variant="ghost" icon="globe" aria-label={`${t('shell.language')}: ${languageNames[language]}`}>
            {languageNames[language]}
          </Button>
        ) : (
          <IconButton icon="globe" label={t('shell.language')} />
        )
      }
    >
      <MenuChoice
        label={t('shell.language')}
        value={language}
        options={options}
        onChange={(next) => {
          changeLanguage(next).catch((error: unknown) => toast({ tone: 'error', message: errorText(i18n, error) }));
        }}
      />
    </Menu>
  );
};
