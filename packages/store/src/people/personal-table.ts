// The form of the list of personal tables, and the reasons that several tables share.
import type { MovedTable } from '../moves/moved-tables.ts';

/** Columns by the reason why the export does not contain them, or why the erasure leaves them. `*` stands for all other columns of the table. */
export type Reasons = Readonly<Record<string, string>>;

/** The data of people in one table. */
export interface PersonalTable extends Omit<MovedTable, 'by'> {
  readonly by: MovedTable['by'] | 'session_id';
  readonly exported: readonly string[];
  /** The condition of the exported rows, for a table whose other rows are in other files. */
  readonly only?: string;
  readonly hidden: Reasons;
  /** The columns that an erasure empties, or `rows` when it deletes the rows. */
  readonly erased: 'rows' | readonly string[];
  readonly kept: Reasons;
}

/** The reason for a secret. */
export const secret = 'a secret, or a digest of one';
/** The reason for a row of the journal. */
export const journal = 'the journal stays for five years after the end of the bot, without a name';
/** The reason for a proof of an agreement or of a message. */
export const evidence = 'evidence, stays for five years without a name';
/** The reason for an id. */
export const owner = 'the id of the person or of the account';
/** The reason for a row that another file has. */
export const files = 'it is in the files of each bot (GET /api/bots/:id/export)';
/** The reason for a value that is computed. */
export const follows = 'it follows from the fills, commands and settings';
