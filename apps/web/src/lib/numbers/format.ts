// Formats every number and time on the screen (screens 5.7). The input is an exact decimal text, and the result is a text in the chosen language. This file does not compute with money.
import { dateLocaleOf, longDateOf, shortDateOf } from './dates.ts';

const minus = '\u2212';
/** The text of an unknown value. It is an en dash and never zero. */
export const unknownText = '\u2013';
const hiddenText = '\u2022\u2022\u2022\u2022';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** An exact decimal number as text, for example "0.01". */
export type DecimalText = string;

/** The formatter of one language. */
export type Format = {
  /** Formats a price with as many decimal places as the tick size has. */
  readonly price: (value: DecimalText | null, tickSize: DecimalText) => string;
  /** Formats the change of a price with the sign + or U+2212, and with as many decimal places as the tick size has. */
  readonly signedPrice: (value: DecimalText, tickSize: DecimalText) => string;
  /** Formats USDT with two decimal places and no plus sign. The amount is hidden when the user hides amounts. */
  readonly money: (value: DecimalText | null) => string;
  /** Formats an amount that is shown beside its input field, with at least two decimal places. The amount is never hidden, because the field shows it too. */
  readonly typedAmount: (value: DecimalText) => string;
  /** Formats USDT with the sign + or U+2212. Zero has no sign. The amount is hidden when the user hides amounts. */
  readonly signedMoney: (value: DecimalText | null) => string;
  /** Formats a size or another number with at most `places` decimal places. The number is hidden when the user hides amounts. */
  readonly size: (value: DecimalText | null, places: number) => string;
  /** Formats a percent with two decimal places below 10 and one decimal place from 10 on. 1.5 is "1.50%", and "1,50 %" in Russian. */
  readonly percent: (value: number | DecimalText | null) => string;
  /** Formats a percent of the settings or the rate of a fee without trailing zeros and with at most four decimal places, for example "4%" or "0.05%". */
  readonly chosenPercent: (value: number) => string;
  readonly signedPercent: (value: number | DecimalText | null) => string;
  /** Formats a share in percent. The share is truncated to two decimal places, so 99.999 is not printed as 100. */
  readonly share: (value: number) => string;
  readonly count: (value: number) => string;
  /** A number with at most one decimal place, such as 47.7 months. */
  readonly tenths: (value: number) => string;
  readonly leverage: (value: number | DecimalText) => string;
  readonly time: (at: number | string) => string;
  readonly timeWithSeconds: (at: number | string) => string;
  readonly dateTime: (at: number | string) => string;
  readonly day: (at: number | string) => string;
  readonly date: (at: number | string) => string;
  readonly dayAndTime: (at: number | string) => string;
  /** Joins texts with the separator of the language, without a word such as "and". */
  readonly list: (texts: readonly string[]) => string;
  /** The space between two sentences, which is empty in Chinese and Japanese. */
  readonly sentenceSpace: string;
  /** Joins sentences with the space of the language. Null stands for a sentence that is not shown. */
  readonly sentences: (texts: readonly (string | null)[]) => string;
  /** The colon between a label and its value, with the space of the language. */
  readonly colon: string;
};

export type FormatOptions = { readonly hidesAmounts: boolean; readonly timeZone?: string };

/** Returns the number of decimal places of a tick size such as "0.01". */
export const placesOf = (step: DecimalText): number => step.replace(/0+$/, '').split('.')[1]?.length ?? 0;

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Returns a function that makes a value on its first call. A format of Intl takes about a millisecond on a phone, and a page uses few of them. */
export const whenUsed = <Value>(make: () => NonNullable<Value>): (() => NonNullable<Value>) => {
  let made: NonNullable<Value> | undefined;
  return () => (made ??= make());
};

type Places = { readonly min: number; readonly max: number };

/** Prints a decimal number. Null and a text that is not a number are printed as unknown. */
type NumberPrinter = (value: DecimalText | null, places: Places, isSigned?: boolean) => string;

const createNumberPrinter = (language: string): NumberPrinter => {
  const numberFormats = new Map<string, Intl.NumberFormat>();
  const numbersWith = (places: Places, isSigned: boolean): Intl.NumberFormat => {
    const key = `${places.min}/${places.max}/${isSigned}`;
    const known = numberFormats.get(key);
    if (known !== undefined) return known;
    const made = new Intl.NumberFormat(language, {
      minimumFractionDigits: places.min,
      maximumFractionDigits: places.max,
      signDisplay: isSigned ? 'exceptZero' : 'negative',
    });
    numberFormats.set(key, made);
    return made;
  };
  return (value, places, isSigned = false) => {
    if (value === null || !isDecimal(value)) return unknownText;
    return numbersWith(places, isSigned).format(value).replace('-', minus);
  };
};

/** Prints a time that is given in ms or as ISO text. An invalid time is printed as unknown. */
type DatePrinter = (at: number | string) => string;

/** Returns a function that creates the printer of one date format. */
const datePrinters =
  (language: string, timeZone: string | undefined) =>
  (shape: Intl.DateTimeFormatOptions): DatePrinter => {
    const zone = timeZone === undefined ? {} : { timeZone };
    const formatOf = whenUsed(
      () => new Intl.DateTimeFormat(dateLocaleOf(language), { ...shape, hourCycle: 'h23', ...zone }),
    );
    return (at) => {
      const moment = new Date(at);
      return Number.isNaN(moment.getTime()) ? unknownText : formatOf().format(moment);
    };
  };

/** Returns the percent sign of a language. Russian has a no-break space before the sign. */
export const percentSignOf = (language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' })
    .formatToParts(1)
    .filter(({ type }) => type !== 'integer')
    .map(({ value }) => value)
    .join('');

/** `list` is the separator of a list. `Intl.ListFormat` has no separator in Chinese and only a space in Korean, Russian and Japanese for the type `unit`, and a word before the last text otherwise. */
const wideMarks = { list: '、', sentenceSpace: '', colon: '：' };
const narrowMarks: typeof wideMarks = { list: ', ', sentenceSpace: ' ', colon: ': ' };

/** Returns the marks between texts. The marks of Chinese and Japanese have the width of a sign and contain their space. */
const marksOf = (language: string): typeof wideMarks =>
  language === 'ja' || language === 'zh' ? wideMarks : narrowMarks;

/** Creates the formatter of one language. */
export const createFormat = (language: string, { hidesAmounts, timeZone }: FormatOptions): Format => {
  const print = createNumberPrinter(language);
  const percentSign = whenUsed(() => percentSignOf(language));
  const dates = datePrinters(language, timeZone);
  const day = shortDateOf(language);
  const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
  const amount: NumberPrinter = (value, places, isSigned) =>
    value !== null && hidesAmounts ? hiddenText : print(value, places, isSigned);
  const percentText = (value: number | DecimalText | null, isSigned: boolean): string => {
    if (value === null || !Number.isFinite(Number(value))) return unknownText;
    const places = Math.abs(Number(value)) < 9.995 ? 2 : 1;
    return `${print(Number(value).toFixed(6), { min: places, max: places }, isSigned)}${percentSign()}`;
  };
  const two = { min: 2, max: 2 };
  const marks = marksOf(language);
  return {
    price: (value, tickSize) => print(value, { min: placesOf(tickSize), max: placesOf(tickSize) }),
    signedPrice: (value, tickSize) => print(value, { min: placesOf(tickSize), max: placesOf(tickSize) }, true),
    money: (value) => amount(value, two),
    typedAmount: (value) => print(value, { min: 2, max: Math.max(2, placesOf(value)) }),
    signedMoney: (value) => amount(value, two, true),
    size: (value, places) => amount(value, { min: 0, max: places }),
    percent: (value) => percentText(value, false),
    chosenPercent: (value) => `${print(String(value), { min: 0, max: 4 })}${percentSign()}`,
    signedPercent: (value) => percentText(value, true),
    share: (value) => `${print((Math.floor(value * 100) / 100).toFixed(2), two)}${percentSign()}`,
    count: (value) => print(String(value), { min: 0, max: 0 }),
    tenths: (value) => print(String(value), { min: 0, max: 1 }),
    leverage: (value) => `${value}x`,
    timeWithSeconds: dates({ ...time, second: '2-digit' }),
    time: dates(time),
    dateTime: dates({ year: 'numeric', ...day, ...time }),
    day: dates(day),
    date: dates(longDateOf(language)),
    dayAndTime: dates({ ...day, ...time }),
    list: (texts) => texts.join(marks.list),
    sentenceSpace: marks.sentenceSpace,
    sentences: (texts) => texts.filter((text) => text !== null).join(marks.sentenceSpace),
    colon: marks.colon,
  };
};

/** The formatters of the page, by language and preference. There are at most ten. */
const sharedFormats = new Map<string, Format>();

/** Returns the formatter of one language for all components of a page, in the time zone of the browser. */
export const sharedFormat = (language: string, hidesAmounts: boolean): Format => {
  const key = `${language} ${hidesAmounts}`;
  const known = sharedFormats.get(key) ?? createFormat(language, { hidesAmounts });
  sharedFormats.set(key, known);
  return known;
};

export type DurationUnits = { readonly days: number; readonly hours: number; readonly minutes: number };

/** Splits a duration in ms into whole days, hours and minutes. A negative duration is 0. */
export const splitDuration = (spanMs: number): DurationUnits => {
  const span = Math.max(0, spanMs);
  return {
    days: Math.floor(span / dayMs),
    hours: Math.floor((span % dayMs) / hourMs),
    minutes: Math.floor((span % hourMs) / minuteMs),
  };
};

/** Returns the local calendar day as YYYY-MM-DD, the format of date inputs and of the history call. */
export const dayText = (at: number): string => {
  const moment = new Date(at);
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
};
