// The passkeys of people: public keys of authenticators (WebAuthn). A passkey is a second factor, and alone it is both factors.
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { maxPasskeys } from '../limits.ts';
import { isDuplicate } from '../database/connection.ts';
import { booleanOf, integerOf, oneRow, textOf } from '../database/row.ts';
import type { StoreResult } from '../result.ts';
import { passkeys } from '../tables/people.ts';
import { allColumns, omitColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';
import type { Seals } from '../secrets/seals.ts';
import {
  endSecondFactor,
  hasFactor,
  hasLiveAccount,
  lockPerson,
  replaceRecoveryCodes,
  unknownSecret,
  type FactorChange,
} from './factor-rows.ts';

/** A passkey. `counter` is the number of uses that the authenticator has reported, or 0 when it reports none. Times are epoch ms. */
export type PasskeyRecord = RecordOf<(typeof passkeys)['_']['columns']>;
/** A passkey to be stored. */
export type NewPasskey = Omit<PasskeyRecord, 'id' | 'lastUsedAt'>;

/** The passkeys of people. */
export interface Passkeys {
  /** Returns the passkeys of a person, oldest first. */
  list(userId: string): Promise<readonly PasskeyRecord[]>;
  find(credentialId: string): Promise<PasskeyRecord | null>;
  /** Stores a passkey. Returns recovery codes when the second factor was off before, and no codes otherwise. */
  add(
    passkey: NewPasskey,
  ): Promise<
    StoreResult<{ readonly passkey: PasskeyRecord; readonly recoveryCodes: readonly string[] }, 'known' | 'full'>
  >;
  /**
   * Records a use and ends the count of wrong codes. Returns false when the passkey was removed, or when its counter has not grown: then a copy of the authenticator
   * or an older answer was used.
   */
  use(
    credentialId: string,
    use: { readonly counter: number; readonly isSynced: boolean; readonly now: number },
  ): Promise<boolean>;
  /**
   * Removes a passkey of a person. The last factor is removed only when `mayTurnOff` is true and no account with real money is linked, and then turns the second
   * factor off: \`isOn\` says whether it is still on.
   */
  remove(
    passkey: { readonly userId: string; readonly id: string },
    mayTurnOff: boolean,
  ): Promise<StoreResult<{ readonly isOn: boolean }, 'unknown' | 'last'>>;
}

const readPasskey = readerOf(allColumns(passkeys));
const newColumns = omitColumns(passkeys, ['lastUsedAt']);

/** Returns the passkeys of a database. */
export function createPasskeys(sql: Sql, seals: Seals): Passkeys {
  return {
    async list(userId) {
      const rows =
        await sql`select * from passkeys where user_id = ${userId} order by created_at, id limit ${maxPasskeys}`;
      return rows.map(readPasskey);
    },
    async find(credentialId) {
      const rows = await sql`select * from passkeys where credential_id = ${credentialId}`;
      return rows.length === 0 ? null : readPasskey(oneRow(rows));
    },
    async add(passkey) {
      try {
        return await sql.begin((transaction) => add({ transaction, seals }, passkey));
      } catch (error) {
        if (isDuplicate(error, 'passkeys_credential_id_key')) return { ok: false, refusal: 'known' };
        throw error;
      }
    },
    use: (credentialId, { counter, isSynced, now }) =>
      sql.begin(async (transaction) => {
        const used = await transaction`
          update passkeys set counter = ${counter}, synced = ${isSynced}, last_used_at = ${now}
          where credential_id = ${credentialId} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0)) returning user_id`;
        if (used.length === 0) return false;
        await transaction`update second_factors set wrong_codes = 0 where user_id = ${textOf(oneRow(used), 'user_id')}`;
        return true;
      }),
    remove: (passkey, mayTurnOff) => sql.begin((transaction) => remove(transaction, passkey, mayTurnOff)),
  };
}

async function add({ transaction, seals }: FactorChange, passkey: NewPasskey): ReturnType<Passkeys['add']> {
  const { userId, createdAt } = passkey;
  // A log-in takes the same lock, so no log-in without a second factor can finish after this transaction.
  await lockPerson(transaction, userId);
  const counted = await transaction`select count(*)::int as held from passkeys where user_id = ${userId}`;
  if (integerOf(oneRow(counted), 'held') >= maxPasskeys) return { ok: false, refusal: 'full' };
  const isOn = await hasFactor(transaction, userId);
  if (!isOn) {
    const unknown = await unknownSecret({ transaction, seals }, userId);
    // An authenticator that was begun and not confirmed is given up.
    await transaction`delete from second_factors where user_id = ${userId}`;
    await transaction`
      insert into second_factors (user_id, sealed_secret, confirmed_at, has_authenticator) values (${userId}, ${unknown}, ${createdAt}, false)`;
    await transaction`delete from enrolments where user_id = ${userId}`;
  }
  const row = { ...passkey, id: randomUUID() };
  await transaction`insert into passkeys ${transaction(valuesOf(newColumns, row))}`;
  return {
    ok: true,
    passkey: { ...row, lastUsedAt: null },
    recoveryCodes: isOn ? [] : await replaceRecoveryCodes(transaction, userId),
  };
}

async function remove(
  transaction: TransactionSql,
  { userId, id }: Parameters<Passkeys['remove']>[0],
  mayTurnOff: boolean,
): ReturnType<Passkeys['remove']> {
  await lockPerson(transaction, userId);
  const rows = await transaction`
    select f.has_authenticator or exists (select 1 from passkeys o where o.user_id = p.user_id and o.id <> p.id) as stays
    from passkeys p join second_factors f on f.user_id = p.user_id where p.id = ${id} and p.user_id = ${userId}`;
  if (rows.length === 0) return { ok: false, refusal: 'unknown' };
  const isOn = booleanOf(oneRow(rows), 'stays');
  if (!isOn && (!mayTurnOff || (await hasLiveAccount(transaction, userId)))) return { ok: false, refusal: 'last' };
  await (isOn
    ? transaction`delete from passkeys where id = ${id} and user_id = ${userId}`
    : endSecondFactor(transaction, userId));
  return { ok: true, isOn };
}
