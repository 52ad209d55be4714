// The row of a move in the database that the person leaves. From the fence on, no node of this database trades the accounts of the person.
import type { Sql, TransactionSql } from 'postgres';
import { oneRow, textOf, textOrNull, type Row } from '../database/row.ts';
import { farFuture, movingOwner } from '../journal/leases.ts';
import { eraseIdentity } from '../people/erasure.ts';
import type { AuditWriter } from '../people/audit-writer.ts';
import type { StoreResult } from '../result.ts';
import { accountDigest } from './moved-accounts.ts';

/** A move in the database that the person leaves. `state` says which step is done. */
export interface Move {
  readonly id: string;
  readonly userId: string;
  readonly state: 'fenced' | 'left';
}

/** Why a person cannot be moved: nobody has this id, the person is an operator, or a replacement or a revocation of a key is not finished. */
export type FenceRefusal = 'unknown' | 'operator' | 'key_change' | 'moving';

/**
 * Begins a move: nobody trades the accounts of the person from now on, and changes of the person are refused. The row of the person is locked, so every change is
 * stored before the fence or is refused.
 */
export function fence(
  sql: Sql,
  { id, userId, other }: { readonly id: string; readonly userId: string; readonly other: string },
): Promise<StoreResult<{ readonly move: Move }, FenceRefusal>> {
  return sql.begin(async (transaction) => {
    const people = await transaction`select role from users where id = ${userId} and deleted_at is null for update`;
    if (people.length === 0) return { ok: false, refusal: 'unknown' };
    if (textOf(oneRow(people), 'role') !== 'member') return { ok: false, refusal: 'operator' };
    const refusal = await refusalOf(transaction, userId);
    if (refusal !== null) return { ok: false, refusal };
    await transaction`
      insert into person_moves (id, user_id, direction, state, other, began_at) values (${id}, ${userId}, 'out', 'fenced', ${other}, clock_timestamp())`;
    await transaction`
      insert into leases (account_id, node_id, node_key, epoch, expires_at)
      select id, ${movingOwner}, null, 1, ${farFuture}::timestamptz from exchange_accounts where user_id = ${userId} order by id
      on conflict (account_id) do update set node_id = excluded.node_id, node_key = null, epoch = leases.epoch + 1, expires_at = excluded.expires_at, next = null`;
    // The history shows that nobody owned the accounts in this epoch.
    await transaction`
      insert into lease_history (account_id, epoch, owner, taken_at)
      select account_id, epoch, ${movingOwner}, clock_timestamp() from leases
      where node_id = ${movingOwner} and account_id in (select id from exchange_accounts where user_id = ${userId})`;
    return { ok: true, move: { id, userId, state: 'fenced' } };
  });
}

async function refusalOf(transaction: TransactionSql, userId: string): Promise<FenceRefusal | null> {
  const row = oneRow(
    await transaction`
      select case when exists (select 1 from person_moves where user_id = ${userId} and ended_at is null) then 'moving'
        when exists (select 1 from key_changes where user_id = ${userId} and step not in ('done', 'abandoned'))
          or exists (select 1 from key_revocations r join exchange_accounts a on a.id = r.account_id where a.user_id = ${userId} and r.step = 'ordered')
        then 'key_change' end as refusal`,
  );
  const refusal = textOrNull(row, 'refusal');
  return refusal === 'moving' || refusal === 'key_change' ? refusal : null;
}

/** Ends a move that has not left this database. The nodes take the accounts again. Returns false when the person has left. */
export function undoFence(sql: Sql, { id, userId }: Move): Promise<boolean> {
  return sql.begin(async (transaction) => {
    const { count } = await transaction`delete from person_moves where id = ${id} and state = 'fenced'`;
    if (count === 0) return false;
    await transaction`
      update leases set node_id = null, expires_at = clock_timestamp()
      where node_id = ${movingOwner} and account_id in (select id from exchange_accounts where user_id = ${userId})`;
    return true;
  });
}

/** Stores that the other database is responsible from now on. The move can then only go forward. */
export async function leave(sql: Sql, { id }: Move): Promise<void> {
  await sql`update person_moves set state = 'left' where id = ${id} and state = 'fenced'`;
}

/** Erases the identity and the keys of the person, and ends the bots here, because the other database has them. The accounts stay fenced. */
export function endMove(
  sql: Sql,
  writer: AuditWriter,
  { id, userId, now }: Move & { readonly now: number },
): Promise<void> {
  return sql.begin(async (transaction) => {
    await transaction`set local rondo.move = 'on'`;
    const rows = await transaction`
      update person_moves set state = 'done', ended_at = clock_timestamp() where id = ${id} and state = 'left' returning other`;
    if (rows.length === 0) return;
    await transaction`
      insert into moved_accounts (digest, move_id)
      select ${accountDigest(transaction)}, ${id} from exchange_accounts
      where user_id = ${userId} and unlinked_at is null`;
    await transaction`update bots set course = 'done', ended_at = ${now} where user_id = ${userId} and ended_at is null`;
    await transaction`delete from signal_hooks where bot_id in (select id from bots where user_id = ${userId})`;
    await eraseIdentity({ transaction, writer }, userId, now);
    const detail = `to ${textOf(oneRow(rows), 'other')}`;
    await writer.append(transaction, { at: now, actorId: null, action: 'person.moveOut', subjectId: userId, detail });
  });
}

/** Returns the moves to a database that are not finished, the oldest first. */
export async function listRunning(sql: Sql, other: string): Promise<readonly Move[]> {
  const rows = await sql`
    select id, user_id, state from person_moves where direction = 'out' and state <> 'done' and other = ${other} order by began_at, id`;
  return rows.map(moveOf);
}

function moveOf(row: Row): Move {
  return {
    id: textOf(row, 'id'),
    userId: textOf(row, 'user_id'),
    state: textOf(row, 'state') === 'left' ? 'left' : 'fenced',
  };
}
