// The options of the commands that read a backup, and the lines that describe a backup.
import path from 'node:path';
import type { BackupFile, LogicalFacts, PhysicalFacts } from '@rondo/store';
import { readSecret } from '../files/secret-file.ts';
import { readOptions, required, type Options } from './read-options.ts';

/** Reads `--from` and `--identity`. Throws `UsageError` or `BadInput`. */
export function readBackupOptions(args: readonly string[], folder: string): BackupFile {
  return backupOf(readOptions(args, { from: 'text', identity: 'text' }), folder);
}

/** Returns the backup of the options `--from` and `--identity`. Throws `UsageError` or `BadInput`. */
export function backupOf(options: Options<'from' | 'identity'>, folder: string): BackupFile {
  const file = path.resolve(folder, required(options, 'from', 'the backup'));
  const identityFile = path.resolve(folder, required(options, 'identity', 'the file with the secret key of age'));
  return { file, identities: readSecret(identityFile) };
}

/** Returns the lines that say what a backup contains. */
export function describeBackup(file: string, facts: LogicalFacts | PhysicalFacts): string {
  const { header } = facts;
  return [
    file,
    `  made at     ${new Date(header.madeAt).toISOString()}`,
    `  venue       ${header.venue ?? 'none'}`,
    `  mark        ${header.mark ?? 'none'}`,
    `  schema      ${header.migrations.at(-1)?.name ?? 'none'}`,
    `  PostgreSQL  ${header.server}`,
    contentLine(facts),
  ].join('\n');
}

function contentLine(facts: LogicalFacts | PhysicalFacts): string {
  if (facts.way === 'physical') {
    const { files, bytes, header } = facts;
    return `  files       ${files} with ${bytes} bytes, WAL from ${header.startLsn} in timeline ${header.timeline}`;
  }
  const rows = facts.tables.reduce((sum, table) => sum + table.rows, 0);
  return `  tables      ${facts.tables.length} with ${rows} rows`;
}
