// The options of the commands that read a backup, and the lines that describe a backup.
import path from 'node:path';
import type { BackupFacts, BackupFile } from '@rondo/store';
import { readSecret } from '../files/secret-file.ts';
import { readOptions, required } from './read-options.ts';

/** Reads `--from` and `--identity`. Throws `UsageError` or `BadInput`. */
export function readBackupOptions(args: readonly string[], folder: string): BackupFile {
  const options = readOptions(args, { from: 'text', identity: 'text' });
  const file = path.resolve(folder, required(options, 'from', 'the backup'));
  const identityFile = path.resolve(folder, required(options, 'identity', 'the file with the secret key of age'));
  return { file, identities: readSecret(identityFile) };
}

/** Returns the lines that say what a backup contains. */
export function describeBackup(file: string, { header, tables }: BackupFacts): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [
    file,
    `  made at     ${new Date(header.madeAt).toISOString()}`,
    `  venue       ${header.venue ?? 'none'}`,
    `  mark        ${header.mark ?? 'none'}`,
    `  schema      ${header.migrations.at(-1)?.name ?? 'none'}`,
    `  PostgreSQL  ${header.server}`,
    `  tables      ${tables.length} with ${rows} rows`,
  ].join('\n');
}
