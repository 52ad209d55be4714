// Days as a person writes them in the language of the page. The browser would write its own date fields in the language of the browser.
import type { Language } from '../../../i18n/language.ts';
import { dayMs } from '../day-ms.ts';

/** The languages of English differ in the order of day and month, so English pages have the format of ISO 8601. */
const formats: Readonly<Record<Language, (year: string, month: string, day: string) => string>> = {
  ko: (year, month, day) => `${year}. ${month}. ${day}.`,
  en: (year, month, day) => `${year}-${month}-${day}`,
  ru: (year, month, day) => `${day}.${month}.${year}`,
  zh: (year, month, day) => `${year}/${month}/${day}`,
  ja: (year, month, day) => `${year}/${month}/${day}`,
};

/** Writes a day (YYYY-MM-DD) in the format of the language. A text that is no day is written as an empty text. */
export const writeDay = (day: string, language: Language): string => {
  const [year, month, date] = day.split('-');
  return year === undefined || month === undefined || date === undefined ? '' : formats[language](year, month, date);
};

/** Returns the day (YYYY-MM-DD) that a person has typed in the format of the language or of ISO 8601, or '' when the text is no day. */
export const readDay = (text: string, language: Language): string => {
  const [first = '', month = '', last = '', ...rest] = text.match(/\d+/g) ?? [];
  const [year, day] = language === 'ru' && first.length < 4 ? [last, first] : [first, last];
  if (rest.length > 0 || year.length !== 4 || month.length > 2 || day.length > 2 || month === '' || day === '')
    return '';
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(iso);
  // A browser may read 30 February as 2 March.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? '' : iso;
};

/** Returns the day that is `days` later. A negative number is earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
