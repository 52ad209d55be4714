// Loads the fonts that only some languages need. Inter (with Cyrillic) is always loaded; Chinese and Japanese use system fonts.
import type { Language } from './language.ts';

/** Loads the style sheet of the Korean font; the browser then loads only the subsets with characters of the page. Other languages need no extra font. */
export const loadFonts = async (language: Language): Promise<void> => {
  if (language === 'ko') await import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css');
};
