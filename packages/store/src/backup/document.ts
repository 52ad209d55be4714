// The JSON documents of a backup: their text, and the readers of their fields.
import { integerOf, textOf, textOrNull, type Row } from '../database/row.ts';
import { BackupError } from './backup-error.ts';

/** An applied migration: its name and the SHA-256 of its file. */
export interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
}

/** Where and when a backup was made. `madeAt` is in epoch ms. `server` is the version of PostgreSQL. `mark` and `venue` belong to the instance, if there is one. */
export interface BackupOrigin {
  readonly madeAt: number;
  readonly server: string;
  readonly mark: string | null;
  readonly venue: string | null;
  readonly migrations: readonly AppliedMigration[];
}

/** Returns the text of a document. */
export function documentOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}

/** Returns the fields of a document. Throws BackupError `damaged` when the text is not an object. */
export function parseDocument(body: Buffer): Row {
  return reading(() => rowOf(JSON.parse(body.toString('utf8'))));
}

/** Returns the fields that all backups have. */
export function originOf(row: Row): BackupOrigin {
  return {
    madeAt: integerOf(row, 'madeAt'),
    server: textOf(row, 'server'),
    mark: textOrNull(row, 'mark'),
    venue: textOrNull(row, 'venue'),
    migrations: rowsOf(row, 'migrations').map((each) => ({
      name: textOf(each, 'name'),
      sha256: textOf(each, 'sha256'),
    })),
  };
}

/** Returns the objects of a list. Throws when the field is no list of objects. */
export function rowsOf(row: Row, name: string): readonly Row[] {
  const list = row[name];
  if (!Array.isArray(list)) throw new Error(`${name} is not a list`);
  return list.map(rowOf);
}

/** Returns the texts of a list. Throws when the field is no list of texts. */
export function textsIn(row: Row, name: string): readonly string[] {
  const list = row[name];
  if (!Array.isArray(list)) throw new Error(`${name} is not a list`);
  return list.map((text: unknown) => textOf({ text }, 'text'));
}

/** Returns the value that `read` reads from a document. An error becomes a BackupError `damaged`. */
export function reading<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw new BackupError('damaged', 'The backup is damaged: one of its documents cannot be read.', error);
  }
}

function rowOf(value: unknown): Row {
  if (typeof value !== 'object' || value === null) throw new Error('the document is not an object');
  return { ...value };
}
