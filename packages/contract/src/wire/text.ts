// Schemas of texts that people type. They accept only characters that the database and the web app reproduce unchanged.
import * as z from 'zod';

/** Control characters, halves of a surrogate pair, line ends, and characters that change the reading direction. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** Invisible characters: blanks, format characters, other characters that Unicode marks as ignorable, and the empty braille cell. */
const invisible = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Returns false when the text has a control character, half of a surrogate pair, a line end, or a character that changes the reading direction. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text);
}

/** Returns the text without invisible characters, with one plain space for each group of blanks. Two texts that look the same on a screen differ less. */
export function withoutInvisible(text: string): string {
  return text
    .replaceAll(/\p{Z}+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .trim();
}

/** The error text when a text contains a character that is not allowed. */
export const notPrintable = { message: 'control characters are not allowed' };

/** One line of text. The parsed text is trimmed. It is empty when every character of the text is invisible. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine(isPrintable, notPrintable)
    .transform((text) => (text.replaceAll(invisible, '') === '' ? '' : text.trim()));
}

/** One line of text with at least one visible character. */
export function requiredLine(maxLength: number, message = 'must not be empty') {
  return lineOfText(maxLength).refine((text) => text.length > 0, { message });
}
