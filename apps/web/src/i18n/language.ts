// The five languages, their names, and the choice of the first language of a visitor.
export const languages = ['ko', 'en', 'ru', 'zh', 'ja'] as const;
export type Language = (typeof languages)[number];

export const languageNames: Readonly<Record<Language, string>> = {
  ko: '한국어',
  en: 'English',
  ru: 'Русский',
  zh: '中文',
  ja: '日本語',
};

export const isLanguage = (text: string): text is Language => languages.some((language) => language === text);

/** Returns the stored language, else the first supported language of the browser, else Korean (the default). */
export const chooseLanguage = (stored: string | null, preferred: readonly string[]): Language => {
  if (stored !== null && isLanguage(stored)) return stored;
  const known = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return known ?? 'ko';
};
