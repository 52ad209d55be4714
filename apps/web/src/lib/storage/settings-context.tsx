// What the reader chose about the look: theme, price colours, hidden amounts. Stored, and put on the root element.
import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { AppStorage, PriceColours, Theme } from './storage.ts';

export type Settings = {
  readonly theme: Theme;
  readonly priceColours: PriceColours;
  readonly hidesAmounts: boolean;
  readonly changeTheme: (theme: Theme) => void;
  readonly changePriceColours: (colours: PriceColours) => void;
  readonly changeHidesAmounts: (hides: boolean) => void;
};

const SettingsContext = createContext<Settings | null>(null);

/** The default set of a language: Korean red-up, Chinese red-up with green down, everybody else green-up. */
export const defaultPriceColours = (language: string): PriceColours =>
  language === 'ko' ? 'korean' : language === 'zh' ? 'chinese' : 'green-up';

const showTheme = (theme: Theme, prefersDark: boolean): void => {
  const isDark = theme === 'dark' || (theme === 'system' && prefersDark);
  document.documentElement.classList.toggle('dark', isDark);
  document.documentElement.classList.toggle('light', !isDark);
};

export type SettingsProviderProps = {
  readonly storage: AppStorage;
  readonly language: string;
  readonly children: ReactNode;
};

export const SettingsProvider = ({ storage, language, children }: SettingsProviderProps) => {
  const [theme, setTheme] = useState<Theme>(() => storage.read('theme') ?? 'system');
  const [chosenColours, setChosenColours] = useState<PriceColours | null>(() => storage.read('priceColours'));
  const [hidesAmounts, setHidesAmounts] = useState(() => storage.read('hidesAmounts') === 'true');
  const priceColours = chosenColours ?? defaultPriceColours(language);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const show = (): void => showTheme(theme, query.matches);
    show();
    query.addEventListener('change', show);
    return () => query.removeEventListener('change', show);
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset['price'] = priceColours;
  }, [priceColours]);
  const settings = useMemo<Settings>(
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
  return <SettingsContext value={settings}>{children}</SettingsContext>;
};

export const useSettings = (): Settings => {
  const settings = useContext(SettingsContext);
  if (settings === null) throw new Error('useSettings needs a SettingsProvider above it');
  return settings;
};
