// The variables of the environment that name the sources of the master key and of the people key, and that set the process of the signer. `env.ts` reads the environment.
import path from 'node:path';
import * as z from 'zod';
import { commandVariable } from '../command-variable.ts';
import { signerLimits } from './signer-limits.ts';

const keyText = z
  .string()
  .regex(/^([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)$/, { message: 'must be 32 bytes in hex or base64' })
  .optional();

/** The variables with their checks. */
export const keyVariables = {
  RONDO_MASTER_KEY: keyText,
  RONDO_MASTER_KEY_COMMAND: commandVariable('["/usr/bin/print-key"]'),
  RONDO_PEOPLE_KEY: keyText,
  RONDO_PEOPLE_KEY_COMMAND: commandVariable('["/usr/bin/print-key"]'),
  RONDO_PEOPLE_KEY_FILE: z.string().optional(),
};

type KeyValues = z.output<z.ZodObject<typeof keyVariables>>;

/** The source of the people key of a node without the master key. One of the values is given. */
export interface PeopleKeySettings {
  readonly text: string | null;
  readonly command: readonly string[] | null;
  readonly file: string | null;
}

/** Returns the reason why the values together are not usable, or null. */
export function refusedKeys(
  values: KeyValues & SignerValues & { readonly RONDO_ROLE: 'all' | 'api' | 'engine' },
): string | null {
  const names = ['RONDO_PEOPLE_KEY', 'RONDO_PEOPLE_KEY_COMMAND', 'RONDO_PEOPLE_KEY_FILE'] as const;
  const given = names.filter((name) => values[name] !== undefined);
  const [unusable] = [...given, ...(values.RONDO_MASTER_KEY === undefined ? [] : ['RONDO_MASTER_KEY'])];
  if (values.RONDO_SIGNER_SOCKET !== undefined && unusable !== undefined)
    return `${unusable} and RONDO_SIGNER_SOCKET exclude each other: the signer of the socket has the master key, and the server must not have it.`;
  if (given.length === 0) return null;
  if (given.length > 1) return `${given.join(' and ')} exclude each other.`;
  if (values.RONDO_ROLE !== 'api')
    return `${given[0]} is for a node with the role api. A node that trades needs the master key.`;
  if (values.RONDO_MASTER_KEY !== undefined || values.RONDO_MASTER_KEY_COMMAND !== undefined)
    return `${given[0]} is for a node without the master key. Remove it, or remove the setting of the master key.`;
  return null;
}

/** Returns the source of the people key, or null when no variable names one. */
export function peopleKeyOf(values: KeyValues): PeopleKeySettings | null {
  const { RONDO_PEOPLE_KEY: text, RONDO_PEOPLE_KEY_COMMAND: command, RONDO_PEOPLE_KEY_FILE: file } = values;
  if (text === undefined && command === undefined && file === undefined) return null;
  return { text: text ?? null, command: command ?? null, file: file === undefined ? null : path.resolve(file) };
}

/** The path of the socket of a signer. Linux permits 107 bytes. */
export const socketPath = z
  .string()
  .regex(/^\/[^\0]{1,99}$/, { message: 'must be a path of at most 100 characters that begins with /' });

/** The variables of the process of the signer with their checks. The server and the commands that start a signer have the same. */
export const signerVariables = {
  RONDO_SIGNER_SOCKET: socketPath.optional(),
  RONDO_SIGNER_ACCOUNTS: z.coerce.number().int().min(1).max(signerLimits.keys).default(signerLimits.accountsAtOnce),
};

type SignerValues = z.output<z.ZodObject<typeof signerVariables>>;

/** The settings of the process of a signer. */
export interface SignerSettings {
  /** The socket of a signer that runs as a unit of its own, or null for a child process. */
  readonly signerSocket: string | null;
  /** The accounts whose keys are opened at once. */
  readonly signerAccounts: number;
}

/** Returns the settings of the checked variables. */
export function signerSettingsOf(values: SignerValues): SignerSettings {
  return { signerSocket: values.RONDO_SIGNER_SOCKET ?? null, signerAccounts: values.RONDO_SIGNER_ACCOUNTS };
}

/** Returns the settings of an environment. Throws with the names of the variables that are not usable. An empty variable counts as not given. */
export function readSignerSettings(environment: Readonly<Record<string, string | undefined>>): SignerSettings {
  const given = Object.fromEntries(
    Object.keys(signerVariables).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = z.object(signerVariables).safeParse(given);
  if (parsed.success) return signerSettingsOf(parsed.data);
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}
