// The display preferences of this browser: theme, price colours, hidden amounts. The preferences are stored and applied to the root element.
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { AppStorage, PriceColours, Theme } from './storage.ts';

export type Preferences = {
  readonly theme: Theme;
  readonly priceColours: PriceColours;
  readonly hidesAmounts: boolean;
  readonly changeTheme: (theme: Theme) => void;
  readonly changePriceColours: (colours: PriceColours) => void;
  readonly changeHidesAmounts: (hides: boolean) => void;
};

const PreferencesContext = createContext<Preferences | null>(null);

/**
 * Returns the default price colours. In Korean, rising prices are red and falling prices are blue. In Chinese, rising prices are red and
 * falling prices are green. In the other languages, rising prices are green and falling prices are red.
 */
export const defaultPriceColours = (language: string): PriceColours =>
  language === 'ko' ? 'korean' : language === 'zh' ? 'chinese' : 'green-up';

const applyTheme = (theme: Theme, prefersDark: boolean): void => {
  const isDark = theme === 'dark' || (theme === 'system' && prefersDark);
  document.documentElement.classList.toggle('dark', isDark);
  document.documentElement.classList.toggle('light', !isDark);
};

export type PreferencesProviderProps = {
  readonly storage: AppStorage;
  readonly language: string;
  readonly children: ReactNode;
};

export const PreferencesProvider = ({ storage, language, children }: PreferencesProviderProps) => {
  const [theme, setTheme] = useState<Theme>(() => storage.read('theme') ?? 'system');
  const [chosenColours, setChosenColours] = useState<PriceColours | null>(() => storage.read('priceColours'));
  const [hidesAmounts, setHidesAmounts] = useState(() => storage.read('hidesAmounts') === 'true');
  const priceColours = chosenColours ?? defaultPriceColours(language);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const applyCurrent = (): void => applyTheme(theme, query.matches);
    applyCurrent();
    query.addEventListener('change', applyCurrent);
    return () => query.removeEventListener('change', applyCurrent);
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset['price'] = priceColours;
  }, [priceColours]);
  const preferences = useMemo<Preferences>(
    () => ({
      theme,
      priceColours,
      hidesAmounts,
      changeTheme: (next) => {
        storage.write('theme', next);
        setTheme(next);
      },
      changePriceColours: (next) => {
        storage.write('priceColours', next);
        setChosenColours(next);
      },
      changeHidesAmounts: (next) => {
        storage.write('hidesAmounts', next ? 'true' : 'false');
        setHidesAmounts(next);
      },
    }),
    [theme, priceColours, hidesAmounts, storage],
  );
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>;
};

export const usePreferences = (): Preferences => {
  const preferences = useContext(PreferencesContext);
  if (preferences === null) throw new Error('usePreferences is used outside of a PreferencesProvider');
  return preferences;
};
