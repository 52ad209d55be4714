// React context of the chosen language. It contains the messages and a function that changes the language without losing typed input.
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { loadPartsInUse, loadPart, type Part, type Texts } from './catalogue.ts';
import type { Language } from './language.ts';
import { createTranslator, type Translate, type Translator } from './translate.ts';

export type I18n = Translator & {
  readonly language: Language;
  readonly changeLanguage: (language: Language) => Promise<void>;
};

type Loaded = I18n & { readonly texts: Texts };

const I18nContext = createContext<Loaded | null>(null);

export type I18nProviderProps = {
  readonly language: Language;
  /** The messages of the part `start`, which are loaded before the first render. */
  readonly texts: Texts;
  /** Called with the new language when the user chooses a language. The function stores the language. */
  readonly onChange: (language: Language) => void;
  readonly children: ReactNode;
};

export const I18nProvider = ({ language, texts, onChange, children }: I18nProviderProps) => {
  const [current, setCurrent] = useState({ language, texts });
  useEffect(() => {
    document.documentElement.lang = current.language;
  }, [current.language]);
  const changeLanguage = useCallback(
    async (next: Language) => {
      const [loaded] = await Promise.all([loadPart(next, 'start'), loadPartsInUse(next)]);
      onChange(next);
      // The transition keeps the current page until all parts are loaded in the new language.
      startTransition(() => setCurrent({ language: next, texts: loaded }));
    },
    [onChange],
  );
  const i18n = useMemo<Loaded>(
    () => ({ ...createTranslator(current.language, current.texts), ...current, changeLanguage }),
    [current, changeLanguage],
  );
  return <I18nContext value={i18n}>{children}</I18nContext>;
};

const useLoaded = (): Loaded => {
  const i18n = useContext(I18nContext);
  if (i18n === null) throw new Error('useI18n is used outside of an I18nProvider');
  return i18n;
};

export type TextsOfProps = {
  readonly part: Part;
  /** A second part, which is loaded at the same time. */
  readonly also?: Part;
  readonly children: ReactNode;
};

/** Loads one or two parts of the messages for its children. The component suspends until the messages are loaded. */
export const TextsOf = ({ part, also = part, children }: TextsOfProps) => {
  const outer = useLoaded();
  const [first, second] = [loadPart(outer.language, part), loadPart(outer.language, also)];
  const added = use(first);
  const more = use(second);
  const i18n = useMemo<Loaded>(() => {
    const texts = { ...outer.texts, ...added, ...more };
    return { ...outer, ...createTranslator(outer.language, texts), texts };
  }, [outer, added, more]);
  return <I18nContext value={i18n}>{children}</I18nContext>;
};

export const useI18n = (): I18n => useLoaded();

export const useT = (): Translate => useLoaded().t;
