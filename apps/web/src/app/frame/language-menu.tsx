// The language menu. Typed input remains when the user changes the language.
import { useI18n } from '../../i18n/i18n-context.tsx';
import { languageNames, languages } from '../../i18n/language.ts';
import { useToast } from '../../lib/toasts.ts';
import { IconButton } from '../../ui/basics/button.tsx';
import { Menu, MenuChoice } from '../../ui/overlays/menu.tsx';

const options = languages.map((language) => ({ value: language, label: languageNames[language], lang: language }));

/** The list of languages, as rows of a menu. */
export const LanguageChoice = () => {
  const i18n = useI18n();
  const toast = useToast();
  return (
    <MenuChoice
      label={i18n.t('shell.language')}
      value={i18n.language}
      options={options}
      onChange={(next) => {
        i18n.changeLanguage(next).catch(() => toast({ tone: 'error', message: i18n.t('shell.error.chunk') }));
      }}
    />
  );
};

export const LanguageMenu = () => {
  const { t } = useI18n();
  return (
    <Menu trigger={<IconButton icon="globe" label={t('shell.language')} />}>
      <LanguageChoice />
    </Menu>
  );
};
