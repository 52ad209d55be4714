// Reads the options of a command, and refuses unknown options with a message.
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError, reasonOf } from '../command.ts';

/** The kind of an option: one text, a flag without a value, or a list of texts. */
export type OptionKind = 'text' | 'flag' | 'list';

/** The parsed command line. `words` are the arguments that are not options. */
export interface Options<K extends string> {
  readonly text: (name: K) => string | undefined;
  readonly flag: (name: K) => boolean;
  readonly list: (name: K) => readonly string[];
  readonly words: readonly string[];
}

/** Reads the arguments. `wanted` names the required words. Throws `UsageError` for a missing value, an unknown option, or too many or too few words. */
export function readOptions<K extends string>(
  args: readonly string[],
  kinds: Readonly<Record<K, OptionKind>>,
  wanted: readonly string[] = [],
): Options<K> {
  const { values, positionals } = parsed(args, kinds);
  const surplus = positionals[wanted.length];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one argument too many`);
  const missing = wanted[positionals.length];
  if (missing !== undefined) throw new UsageError(`${missing} is missing`);
  return {
    text: (name) => {
      const value = values[name];
      return typeof value === 'string' ? value : undefined;
    },
    flag: (name) => values[name] === true,
    list: (name) => {
      const value = values[name];
      return Array.isArray(value) ? value.map(String) : [];
    },
    words: positionals,
  };
}

/** Returns the value of a required option, or throws `UsageError`. */
export function required<K extends string>(options: Options<K>, name: K, meaning: string): string {
  const value = options.text(name);
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing: ${meaning}`);
  return value;
}

function parsed(args: readonly string[], kinds: Readonly<Record<string, OptionKind>>) {
  const options = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'list' },
    ]),
  );
  const parsed = parseStrictly({ args: [...args], allowPositionals: true, tokens: true, options });
  for (const token of parsed.tokens) {
    if (token.kind === 'option' && token.value === '') throw new UsageError(`${token.rawName} needs a value`);
  }
  return parsed;
}

/** Calls `parseArgs` of Node, and throws `UsageError` for its errors. */
export function parseStrictly<T extends ParseArgsConfig>(wanted: T) {
  try {
    return parseArgs(wanted);
  } catch (error) {
    const message = reasonOf(error);
    const [, option] = /^Option '(--[\w-]+)' argument is ambiguous/.exec(message) ?? [];
    if (option !== undefined)
      throw new UsageError(`${option} needs a value; one that begins with a dash is written ${option}=...`);
    // Only the first sentence of Node's message is used, because the rest is advice about dashes.
    const [reason = ''] = message.split(/\.\s/);
    throw new UsageError(reason);
  }
}
