// Texts that people type: no character that a store or a screen would not keep as it came.
import * as z from 'zod';

/** Control characters and halves of a surrogate pair. */
const unprintable = /[\p{Cc}\p{Cs}]/u;

/** One line of text; parsed it is trimmed. */
export function lineOfText(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .refine((text) => !unprintable.test(text), { message: 'control characters are not allowed' })
    .transform((text) => text.trim());
}

/** One line of text that is not blank. */
export function requiredLine(maxLength: number, message = 'must not be empty') {
  return lineOfText(maxLength).refine((text) => text.length > 0, { message });
}
