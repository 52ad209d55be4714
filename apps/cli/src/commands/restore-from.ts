// `rondo restore --from`: writes a backup into an empty database. The restored installation is frozen.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { BackupFile, DatabaseOptions, PhysicalFacts, PhysicalRestore } from '@rondo/store';
import { UsageError, exitCodes, type CommandContext } from '../command.ts';
import { backupOf, describeBackup } from '../options/backup-options.ts';
import { readInstant } from '../options/read-instant.ts';
import { readOptions, type Options } from '../options/read-options.ts';
import { stopSignal } from '../stop-signal.ts';

const kinds = { from: 'text', identity: 'text', wal: 'text', until: 'text', into: 'text' } as const;

/** Restores a backup into the database of the server, or its files into a folder. */
export async function restoreFrom(
  args: readonly string[],
  { folder, terminal, stopped }: CommandContext,
  database: () => DatabaseOptions,
): Promise<number> {
  const options = readOptions(args, kinds);
  const backup = backupOf(options, folder);
  const store = await import('@rondo/store');
  if (await store.isPhysical(backup)) {
    terminal.out(await restoreFiles(backup, options, { folder, stopped, database: database() }));
    return exitCodes.done;
  }
  for (const name of ['wal', 'until', 'into'] as const)
    if (options.text(name) !== undefined) throw new UsageError(`--${name} needs a physical backup`);
  const facts = await store.restoreBackup(backup, database(), { now: Date.now() });
  terminal.out(`${describeBackup(backup.file, facts)}\n${frozenText}`);
  return exitCodes.done;
}

const frozenText =
  'The backup is restored, and the installation is frozen: it sends no orders. Give the server the master key of the original, ' +
  'stop the original for good, and type "rondo restore confirm".\n';

/** Returns the text for the person. */
async function restoreFiles(
  backup: BackupFile,
  options: Options<keyof typeof kinds>,
  { folder, stopped, database }: Pick<CommandContext, 'folder' | 'stopped'> & { readonly database: DatabaseOptions },
): Promise<string> {
  const { BackupError, restoreEmbedded, restoreInto } = await import('@rondo/store');
  const signal = stopSignal({ stopped }, new BackupError('file', 'The restore was stopped. Nothing was changed.'));
  const [wal, until, into] = [options.text('wal'), options.text('until'), options.text('into')];
  if (until !== undefined && wal === undefined) throw new UsageError('--until needs --wal');
  const what: PhysicalRestore = {
    wal: wal === undefined ? null : path.resolve(folder, wal),
    until: until === undefined ? null : readInstant('--until', until),
    signal,
  };
  if (into !== undefined) {
    const target = path.resolve(folder, into);
    const facts = await restoreInto(backup, target, what);
    return `${describeBackup(backup.file, facts)}\n${instructions(target, facts.header)}`;
  }
  if ('databaseUrl' in database)
    throw new UsageError(
      'a physical backup cannot be restored into the database of DATABASE_URL: add --into FOLDER, or use RONDO_HOME without DATABASE_URL',
    );
  return `${describeBackup(backup.file, await restoreEmbedded(backup, database.dataFolder, what))}\n${frozenText}`;
}

function instructions(folder: string, { major, isEmbedded }: PhysicalFacts['header']): string {
  const psql = `psql -v ON_ERROR_STOP=1 -d NAME -f ${folder}/rondo_wal`;
  return [
    `The files of the cluster are in ${folder}.`,
    'Read its settings before you start it: they can start programs, and whoever has the public key can write a backup.',
    ...(isEmbedded ? ['Its superuser is rondo, for the system users postgres and rondo: "psql -U rondo".'] : []),
    ...(existsSync(path.join(folder, 'postgresql.conf'))
      ? []
      : ['The original has postgresql.conf in another folder (Debian: /etc/postgresql), so give PostgreSQL its own.']),
    `1. Make the system user of PostgreSQL their owner, for example "chown -R postgres: ${folder}".`,
    `2. Start PostgreSQL ${major} with this data folder. It reads the WAL and then begins a new timeline.`,
    '   When it ends with "recovery ended before configured recovery target was reached", a file of the WAL is damaged.',
    '3. Wait until "select pg_is_in_recovery()" returns false. PostgreSQL permits no change until step 5, so no version of Rondo starts on it.',
    `4. In each database of Rondo, as a superuser: "${psql}/freeze.sql". It freezes the installation and ends its sessions.`,
    `5. In one of them: "${psql}/open.sql". It removes the settings of the recovery and permits changes. Never type`,
    '   "alter system reset all", which removes the setting rondo.restored too. Then delete the folder rondo_wal.',
    '   The settings archive_mode and synchronous_standby_names stay off. Reset them when the copy has its own archive and standbys.',
    '6. Set DATABASE_URL to this PostgreSQL. The installation starts frozen: it sends no orders. Give the server the master key of the original,',
    '   stop the original for good, and type "rondo restore confirm".',
    '',
  ].join('\n');
}
