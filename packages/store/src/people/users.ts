// Queries on people.
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { appendAudit } from './audit.ts';
import { isDuplicate } from '../database/connection.ts';
import type { PasswordHashes, UserRecord, Users } from '../store.ts';
import { booleanOf, integerOf, oneRow, textOf, wordOf, type Row } from '../database/row.ts';

/** The users of a database. */
export function createUsers(sql: Sql): Users {
  return {
    async create(user) {
      try {
        const row = oneRow(
          await sql`
          insert into users (id, email, username, name, level, role, has_granted, approval, password_hash, ref, created_at,
            consent_version, consented_at, region)
          values (${randomUUID()}, ${user.email.toLowerCase()}, ${user.username}, ${user.name}, ${user.level ?? 0}, ${user.role ?? 'member'},
            ${user.hasGranted ?? false}, ${user.hasGranted === true ? 'approved' : 'pending'}, ${user.passwordHash}, ${user.ref ?? null}, ${user.now},
            ${user.consentVersion ?? null}, ${user.consentVersion === undefined ? null : user.now}, ${user.region ?? null})
          returning *`,
        );
        return { ok: true, user: userOf(row) };
      } catch (error) {
        if (isDuplicate(error, 'users_email_key')) return { ok: false, refusal: 'email_taken' };
        if (isDuplicate(error, 'users_username_key')) return { ok: false, refusal: 'username_taken' };
        throw error;
      }
    },
    async findByEmail(email) {
      return userOrNull(await sql`select * from users where email = ${email.toLowerCase()} and deleted_at is null`);
    },
    async findById(userId) {
      return userOrNull(await sql`select * from users where id = ${userId} and deleted_at is null`);
    },
    erase: (userId, now) => sql.begin((transaction) => erase(transaction, userId, now)),
    renewPasswordHash: (userId, hashes) => replaceHash(sql, userId, hashes),
    changePassword: (userId, { exceptSessionId, now, ...hashes }) =>
      sql.begin(async (transaction) => {
        if (!(await replaceHash(transaction, userId, hashes))) return false;
        await transaction`update sessions set revoked_at = ${now} where user_id = ${userId} and id <> ${exceptSessionId} and revoked_at is null`;
        await transaction`delete from reset_links where user_id = ${userId} and used_at is null`;
        const entry = { at: now, actorId: userId, action: 'user.changePassword', subjectId: userId, detail: '' };
        await appendAudit(transaction, entry);
        return true;
      }),
  };
}

/** Two changes at one moment: the second finds another password than the one it proved. */
async function replaceHash(sql: Sql | TransactionSql, userId: string, { from, to }: PasswordHashes): Promise<boolean> {
  const answer = await sql`
    update users set password_hash = ${to} where id = ${userId} and password_hash = ${from} and deleted_at is null`;
  return answer.count === 1;
}

async function erase(transaction: TransactionSql, userId: string, now: number): ReturnType<Users['erase']> {
  await transaction`select 1 from users where id = ${userId} for update`;
  const running = await transaction`select 1 from bots where user_id = ${userId} and ended_at is null limit 1`;
  if (running.length > 0) return { ok: false, refusal: 'bots_active' };
  const answer = await transaction`
    update users set email = ${`deleted-${userId}@deleted.invalid`}, username = ${`deleted-${userId}`}, name = '', password_hash = '',
      region = null, has_granted = false, approval = 'revoked', deleted_at = ${now}
    where id = ${userId} and deleted_at is null`;
  if (answer.count === 0) return { ok: true, isErased: false };
  // Nobody is left who could be told of a key that remains.
  await transaction`
    update key_revocations set step = 'ended', outcome = coalesce(outcome, 'remains'), settled_at = coalesce(settled_at, ${now})
    where step <> 'ended' and account_id in (select id from exchange_accounts where user_id = ${userId})`;
  // Also what was unlinked before: it is known by whom.
  const accounts = transaction`select id from exchange_accounts where user_id = ${userId}`;
  await transaction`delete from account_labels where account_id in (${accounts})`;
  await transaction`
    update exchange_accounts set unlinked_at = coalesce(unlinked_at, ${now}), uid = id, masked_key = '', label = '', wrapped_key = null, sealed_api_key = null, sealed_secret_key = null, sealed_passphrase = null
    where user_id = ${userId}`;
  await transaction`
    update consents set ended_at = coalesce(ended_at, ${now}), uid = null, wrapped_key = null, sealed_access_token = null, sealed_refresh_token = null
    where user_id = ${userId}`;
  await transaction`delete from sessions where user_id = ${userId}`;
  await transaction`delete from second_factors where user_id = ${userId}`;
  await transaction`delete from testimonial_consents where user_id = ${userId}`;
  await transaction`delete from reset_links where user_id = ${userId}`;
  await transaction`delete from login_records where user_id = ${userId}`;
  await appendAudit(transaction, { at: now, actorId: userId, action: 'user.erase', subjectId: userId, detail: '' });
  return { ok: true, isErased: true };
}

function userOrNull(rows: readonly Row[]): UserRecord | null {
  return rows.length === 0 ? null : userOf(oneRow(rows));
}

export function userOf(row: Row): UserRecord {
  return {
    id: textOf(row, 'id'),
    email: textOf(row, 'email'),
    username: textOf(row, 'username'),
    name: textOf(row, 'name'),
    level: integerOf(row, 'level'),
    role: wordOf(row, 'role', ['member', 'operator']),
    hasGranted: booleanOf(row, 'has_granted'),
    passwordHash: textOf(row, 'password_hash'),
    createdAt: integerOf(row, 'created_at'),
  };
}
