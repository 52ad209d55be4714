// Loads fonts of single languages. Inter (with Cyrillic) is always loaded; Chinese and Japanese use system fonts.
import type { Language } from './language.ts';

/** Loads the Korean font in small subsets by the characters on the page. Other languages need no extra font. */
export const loadFonts = async (language: Language): Promise<void> => {
  if (language === 'ko') await import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css');
};
