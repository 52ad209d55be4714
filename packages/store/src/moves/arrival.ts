// The row of a move in the database that receives the person. The copy is stored in one transaction, and the nodes take the accounts only after the opening.
import type { Sql, TransactionSql } from 'postgres';
import { isDuplicate } from '../database/connection.ts';
import { textOf } from '../database/row.ts';
import { movingOwner } from '../journal/leases.ts';
import { moveStatementMs } from '../limits.ts';
import type { AuditWriter } from '../people/audit-writer.ts';
import type { StoreResult } from '../result.ts';
import { copyRows, type CopiedRows } from './copy-rows.ts';
import type { Move } from './fence.ts';

/** The copied rows of a person, or null when an earlier call has copied them. */
export type Arrival = StoreResult<{ readonly copied: CopiedRows | null }, 'collision'>;

/** Copies all rows of a fenced person. The call is refused when the target has a row of another person with the same e-mail, account, number of a bot or id. */
export async function arrive(
  { source, target }: { readonly source: Sql; readonly target: Sql },
  { id, userId, from }: Move & { readonly from: string },
): Promise<Arrival> {
  if ((await stateOf(target, id)) !== null) return { ok: true, copied: null };
  try {
    const copied = await source.begin('isolation level repeatable read read only', async (reading) => {
      await allowTime(reading);
      return target.begin(async (writing) => {
        await writing`set local rondo.move = 'on'`;
        await allowTime(writing);
        await writing`
          insert into person_moves (id, user_id, direction, state, other, began_at) values (${id}, ${userId}, 'in', 'arrived', ${from}, clock_timestamp())`;
        return copyRows(reading, writing, userId);
      });
    });
    return { ok: true, copied };
  } catch (error) {
    if (isDuplicate(error)) return { ok: false, refusal: 'collision' };
    throw error;
  }
}

async function allowTime(transaction: TransactionSql): Promise<void> {
  const time = String(moveStatementMs);
  await transaction`
    select set_config('statement_timeout', ${time}, true), set_config('idle_in_transaction_session_timeout', ${time}, true)`;
}

/** Lets the nodes of the target take the accounts. A repeated call has no effect. */
export function open(
  target: Sql,
  writer: AuditWriter,
  { id, userId, from, now }: Move & { readonly from: string; readonly now: number },
): Promise<void> {
  return target.begin(async (transaction) => {
    const { count } = await transaction`
      update person_moves set state = 'open', ended_at = clock_timestamp() where id = ${id} and state = 'arrived'`;
    if (count === 0) return;
    await transaction`
      update leases set node_id = null, expires_at = clock_timestamp()
      where node_id = ${movingOwner} and account_id in (select id from exchange_accounts where user_id = ${userId})`;
    const line = { at: now, actorId: null, action: 'person.moveIn', subjectId: userId, detail: `from ${from}` };
    await writer.append(transaction, line);
  });
}

/** Returns the state of a move in the target, or null when the target has no row of the move. */
async function stateOf(target: Sql, id: string): Promise<string | null> {
  const [row] = await target`select state from person_moves where id = ${id}`;
  return row === undefined ? null : textOf(row, 'state');
}
