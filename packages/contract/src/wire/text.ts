// Texts that people type. Only characters that database and screens reproduce unchanged are accepted.
import * as z from 'zod';

/** Control characters, halves of a surrogate pair, line ends, and characters that change the reading direction. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u;
/** Invisible characters: blanks, format characters, fillers that count as letters, and the empty braille cell. */
const invisible = /[\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** True when the text has no control character, no line end, and no character that changes the reading direction. */
export function isPrintable(text: string): boolean {
  return !unprintable.test(text);
}

/** The error for a text that is not printable. */
export const notPrintable = { message: 'control characters are not allowed' };

/** One line of text. The parsed text is trimmed, and is empty when no character is visible. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine(isPrintable, notPrintable)
    .transform((text) => (text.replaceAll(invisible, '') === '' ? '' : text.trim()));
}

/** One line of text that is not blank. */
export function requiredLine(maxLength: number, message = 'must not be empty') {
  return lineOfText(maxLength).refine((text) => text.length > 0, { message });
}
