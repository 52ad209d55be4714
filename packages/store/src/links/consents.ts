// Consents given at the exchange, with their tokens sealed under a data key of their own.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { maxRows } from '../limits.ts';
import type { ConsentRecord, Consents, ConsentTokens, NewConsent } from './link-records.ts';
import { bytesOf, integerOf, integerOrNull, oneRow, textOf, textOrNull, wordOf, type Row } from '../database/row.ts';
import { sealForAccount, unsealForAccount } from '../secrets/sealing.ts';
import { secretOf } from '../secrets/secret-text.ts';

/** The consents of a database. `masterKey` wraps each row's data key (decision 13). */
export function createConsents(sql: Sql, masterKey: Uint8Array): Consents {
  return {
    create: (consent) => createConsent(sql, masterKey, consent),
    async listByUser(userId) {
      const rows =
        await sql`select * from consents where user_id = ${userId} and ended_at is null order by created_at, id limit ${maxRows}`;
      return rows.map(consentOf);
    },
    async listRenewable(endsBefore) {
      const rows = await sql`
        select * from consents where ended_at is null and sealed_refresh_token is not null and expires_at <= ${endsBefore}
        order by expires_at limit ${maxRows}`;
      return rows.map(consentOf);
    },
    async find(accountId, kind) {
      const rows =
        await sql`select * from consents where account_id = ${accountId} and kind = ${kind} and ended_at is null`;
      return rows.length === 0 ? null : consentOf(oneRow(rows));
    },
    async unwrap(consentId) {
      const row = oneRow(await sql`select * from consents where id = ${consentId} and ended_at is null`);
      const wrappedKey = bytesOf(row, 'wrapped_key');
      const open = (kind: string, column: string) =>
        unsealForAccount(masterKey, { accountId: consentId, kind, wrappedKey, sealed: bytesOf(row, column) });
      return {
        accessToken: open('accessToken', 'sealed_access_token'),
        refreshToken: row['sealed_refresh_token'] === null ? null : open('refreshToken', 'sealed_refresh_token'),
      };
    },
    async renew(consentId, tokens) {
      const { wrappedKey, accessToken, refreshToken } = sealTokens(masterKey, consentId, tokens);
      const answer = await sql`
        update consents set wrapped_key = ${wrappedKey}, sealed_access_token = ${accessToken}, sealed_refresh_token = ${refreshToken},
          expires_at = ${tokens.expiresAt}, refresh_expires_at = ${tokens.refreshExpiresAt}
        where id = ${consentId} and ended_at is null`;
      return answer.count === 1;
    },
    async expire(consentId, now) {
      await sql`
        update consents set sealed_refresh_token = null, refresh_expires_at = null, expires_at = least(expires_at, ${now})
        where id = ${consentId} and ended_at is null`;
    },
    async ownersOfUid(environment, uid) {
      const rows = await sql`
        select distinct user_id from consents where environment = ${environment} and uid = ${uid} and ended_at is null`;
      return rows.map((row) => textOf(row, 'user_id'));
    },
    async end(consentId, now) {
      await sql`
        update consents set ended_at = ${now}, wrapped_key = null, sealed_access_token = null, sealed_refresh_token = null
        where id = ${consentId} and ended_at is null`;
    },
  };
}

async function createConsent(sql: Sql, masterKey: Uint8Array, consent: NewConsent): Promise<ConsentRecord> {
  const { userId, accountId, kind, environment, domain, uid, tokens, now } = consent;
  const id = randomUUID();
  const { wrappedKey, accessToken, refreshToken } = sealTokens(masterKey, id, tokens);
  return sql.begin(async (transaction) => {
    await transaction`
      update consents set ended_at = ${now}, wrapped_key = null, sealed_access_token = null, sealed_refresh_token = null
      where account_id = ${accountId} and kind = ${kind} and ended_at is null`;
    return consentOf(
      oneRow(
        await transaction`
        insert into consents (id, user_id, account_id, kind, environment, domain, uid, wrapped_key, sealed_access_token, sealed_refresh_token, expires_at, refresh_expires_at, created_at)
        values (${id}, ${userId}, ${accountId}, ${kind}, ${environment}, ${domain}, ${uid}, ${wrappedKey}, ${accessToken}, ${refreshToken}, ${tokens.expiresAt}, ${tokens.refreshExpiresAt}, ${now})
        returning *`,
      ),
    );
  });
}

function sealTokens(masterKey: Uint8Array, id: string, tokens: ConsentTokens) {
  const { wrappedKey, sealed } = sealForAccount(masterKey, id, {
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken ?? secretOf(''),
  });
  const refreshToken = tokens.refreshToken === null ? null : sealed.refreshToken;
  return { wrappedKey, accessToken: sealed.accessToken, refreshToken };
}

function consentOf(row: Row): ConsentRecord {
  return {
    id: textOf(row, 'id'),
    userId: textOf(row, 'user_id'),
    accountId: textOf(row, 'account_id'),
    kind: wordOf(row, 'kind', ['oauth', 'fast_api']),
    environment: wordOf(row, 'environment', ['sandbox', 'demo', 'live']),
    domain: textOf(row, 'domain'),
    uid: textOrNull(row, 'uid'),
    expiresAt: integerOf(row, 'expires_at'),
    refreshExpiresAt: integerOrNull(row, 'refresh_expires_at'),
    createdAt: integerOf(row, 'created_at'),
  };
}
