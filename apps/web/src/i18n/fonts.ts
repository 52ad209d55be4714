// Loads the fonts that only some languages need. Inter with Latin letters is always loaded. Chinese and Japanese texts use system fonts.
import type { Language } from './language.ts';

/** Loads the style sheet of the Korean font, or of the Cyrillic characters of the font Inter. The browser then loads the file with the characters of the texts. Other languages need no additional font. */
export const loadFonts = async (language: Language): Promise<void> => {
  if (language === 'ko') await import('virtual:korean.css');
  if (language === 'ru') await import('virtual:cyrillic.css');
};
