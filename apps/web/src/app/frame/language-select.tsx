// The language list for visitors. It is a native select, so the landing page does not load the code of a menu.
import { useI18n } from '../../i18n/i18n-context.tsx';
import { languageNames, languages } from '../../i18n/language.ts';
import { useToast } from '../../lib/toasts.ts';
import { Icon } from '../../ui/basics/icon.tsx';

export const LanguageSelect = () => {
  const { t, language, changeLanguage } = useI18n();
  const toast = useToast();
  return (
    <label className="language-select">
      <Icon name="globe" />
      <span className="hidden-text">{t('shell.language')}</span>
      <select
        value={language}
        onChange={(event) => {
          const next = languages.find((known) => known === event.target.value);
          if (next === undefined) return;
          changeLanguage(next).catch(() => toast({ tone: 'error', message: t('shell.error.chunk') }));
        }}
      >
        {languages.map((known) => (
          <option key={known} value={known} lang={known}>
            {languageNames[known]}
          </option>
        ))}
      </select>
    </label>
  );
};
