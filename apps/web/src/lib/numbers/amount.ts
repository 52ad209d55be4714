// Parses an amount that a user typed. The parser decides which marks group digits and which mark separates the fraction.
import { parseDecimal, type Decimal } from '@rondo/decimal';
import type { Language } from '../../i18n/language.ts';

/** The kind `ambiguous` means that one mark before three digits may group digits or separate the fraction. `whole` and `fraction` are the two meanings. */
export type AmountReading =
  | { readonly kind: 'amount'; readonly value: Decimal }
  | { readonly kind: 'ambiguous'; readonly whole: string; readonly fraction: string }
  | { readonly kind: 'not_a_number' };

const notANumber: AmountReading = { kind: 'not_a_number' };

/** Russian groups digits with spaces. In the other languages a comma groups digits. */
const groupsWithComma: Readonly<Record<Language, boolean>> = { ko: true, en: true, ru: false, zh: true, ja: true };

const fullWidthOffset = 0xfee0;

/**
 * Returns the typed text with ASCII characters instead of the full-width characters of Korean, Chinese and Japanese input methods, the
 * minus sign of our own formatter, and other kinds of spaces and apostrophes.
 */
export const toPlainCharacters = (text: string): string =>
  text
    .trim()
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - fullWidthOffset))
    .replaceAll(/[\u3002\uff61]/g, '.')
    .replaceAll(/[\u3001\uff64]/g, ',')
    .replaceAll(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replaceAll('\u2212', '-')
    .replaceAll(/\s/g, ' ');

/**
 * Returns the amount of a typed text in a language. A mark that occurs twice groups digits. When both marks occur, the last mark separates
 * the fraction. One mark before exactly three digits groups when it is a comma and the language is en, ko, zh or ja. Otherwise such a mark
 * is ambiguous. A group has three digits, and all groups have the same mark.
 */
export function readAmount(text: string, language: Language): AmountReading {
  const typed = /^([+-]?)([\d.,' ]+)$/.exec(toPlainCharacters(text));
  if (typed === null) return notANumber;
  const [, sign = '', body = ''] = typed;
  const marks = body.match(/[.,]/g) ?? [];
  const [first] = marks;
  if (first === undefined) return amountOf(sign, joinGroups(body), '');
  const last = Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  const [head, tail] = [body.slice(0, last), body.slice(last + 1)];
  if (marks.length > 1) {
    const isOneKind = marks.every((mark) => mark === first);
    return isOneKind ? amountOf(sign, joinGroups(body), '') : amountOf(sign, joinGroups(head), tail);
  }
  return readOneMark({ sign, head, mark: first, tail }, language);
}

type OneMark = { readonly sign: string; readonly head: string; readonly mark: string; readonly tail: string };

function readOneMark({ sign, head, mark, tail }: OneMark, language: Language): AmountReading {
  // Spaces or apostrophes already group the digits, so the mark separates the fraction.
  if (/[' ]/.test(head)) return amountOf(sign, joinGroups(head), tail);
  const canGroup = mark === ',' && groupsWithComma[language];
  if (canGroup && tail.length > 3) return notANumber;
  if (tail.length !== 3) return amountOf(sign, head, tail);
  if (canGroup && /^[1-9]\d{0,2}$/.test(head)) return amountOf(sign, head + tail, '');
  if (!/^\d*$/.test(head) || !/^\d+$/.test(tail)) return notANumber;
  return { kind: 'ambiguous', whole: head + tail, fraction: `${head}${mark}${tail}` };
}

/** Returns the digits without their grouping marks. Returns null when a group does not have three digits or the marks differ. */
function joinGroups(digits: string): string | null {
  if (/^\d*$/.test(digits)) return digits;
  return /^[1-9]\d{0,2}([.,' ])\d{3}(?:\1\d{3})*$/.test(digits) ? digits.replaceAll(/[.,' ]/g, '') : null;
}

function amountOf(sign: string, whole: string | null, fraction: string): AmountReading {
  const value = whole === null ? undefined : parseDecimal(`${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);
  return value === undefined ? notANumber : { kind: 'amount', value };
}
