// `rondo restore --from`: writes a backup into an empty database. The restored installation is frozen.
import type { DatabaseOptions } from '@rondo/store';
import { exitCodes, type CommandContext } from '../command.ts';
import { describeBackup, readBackupOptions } from '../options/backup-options.ts';

/** Restores a backup into the database of the server. */
export async function restoreFrom(
  args: readonly string[],
  { folder, terminal }: CommandContext,
  database: () => DatabaseOptions,
): Promise<number> {
  const backup = readBackupOptions(args, folder);
  const { restoreBackup } = await import('@rondo/store');
  const facts = await restoreBackup(backup, database(), { now: Date.now() });
  terminal.out(
    `${describeBackup(backup.file, facts)}\nThe backup is restored, and the installation is frozen: it sends no orders. Give the server the master key of the original, ` +
      'stop the original for good, and type "rondo restore confirm".\n',
  );
  return exitCodes.done;
}
