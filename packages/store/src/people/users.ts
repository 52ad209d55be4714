// The people with a login.
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { eraseIdentity } from './erasure.ts';
import type { AuditWriter } from './audit-writer.ts';
import { isDuplicate } from '../database/connection.ts';
import { oneRow, type Row } from '../database/row.ts';
import type { StoreResult } from '../result.ts';
import { users } from '../tables/people.ts';
import { omitColumns, pickColumns, readerOf, valuesOf, type DriverValue, type RecordOf } from '../tables/derive.ts';

const userColumns = pickColumns(users, [
  'id',
  'email',
  'username',
  'name',
  'level',
  'role',
  'hasGranted',
  'approval',
  'passwordHash',
  'createdAt',
]);

/**
 * A person with a login. `email` is lower-case. `hasGranted` is the approval of the operator. `passwordHash` is a PHC string that is not sent to clients.
 * Times are epoch ms.
 */
export type UserRecord = RecordOf<typeof userColumns>;

/** A person to be created. The defaults are role member, level 0 and no approval. */
export interface NewUser {
  readonly email: string;
  readonly username: string;
  readonly name: string;
  readonly level?: number;
  readonly role?: 'member' | 'operator';
  readonly hasGranted?: boolean;
  readonly passwordHash: string;
  readonly ref?: string;
  readonly consentVersion?: string;
  readonly region?: string;
  readonly now: number;
}

/** `from` is the stored hash that the entered password was checked against. `to` is the hash that replaces `from`. */
export interface PasswordHashes {
  readonly from: string;
  readonly to: string;
}

/** The people with a login. */
export interface Users {
  create(user: NewUser): Promise<StoreResult<{ readonly user: UserRecord }, 'email_taken' | 'username_taken'>>;
  findByEmail(email: string): Promise<UserRecord | null>;
  findById(userId: string): Promise<UserRecord | null>;
  /** Replaces the hash of an unchanged password. Returns false when the stored hash is no longer `from`. */
  renewPasswordHash(userId: string, hashes: PasswordHashes): Promise<boolean>;
  /** Changes the password, and ends the other sessions, the known devices and the unused reset links. Returns false when the stored hash is no longer `from`. */
  changePassword(
    userId: string,
    change: PasswordHashes & { readonly exceptSessionId: string; readonly now: number },
  ): Promise<boolean>;
  /** Removes the identity of the person, and ends accounts, consents and sessions. Records that the law requires are stored without a name. */
  erase(userId: string, now: number): Promise<StoreResult<{ readonly isErased: boolean }, 'bots_active'>>;
}

/** Returns the users of a database. */
export function createUsers(sql: Sql, writer: AuditWriter): Users {
  return {
    async create(user) {
      try {
        const row = oneRow(await sql`insert into users ${sql(newUserValues(user))} returning *`);
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
    erase: (userId, now) => sql.begin((transaction) => erase({ transaction, writer }, userId, now)),
    renewPasswordHash: (userId, hashes) => replaceHash(sql, userId, hashes),
    changePassword: (userId, { exceptSessionId, now, ...hashes }) =>
      sql.begin(async (transaction) => {
        if (!(await replaceHash(transaction, userId, hashes))) return false;
        await transaction`update sessions set revoked_at = ${now} where user_id = ${userId} and id <> ${exceptSessionId} and revoked_at is null`;
        await transaction`delete from reset_links where user_id = ${userId} and used_at is null`;
        await transaction`delete from devices where user_id = ${userId}`;
        const entry = { at: now, actorId: userId, action: 'user.changePassword', subjectId: userId, detail: '' };
        await writer.append(transaction, entry);
        return true;
      }),
  };
}

/** Replaces the hash. When two changes happen at the same time, the second change fails, because its hash `from` is no longer the stored hash. */
async function replaceHash(sql: Sql | TransactionSql, userId: string, { from, to }: PasswordHashes): Promise<boolean> {
  const { count } = await sql`
    update users set password_hash = ${to} where id = ${userId} and password_hash = ${from} and deleted_at is null`;
  return count === 1;
}

async function erase(
  { transaction, writer }: { readonly transaction: TransactionSql; readonly writer: AuditWriter },
  userId: string,
  now: number,
): ReturnType<Users['erase']> {
  await transaction`select 1 from users where id = ${userId} for update`;
  const running = await transaction`select 1 from bots where user_id = ${userId} and ended_at is null limit 1`;
  if (running.length > 0) return { ok: false, refusal: 'bots_active' };
  if (!(await eraseIdentity({ transaction, writer }, userId, now))) return { ok: true, isErased: false };
  await writer.append(transaction, { at: now, actorId: userId, action: 'user.erase', subjectId: userId, detail: '' });
  return { ok: true, isErased: true };
}

function userOrNull(rows: readonly Row[]): UserRecord | null {
  return rows.length === 0 ? null : userOf(oneRow(rows));
}

/** Reads a person. */
export const userOf: (row: Row) => UserRecord = readerOf(userColumns);

const newUserColumns = omitColumns(users, ['lastLoginAt', 'deletedAt']);

function newUserValues(user: NewUser): Record<string, DriverValue> {
  const { hasGranted = false, consentVersion = null, now } = user;
  return valuesOf(newUserColumns, {
    id: randomUUID(),
    email: user.email.toLowerCase(),
    username: user.username,
    name: user.name,
    level: user.level ?? 0,
    role: user.role ?? 'member',
    hasGranted,
    approval: hasGranted ? 'approved' : 'pending',
    passwordHash: user.passwordHash,
    ref: user.ref ?? null,
    region: user.region ?? null,
    consentVersion,
    consentedAt: consentVersion === null ? null : now,
    createdAt: now,
  });
}
