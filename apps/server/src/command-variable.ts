// The form of a variable that names a program with its arguments.
import * as z from 'zod';
import { jsonOf } from './json-text.ts';

/** Returns the list of texts, or an empty list for another text. */
function readCommand(text: string): readonly string[] {
  const parsed = z.array(z.string()).safeParse(jsonOf(text));
  return parsed.success ? parsed.data : [];
}

/** Returns the check of a variable that is a JSON list: a program with its arguments. No shell reads it. */
export const commandVariable = (example: string) =>
  z
    .string()
    .transform((text) => readCommand(text))
    .pipe(z.array(z.string()).min(1, { message: `must be a JSON list of texts such as ${example}` }))
    .optional();
