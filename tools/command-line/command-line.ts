// Reads the options of the commands of the project (`npm run simulate`, `npm run crash` and others).
import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<Wanted extends Options> = ReturnType<typeof parseArgs<{ options: Wanted }>>['values'];

/** The options of a command, or the text with which the command ends at once. `code` is its exit code: 0 after `--help`, and 2 after a wrong option. */
export type CommandLine<Wanted extends Options> =
  | { readonly ok: true; readonly values: Values<Wanted> }
  | { readonly ok: false; readonly code: 0 | 2; readonly text: string };

/** Returns the options in `args`. The option `--help` belongs to every command. */
export function parseCommandLine<const Wanted extends Options>(
  args: readonly string[],
  usage: string,
  options: Wanted,
): CommandLine<Wanted> {
  if (args.includes('--help')) return { ok: false, code: 0, text: usage };
  try {
    return { ok: true, values: parseArgs({ args: [...args], options }).values };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node adds advice about positional arguments, which no command has.
    const [sentence = ''] = error.message.split('. ');
    return { ok: false, code: 2, text: `${sentence.replace(/\.$/, '')}.\n${usage}` };
  }
}

/** Returns the options of this process. Ends the process with the usage after `--help` and after a wrong option. */
export function readCommandLine<const Wanted extends Options>(
  usage: string,
  options: Wanted,
  args: readonly string[] = process.argv.slice(2),
): Values<Wanted> {
  const found = parseCommandLine(args, usage, options);
  if (found.ok) return found.values;
  (found.code === 0 ? process.stdout : process.stderr).write(found.text);
  process.exit(found.code);
}

/** Ends the process with exit code 2 and a sentence about a wrong value of an option. */
export function refuseOption(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

/** Returns the number of an option. Ends the process when it is no number or smaller than `least`. */
export function readNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) && number >= least
    ? number
    : refuseOption(`--${name} must be a number of at least ${least}, and is "${text}".`);
}

/** Returns the whole number of an option. Ends the process when it is not whole or smaller than `least`. */
export function readWholeNumber(name: string, text: string, least: number): number {
  const number = readNumber(name, text, least);
  return Number.isSafeInteger(number)
    ? number
    : refuseOption(`--${name} must be a whole number of at least ${least}, and is "${text}".`);
}
