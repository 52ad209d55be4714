// Fonts that only some languages need; Inter, with Cyrillic, is always there, Chinese and Japanese use the system's.
import type { Language } from './language.ts';

/** Fetches the Korean face in small pieces by the characters a page shows. */
export const loadFonts = async (language: Language): Promise<void> => {
  if (language === 'ko') await import('pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css');
};
