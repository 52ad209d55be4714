// Every number and time on the screen is printed here: exact decimal texts in, text of the chosen language out.
// Rules: screens 5.7. Nothing here computes with money.

const noBreakSpace = '\u00a0';
const minus = '\u2212';
/** Unknown is an en dash, never zero. */
export const unknownText = '\u2013';
const hiddenText = '\u2022\u2022\u2022\u2022';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export type DecimalText = string;

export type Format = {
  /** A price with as many places as the tick size has. */
  readonly price: (value: DecimalText | null, tickSize: DecimalText) => string;
  /** USDT, two places, without a sign for gains. Hidden when amounts are hidden. */
  readonly money: (value: DecimalText | null) => string;
  /** An amount beside the field it was typed into: two places or as many as it has. Never hidden, because the field shows it. */
  readonly typedAmount: (value: DecimalText) => string;
  /** USDT with + or U+2212; zero has no sign. Hidden when amounts are hidden. */
  readonly signedMoney: (value: DecimalText | null) => string;
  /** A size or another figure with at most `places` places. Hidden when amounts are hidden. */
  readonly size: (value: DecimalText | null, places: number) => string;
  /** 1.5 is "1.50 %": two places below 10, one from 10 on. */
  readonly percent: (value: number | DecimalText | null) => string;
  /** A percent that was chosen, with no more places than it has: "4 %", "0.5 %". */
  readonly chosenPercent: (value: number) => string;
  readonly signedPercent: (value: number | DecimalText | null) => string;
  /** A share in percent, cut to two places: 99.999 is not printed as 100. */
  readonly share: (value: number) => string;
  readonly count: (value: number) => string;
  readonly leverage: (value: number | DecimalText) => string;
  readonly time: (at: number | string) => string;
  readonly timeWithSeconds: (at: number | string) => string;
  readonly dateTime: (at: number | string) => string;
  readonly day: (at: number | string) => string;
  readonly date: (at: number | string) => string;
  readonly dayAndTime: (at: number | string) => string;
};

export type FormatOptions = { readonly hidesAmounts: boolean; readonly timeZone?: string };

/** How many decimal places a step such as "0.01" has. */
export const placesOf = (step: DecimalText): number => step.replace(/0+$/, '').split('.')[1]?.length ?? 0;

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text);

/** Makes the formatter of one language. */
export const createFormat = (language: string, options: FormatOptions): Format => {
  const { hidesAmounts, timeZone } = options;
  const numberFormats = new Map<string, Intl.NumberFormat>();
  const numbersWith = (
    places: { readonly least: number; readonly most: number },
    isSigned: boolean,
  ): Intl.NumberFormat => {
    const key = `${places.least}/${places.most}/${isSigned}`;
    const known = numberFormats.get(key);
    if (known !== undefined) return known;
    const made = new Intl.NumberFormat(language, {
      minimumFractionDigits: places.least,
      maximumFractionDigits: places.most,
      signDisplay: isSigned ? 'exceptZero' : 'negative',
    });
    numberFormats.set(key, made);
    return made;
  };
  const print = (
    value: DecimalText | null,
    places: { readonly least: number; readonly most: number },
    isSigned = false,
  ): string => {
    if (value === null || !isDecimal(value)) return unknownText;
    return numbersWith(places, isSigned).format(value).replace('-', minus);
  };
  const amount = (
    value: DecimalText | null,
    places: { readonly least: number; readonly most: number },
    isSigned = false,
  ): string => (value !== null && hidesAmounts ? hiddenText : print(value, places, isSigned));
  const percentText = (value: number | DecimalText | null, isSigned: boolean): string => {
    if (value === null || !Number.isFinite(Number(value))) return unknownText;
    const places = Math.abs(Number(value)) < 9.995 ? 2 : 1;
    return `${print(Number(value).toFixed(6), { least: places, most: places }, isSigned)}${noBreakSpace}%`;
  };
  const dates = (shape: Intl.DateTimeFormatOptions) => {
    const made = new Intl.DateTimeFormat(language, {
      ...shape,
      hourCycle: 'h23',
      ...(timeZone === undefined ? {} : { timeZone }),
    });
    return (at: number | string): string => {
      const moment = new Date(at);
      return Number.isNaN(moment.getTime()) ? unknownText : made.format(moment);
    };
  };
  const two = { least: 2, most: 2 };
  return {
    price: (value, tickSize) => print(value, { least: placesOf(tickSize), most: placesOf(tickSize) }),
    money: (value) => amount(value, two),
    typedAmount: (value) => print(value, { least: 2, most: Math.max(2, placesOf(value)) }),
    signedMoney: (value) => amount(value, two, true),
    size: (value, places) => amount(value, { least: 0, most: places }),
    percent: (value) => percentText(value, false),
    chosenPercent: (value) => `${print(String(value), { least: 0, most: 2 })}${noBreakSpace}%`,
    signedPercent: (value) => percentText(value, true),
    share: (value) => `${print((Math.floor(value * 100) / 100).toFixed(2), two)}${noBreakSpace}%`,
    count: (value) => print(String(value), { least: 0, most: 0 }),
    leverage: (value) => `x${value}`,
    timeWithSeconds: dates({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    time: dates({ hour: '2-digit', minute: '2-digit' }),
    dateTime: dates({ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }),
    day: dates({ day: 'numeric', month: 'short' }),
    date: dates({ year: 'numeric', month: 'long', day: 'numeric' }),
    dayAndTime: dates({ day: '2-digit', month: 'short', hour: '2-digit', minute: '2-digit' }),
  };
};

export type SpanParts = { readonly days: number; readonly hours: number; readonly minutes: number };

/** A span of time cut into whole days, hours and minutes; never negative. */
export const spanParts = (spanMs: number): SpanParts => {
  const span = Math.max(0, spanMs);
  return {
    days: Math.floor(span / dayMs),
    hours: Math.floor((span % dayMs) / hourMs),
    minutes: Math.floor((span % hourMs) / minuteMs),
  };
};

/** The local calendar day of an instant as YYYY-MM-DD, as date inputs and the history call want it. */
export const dayText = (at: number): string => {
  const moment = new Date(at);
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${moment.getFullYear()}-${pad(moment.getMonth() + 1)}-${pad(moment.getDate())}`;
};
