// Queries on people.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { isDuplicate } from './database.ts';
import type { UserRecord, Users } from './records.ts';
import { booleanOf, integerOf, oneRow, textOf, wordOf, type Row } from './row.ts';

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
    async setPasswordHash(userId, passwordHash) {
      return (await sql`update users set password_hash = ${passwordHash} where id = ${userId}`).count === 1;
    },
  };
}

function userOrNull(rows: readonly Row[]): UserRecord | null {
  return rows.length === 0 ? null : userOf(oneRow(rows));
}

function userOf(row: Row): UserRecord {
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
