// The manifest with which PostgreSQL describes a base backup (https://www.postgresql.org/docs/current/backup-manifest-format.html).
import { createHash } from 'node:crypto';
import { integerOf, textOf } from '../../database/row.ts';
import { BackupError } from '../backup-error.ts';
import { parseDocument, reading, rowsOf } from '../document.ts';
import { parseLsn, type Lsn } from '../wal/wal-position.ts';

/** The name of the manifest in the archive. PostgreSQL's own programs use the same name. */
export const baseManifestName = 'backup_manifest';

/** A file of a cluster: its size and the SHA-256 of its bytes. */
export interface BaseFile {
  readonly size: number;
  readonly sha256: string;
}

/** The files of a cluster by their paths, and the WAL without which they cannot be used. The WAL itself is not listed. */
export interface BaseManifest {
  readonly files: ReadonlyMap<string, BaseFile>;
  readonly wal: readonly { readonly timeline: number; readonly from: Lsn; readonly to: Lsn }[];
}

/** Reads a manifest. Throws BackupError `damaged` when it cannot be read, or when its own checksum differs. */
export function readBaseManifest(body: Buffer): BaseManifest {
  const row = parseDocument(body);
  const manifest = reading(() => ({
    files: new Map(
      rowsOf(row, 'Files').map((file) => {
        if (textOf(file, 'Checksum-Algorithm') !== 'SHA256') throw new Error('a checksum is no SHA-256');
        return [textOf(file, 'Path'), { size: integerOf(file, 'Size'), sha256: textOf(file, 'Checksum') }] as const;
      }),
    ),
    wal: rowsOf(row, 'WAL-Ranges').map((range) => ({
      timeline: integerOf(range, 'Timeline'),
      from: parseLsn(textOf(range, 'Start-LSN')),
      to: parseLsn(textOf(range, 'End-LSN')),
    })),
    checksum: textOf(row, 'Manifest-Checksum'),
  }));
  // The checksum is the last line, and covers all bytes before this line.
  const covered = body.subarray(0, Math.max(0, body.lastIndexOf('"Manifest-Checksum"')));
  if (createHash('sha256').update(covered).digest('hex') !== manifest.checksum)
    throw new BackupError('damaged', 'The backup is damaged: the checksum of its manifest is wrong.');
  return manifest;
}
