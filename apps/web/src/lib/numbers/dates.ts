// The parts of a date in each language. English dates have the day before the month, and Korean, Russian and Japanese short dates have a number for the month.

/** Returns the locale that writes the dates of a language. */
export const dateLocaleOf = (language: string): string => (language === 'en' ? 'en-GB' : language);

/** Returns the parts of a whole date, for example "22 Nov 2026" or "2026년 11월 22일". */
export const longDateOf = (language: string): Intl.DateTimeFormatOptions => ({
  year: 'numeric',
  month: language === 'en' ? 'short' : 'long',
  day: 'numeric',
});

const numericMonths: Readonly<Record<string, 'numeric' | '2-digit'>> = { ko: 'numeric', ja: 'numeric', ru: '2-digit' };

/** Returns the parts of a day without its year, for example "22 Nov", "11. 22.", "22.11" or "11/22". */
export const shortDateOf = (language: string): Intl.DateTimeFormatOptions => {
  const form = numericMonths[language];
  return form === undefined ? { month: 'short', day: 'numeric' } : { month: form, day: form };
};
