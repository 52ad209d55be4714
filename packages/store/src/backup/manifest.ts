// The two documents of a logical backup: `header.json` is its first entry, and `manifest.json` with the counts and digests is its last entry.
import { integerOf, textOf } from '../database/row.ts';
import { originOf, parseDocument, reading, rowsOf, textsIn, type BackupOrigin } from './document.ts';
import { formatOf } from './physical/physical-header.ts';

/** The version of the format of a logical backup. A change that an older program cannot read gets a new number. */
export const backupFormat = 1;
/** The name of the first entry. */
export const headerName = 'header.json';
/** The name of the last entry. */
export const manifestName = 'manifest.json';

/** A table and the columns that the backup contains. */
export interface TableColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What a logical backup contains, and where it was made. `madeAt` is the time of the snapshot. */
export interface BackupHeader extends BackupOrigin {
  readonly format: number;
  readonly tables: readonly TableColumns[];
}

/** The rows of a table, and the SHA-256 of their text. */
export interface TableSum {
  readonly name: string;
  readonly rows: number;
  readonly sha256: string;
}

/** The last value of a sequence. A sequence without a used value is not listed. */
export interface SequenceValue {
  readonly name: string;
  readonly last: string;
}

/** The rows of all tables and the values of the sequences. A restore compares the rows with the manifest. */
export interface BackupManifest {
  readonly tables: readonly TableSum[];
  readonly sequences: readonly SequenceValue[];
}

/** Reads the first document. Throws BackupError `damaged` when the text is not a header, and `newer` when this program does not know its format. */
export function readHeader(body: Buffer): BackupHeader {
  formatOf(body);
  const row = parseDocument(body);
  return reading(() => ({
    format: integerOf(row, 'format'),
    ...originOf(row),
    tables: rowsOf(row, 'tables').map((each) => ({ name: textOf(each, 'name'), columns: textsIn(each, 'columns') })),
  }));
}

/** Reads the last document. Throws BackupError when the text is not a manifest. */
export function readManifest(body: Buffer): BackupManifest {
  const row = parseDocument(body);
  return reading(() => ({
    tables: rowsOf(row, 'tables').map((each) => ({
      name: textOf(each, 'name'),
      rows: integerOf(each, 'rows'),
      sha256: textOf(each, 'sha256'),
    })),
    sequences: rowsOf(row, 'sequences').map((each) => ({ name: textOf(each, 'name'), last: textOf(each, 'last') })),
  }));
}
