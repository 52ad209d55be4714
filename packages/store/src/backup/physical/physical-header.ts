// The first document of a physical backup.
import { integerOf, textOf } from '../../database/row.ts';
import { originOf, parseDocument, reading, type BackupOrigin } from '../document.ts';
import { BackupError } from '../backup-error.ts';
import { parseLsn } from '../wal/wal-position.ts';
import { systemOf, type SystemFacts } from './system-facts.ts';

/** The version of the format of a physical backup. Programs that know logical backups only refuse it as newer. */
export const physicalFormat = 2;

/** Where a physical backup was made, and where its WAL begins. */
export interface PhysicalHeader extends BackupOrigin, SystemFacts {
  readonly format: number;
  /** Whether PostgreSQL was the one of the data folder. Its files have its settings, and those of an external server can have other paths and other libraries. */
  readonly isEmbedded: boolean;
  /** The major version of PostgreSQL. The files can be used with this version only. */
  readonly major: number;
  /** The position at which recovery begins, as PostgreSQL writes it. */
  readonly startLsn: string;
}

/** Reads the first document. Throws BackupError `damaged` when the text is not a header of a physical backup. */
export function readPhysicalHeader(body: Buffer): PhysicalHeader {
  const row = parseDocument(body);
  return reading(() => {
    const startLsn = textOf(row, 'startLsn');
    parseLsn(startLsn);
    return {
      format: integerOf(row, 'format'),
      ...originOf(row),
      ...systemOf(row),
      isEmbedded: row['isEmbedded'] === true,
      major: integerOf(row, 'major'),
      startLsn,
    };
  });
}

/** Returns the format of a backup. Throws BackupError `newer` when this program does not know the format. */
export function formatOf(body: Buffer): number {
  const row = parseDocument(body);
  const format = reading(() => integerOf(row, 'format'));
  if (format <= physicalFormat) return format;
  throw new BackupError(
    'newer',
    `The backup has format ${format}, and this program reads formats up to ${physicalFormat}. Use a newer version.`,
  );
}
