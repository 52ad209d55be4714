// The arguments of a signer that runs as a unit of its own. It has no settings in its environment.
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { KeyOptions } from '@rondo/store/secrets';
import * as z from 'zod';
import { commandVariable } from '../../command-variable.ts';
import { signerVariables, socketPath } from '../key-variables.ts';

export interface UnitSettings {
  readonly socket: string;
  /** The source of the master key. */
  readonly key: KeyOptions;
  /** The number of accounts whose keys are opened at once. */
  readonly accountsAtOnce: number;
}

const options = { type: 'string' } as const;
const schema = z
  .strictObject({
    socket: socketPath,
    'key-file': z.string().min(1).optional(),
    'key-command': commandVariable('["/usr/bin/print-key"]'),
    accounts: signerVariables.RONDO_SIGNER_ACCOUNTS,
  })
  .refine((given) => (given['key-file'] === undefined) !== (given['key-command'] === undefined), {
    message: 'one of --key-file and --key-command is necessary',
  });

/** Returns the settings. Throws with the names of the arguments that are not usable. */
export function readUnitSettings(args: readonly string[]): UnitSettings {
  const names = { socket: options, 'key-file': options, 'key-command': options, accounts: options };
  const parsed = schema.safeParse({ ...parseArgs({ args: [...args], options: names }).values });
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map(({ path: [name = ''], message }) => `${String(name)}: ${message}`).join('; '),
    );
  const { socket, accounts, 'key-file': file, 'key-command': command } = parsed.data;
  const key = {
    kind: 'master',
    value: undefined,
    command,
    file: path.resolve(file ?? ''),
    forbiddenFolders: [],
  } as const;
  return { socket, key, accountsAtOnce: accounts };
}
