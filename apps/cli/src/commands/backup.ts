// `rondo backup`: writes an encrypted backup of the installation, or makes the pair of keys for backups.
import path from 'node:path';
import type { DatabaseOptions } from '@rondo/store';
import { UsageError, exitCodes, type Command, type CommandContext } from '../command.ts';
import { writeSecret } from '../files/secret-file.ts';
import { readOptions, required } from '../options/read-options.ts';
import { recordFirst, type CopyLine } from '../options/record-first.ts';
import { stopSignal } from '../stop-signal.ts';

const usage = `rondo backup --to FILE --recipient KEY [--physical]
rondo backup --new-identity FILE

Writes an encrypted copy of the whole database to a new file. The server may be running: the copy is of one instant. The
master key is not a part of the backup. Without it the exchange keys of a backup cannot be opened, so keep it at another place.

  --to FILE             the new file
  --recipient KEY       a public key of age (age1...); several are possible, and each of them can open the backup
  --physical            copy the files of PostgreSQL instead of the rows: faster, and with "rondo wal" it can be restored to any
                        later time, but on the same major version of PostgreSQL only
  --new-identity FILE   writes a new secret key to FILE and prints its public key; keep FILE on another machine
  --help                show this text
`;

/** Creates the command. `database` returns the database of the server, and `record` writes the line of the backup into the audit. */
export function backupCommand(database: () => DatabaseOptions, record: (line: CopyLine) => Promise<void>): Command {
  return {
    name: 'backup',
    summary: 'write an encrypted backup of the installation',
    usage,
    run: async (args, context) => {
      const options = readOptions(args, { to: 'text', recipient: 'list', physical: 'flag', 'new-identity': 'text' });
      const identityFile = options.text('new-identity');
      if (identityFile !== undefined) return makeIdentity(path.resolve(context.folder, identityFile), context);
      const file = path.resolve(context.folder, required(options, 'to', 'the name of the new file'));
      const recipients = options.list('recipient');
      if (recipients.length === 0)
        throw new UsageError('--recipient is missing: a public key of age; --new-identity FILE makes one');
      const { BackupError, makeBackup, makePhysicalBackup } = await import('@rondo/store');
      const signal = stopSignal(context, new BackupError('file', 'The backup was stopped. There is no file.'));
      await recordFirst(record, { recipients, isWal: false }, context);
      const make = options.flag('physical') ? makePhysicalBackup : makeBackup;
      const bytes = await make(database(), { file, recipients, now: Date.now(), signal });
      context.terminal.out(
        `${file} is complete (${bytes} bytes). Check it with "rondo verify". The master key is not in it: keep the key at another place.\n`,
      );
      return exitCodes.done;
    },
  };
}

async function makeIdentity(file: string, { terminal }: CommandContext): Promise<number> {
  const { newBackupKeys } = await import('@rondo/store');
  const { identity, recipient } = await newBackupKeys();
  writeSecret(file, `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${identity}\n`);
  terminal.out(`Public key: ${recipient}\n`);
  terminal.err(
    `${file} has the secret key. Whoever has it can read every backup, and without it no backup can be restored.\n`,
  );
  return exitCodes.done;
}
