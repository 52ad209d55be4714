// The two documents of a backup: `header.json` is its first entry, and `manifest.json` with the counts and digests is its last entry.
import { integerOf, textOf, textOrNull, type Row } from '../database/row.ts';
import { BackupError } from './backup-error.ts';

/** The version of the format. A change that an older program cannot read gets a new number. */
export const backupFormat = 1;
/** The name of the first entry. */
export const headerName = 'header.json';
/** The name of the last entry. */
export const manifestName = 'manifest.json';

/** An applied migration: its name and the SHA-256 of its file. */
export interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
}

/** A table and the columns that the backup contains. */
export interface TableColumns {
  readonly name: string;
  readonly columns: readonly string[];
}

/** What the backup contains and where it was made. `madeAt` is the time of the snapshot in epoch ms. `mark` and `venue` belong to the instance, if there is one. */
export interface BackupHeader {
  readonly format: number;
  readonly madeAt: number;
  readonly server: string;
  readonly mark: string | null;
  readonly venue: string | null;
  readonly migrations: readonly AppliedMigration[];
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

/** Returns the text of a document of a backup. */
export function documentOf(value: BackupHeader | BackupManifest): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}

/** Reads the first document. Throws BackupError when the text is not a header, or when the format is newer than this program. */
export function readHeader(body: Buffer): BackupHeader {
  const row = parse(body);
  const format = reading(() => integerOf(row, 'format'));
  if (format > backupFormat)
    throw new BackupError(
      'newer',
      `The backup has format ${format}, and this program reads formats up to ${backupFormat}. Use a newer version.`,
    );
  return reading(() => ({
    format,
    madeAt: integerOf(row, 'madeAt'),
    server: textOf(row, 'server'),
    mark: textOrNull(row, 'mark'),
    venue: textOrNull(row, 'venue'),
    migrations: rowsOf(row, 'migrations').map((each) => ({
      name: textOf(each, 'name'),
      sha256: textOf(each, 'sha256'),
    })),
    tables: rowsOf(row, 'tables').map((each) => ({ name: textOf(each, 'name'), columns: textsIn(each, 'columns') })),
  }));
}

/** Reads the last document. Throws BackupError when the text is not a manifest. */
export function readManifest(body: Buffer): BackupManifest {
  const row = parse(body);
  return reading(() => ({
    tables: rowsOf(row, 'tables').map((each) => ({
      name: textOf(each, 'name'),
      rows: integerOf(each, 'rows'),
      sha256: textOf(each, 'sha256'),
    })),
    sequences: rowsOf(row, 'sequences').map((each) => ({ name: textOf(each, 'name'), last: textOf(each, 'last') })),
  }));
}

function parse(body: Buffer): Row {
  return reading(() => rowOf(JSON.parse(body.toString('utf8'))));
}

function rowOf(value: unknown): Row {
  if (typeof value !== 'object' || value === null) throw new Error('the document is not an object');
  return { ...value };
}

function rowsOf(row: Row, name: string): readonly Row[] {
  const list = row[name];
  if (!Array.isArray(list)) throw new Error(`${name} is not a list`);
  return list.map(rowOf);
}

function textsIn(row: Row, name: string): readonly string[] {
  const list = row[name];
  if (!Array.isArray(list)) throw new Error(`${name} is not a list`);
  return list.map((text: unknown) => textOf({ text }, 'text'));
}

function reading<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new BackupError('damaged', 'The backup is damaged: one of its documents cannot be read.', error);
  }
}
