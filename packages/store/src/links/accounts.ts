// Linked exchange accounts and their sealed credentials.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { isDuplicate } from '../database/connection.ts';
import { endRevocation, leaveKey } from './key-revocations.ts';
import type { AccountRecord, Accounts } from '../store.ts';
import { bytesOf, integerOf, oneRow, textOf, wordOf, wordOrNull, type Row } from '../database/row.ts';
import { sealForAccount, unsealForAccount } from '../secrets/sealing.ts';
import type { Secret } from '../secrets/secret-text.ts';

/** The accounts of a database. `masterKey` wraps each account's data key (decision 13). */
export function createAccounts(sql: Sql, masterKey: Uint8Array): Accounts {
  return {
    async create(account) {
      const id = account.id ?? randomUUID();
      const { wrappedKey, sealed } = sealForAccount(masterKey, id, { ...account.credentials });
      try {
        const row = oneRow(
          await sql`
          insert into exchange_accounts (id, user_id, exchange, label, uid, environment, domain, masked_key, wrapped_key, sealed_api_key, sealed_secret_key, sealed_passphrase, created_at)
          values (${id}, ${account.userId}, ${account.exchange}, ${account.label}, ${account.uid}, ${account.environment}, ${account.domain}, ${maskKey(account.credentials.apiKey)},
            ${wrappedKey}, ${sealed.apiKey}, ${sealed.secretKey}, ${sealed.passphrase}, ${account.now})
          returning *`,
        );
        return { ok: true, account: accountOf(row) };
      } catch (error) {
        if (isDuplicate(error, 'exchange_accounts_uid')) return { ok: false, refusal: 'already_linked' };
        throw error;
      }
    },
    async listByUser(userId) {
      return (
        await sql`select * from exchange_accounts where user_id = ${userId} and unlinked_at is null order by created_at, id`
      ).map(accountOf);
    },
    async listAll() {
      return (await sql`select * from exchange_accounts where unlinked_at is null order by created_at, id`).map(
        accountOf,
      );
    },
    async find(accountId) {
      const rows = await sql`select * from exchange_accounts where id = ${accountId} and unlinked_at is null`;
      return rows.length === 0 ? null : accountOf(oneRow(rows));
    },
    async unwrap(accountId) {
      const row = oneRow(await sql`select * from exchange_accounts where id = ${accountId} and unlinked_at is null`);
      const wrappedKey = bytesOf(row, 'wrapped_key');
      const open = (kind: string, column: string): Secret =>
        unsealForAccount(masterKey, { accountId, kind, wrappedKey, sealed: bytesOf(row, column) });
      return {
        apiKey: open('apiKey', 'sealed_api_key'),
        secretKey: open('secretKey', 'sealed_secret_key'),
        passphrase: open('passphrase', 'sealed_passphrase'),
      };
    },
    async replaceCredentials(accountId, credentials) {
      const { wrappedKey, sealed } = sealForAccount(masterKey, accountId, { ...credentials });
      const answer = await sql`
        update exchange_accounts set masked_key = ${maskKey(credentials.apiKey)}, wrapped_key = ${wrappedKey}, sealed_api_key = ${sealed.apiKey},
          sealed_secret_key = ${sealed.secretKey}, sealed_passphrase = ${sealed.passphrase}
        where id = ${accountId} and unlinked_at is null`;
      return answer.count === 1;
    },
    async notePositionMode(accountId, mode) {
      await sql`
        update exchange_accounts set position_mode = ${mode} where id = ${accountId} and unlinked_at is null
          and not exists (select 1 from bots where account_id = ${accountId} and ended_at is null)`;
    },
    async findByUid({ exchange, environment, uid }) {
      const rows = await sql`
        select * from exchange_accounts where exchange = ${exchange} and environment = ${environment} and uid = ${uid} and unlinked_at is null`;
      return rows.length === 0 ? null : accountOf(oneRow(rows));
    },
    unlink: (accountId, end) => unlinkAccount(sql, accountId, end),
  };
}

async function unlinkAccount(
  sql: Sql,
  accountId: string,
  { isKeyDeleted, now }: Parameters<Accounts['unlink']>[1],
): ReturnType<Accounts['unlink']> {
  return sql.begin(async (transaction) => {
    // The same row lock as the creation of a bot: none appears between the look and the unlinking.
    await transaction`select 1 from exchange_accounts where id = ${accountId} for update`;
    const active = await transaction`select 1 from bots where account_id = ${accountId} and ended_at is null limit 1`;
    if (active.length > 0) return { ok: false, refusal: 'bots_active' };
    const answer = await transaction`
        update exchange_accounts set unlinked_at = ${now}, wrapped_key = null, sealed_api_key = null, sealed_secret_key = null, sealed_passphrase = null
        where id = ${accountId} and unlinked_at is null`;
    if (isKeyDeleted) await endRevocation(transaction, accountId, now);
    else await leaveKey(transaction, accountId, now);
    return { ok: true, isUnlinked: answer.count === 1 };
  });
}

/** Dots and the last four characters; dots alone for a key that is hardly longer. */
function maskKey(apiKey: Secret): string {
  const text = apiKey.reveal();
  return text.length < 12 ? '••••' : `••••${text.slice(-4)}`;
}

export function accountOf(row: Row): AccountRecord {
  return {
    id: textOf(row, 'id'),
    userId: textOf(row, 'user_id'),
    exchange: wordOf(row, 'exchange', ['okx', 'lbank']),
    label: textOf(row, 'label'),
    uid: textOf(row, 'uid'),
    environment: wordOf(row, 'environment', ['sandbox', 'demo', 'live']),
    domain: textOf(row, 'domain'),
    maskedKey: textOf(row, 'masked_key'),
    positionMode: wordOrNull(row, 'position_mode', ['hedge', 'net']),
    createdAt: integerOf(row, 'created_at'),
  };
}
