// Reads the stored data of a person for an export, from the list of the personal tables.
import type { Sql } from 'postgres';
import { conditionOf } from '../moves/moved-tables.ts';
import { exportedRows } from '../limits.ts';
import { personalTables } from './personal-tables.ts';

/** The rows of a person in one table. */
export interface PersonalRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** False when the table has more rows than `exportedRows`. Then these are the newest rows. */
  readonly isComplete: boolean;
}

/** Returns the exported columns of every personal table. Whole numbers of 64 bits and amounts are decimal texts. */
export async function readPersonalRows(sql: Sql, userId: string): Promise<readonly PersonalRows[]> {
  const found: PersonalRows[] = [];
  for (const { by, sortedBy, name, exported, only = 'true' } of personalTables) {
    if (exported.length === 0 || by === 'session_id') continue;
    const order = sortedBy === undefined ? '' : `order by ${sortedBy} desc`;
    const rows = await sql.unsafe(
      `select ${exported.join(', ')} from ${name} where ${conditionOf({ name, by })} and ${only} ${order} limit ${exportedRows + 1}`,
      [userId],
    );
    found.push({ table: name, rows: rows.slice(0, exportedRows), isComplete: rows.length <= exportedRows });
  }
  return found;
}
