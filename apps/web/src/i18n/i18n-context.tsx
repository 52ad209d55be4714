// The chosen language for the whole tree: its messages, its numbers, and the way to change it without losing input.
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { loadCatalogue, type Catalogue } from './catalogue.ts';
import type { Language } from './language.ts';
import { createTranslator, type Translate, type Translator } from './translate.ts';

export type I18n = Translator & {
  readonly language: Language;
  readonly changeLanguage: (language: Language) => Promise<void>;
};

const I18nContext = createContext<I18n | null>(null);

export type I18nProviderProps = {
  readonly language: Language;
  readonly catalogue: Catalogue;
  /** Called with each new choice, to store it. */
  readonly onChange: (language: Language) => void;
  readonly children: ReactNode;
};

/** Give it the first language already loaded, so that no page flashes untranslated. */
export const I18nProvider = ({ language, catalogue, onChange, children }: I18nProviderProps) => {
  const [current, setCurrent] = useState({ language, catalogue });
  useEffect(() => {
    document.documentElement.lang = current.language;
  }, [current.language]);
  const i18n = useMemo<I18n>(
    () => ({
      ...createTranslator(current.language, current.catalogue),
      language: current.language,
      changeLanguage: async (next) => {
        const loaded = await loadCatalogue(next);
        onChange(next);
        setCurrent({ language: next, catalogue: loaded });
      },
    }),
    [current, onChange],
  );
  return <I18nContext value={i18n}>{children}</I18nContext>;
};

export const useI18n = (): I18n => {
  const i18n = useContext(I18nContext);
  if (i18n === null) throw new Error('useI18n needs an I18nProvider above it');
  return i18n;
};

export const useT = (): Translate => useI18n().t;
