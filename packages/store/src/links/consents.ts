// Consents that owners gave at the exchange. The tokens of each consent are sealed under a separate data key.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { maxRows } from '../limits.ts';
import type { AccountEnvironment } from './accounts.ts';
import { oneRow, textOf } from '../database/row.ts';
import { consents } from '../tables/links.ts';
import { omitColumns, pickColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';
import type { Seals } from '../secrets/seals.ts';
import { secretOf, type Secret } from '../secrets/secret-text.ts';

const consentColumns = omitColumns(consents, ['wrappedKey', 'sealedAccessToken', 'sealedRefreshToken', 'endedAt']);
const tokenColumns = pickColumns(consents, [
  'wrappedKey',
  'sealedAccessToken',
  'sealedRefreshToken',
  'expiresAt',
  'refreshExpiresAt',
]);

/**
 * An active consent without its tokens. `uid` is null when the exchange did not return its user id. `refreshExpiresAt` is null when the consent cannot be
 * renewed. Times are epoch ms.
 */
export type ConsentRecord = RecordOf<typeof consentColumns>;
/** The kind of a consent: a consent for reading and trading with a token, or a consent for the creation of a trading key. */
export type ConsentKind = ConsentRecord['kind'];

/** The tokens of a consent. */
export interface ConsentTokens {
  readonly accessToken: Secret;
  readonly refreshToken: Secret | null;
  readonly expiresAt: number;
  readonly refreshExpiresAt: number | null;
}

/** A consent to be stored. */
export interface NewConsent {
  readonly userId: string;
  readonly accountId: string;
  readonly kind: ConsentKind;
  readonly environment: AccountEnvironment;
  readonly domain: string;
  readonly uid: string | null;
  readonly tokens: ConsentTokens;
  readonly now: number;
}

/** The consents. */
export interface Consents {
  /** Stores a consent. An older consent of the same account and kind ends. */
  create(consent: NewConsent): Promise<ConsentRecord>;
  listByUser(userId: string): Promise<readonly ConsentRecord[]>;
  /** Returns the renewable consents whose access token expires at `endsBefore` or earlier. */
  listRenewable(endsBefore: number): Promise<readonly ConsentRecord[]>;
  find(accountId: string, kind: ConsentKind): Promise<ConsentRecord | null>;
  /** Returns the decrypted tokens. Only calls to the exchange may use the tokens. */
  unwrap(consentId: string): Promise<{ readonly accessToken: Secret; readonly refreshToken: Secret | null }>;
  /** Replaces the tokens after a renewal. Returns false when the consent has ended in the meantime. */
  renew(consentId: string, tokens: ConsentTokens): Promise<boolean>;
  /** Destroys the refresh token and marks the consent as expired. The server calls this method when the exchange refuses to renew the consent. */
  expire(consentId: string, now: number): Promise<void>;
  /** Returns the users with an active consent of this exchange account. */
  ownersOfUid(environment: AccountEnvironment, uid: string): Promise<readonly string[]>;
  /** Ends the consent and destroys its tokens. */
  end(consentId: string, now: number): Promise<void>;
}

const consentOf = readerOf(consentColumns);
const readTokens = readerOf(tokenColumns);
const newConsentColumns = omitColumns(consents, ['endedAt']);

/** Returns the consents of a database. The tokens of each row are sealed under a data key of their own (decision 13). */
export function createConsents(sql: Sql, seals: Pick<Seals, 'work'>): Consents {
  return {
    create: (consent) => createConsent(sql, seals, consent),
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
      const { wrappedKey, sealedAccessToken, sealedRefreshToken } = readTokens(row);
      if (wrappedKey === null || sealedAccessToken === null) throw new Error(`the consent ${consentId} has no tokens`);
      const sealed = { wrappedKey, accessToken: sealedAccessToken, refreshToken: sealedRefreshToken };
      const { accessToken, refreshToken } = await (await seals.work()).openTokens(consentId, sealed);
      return {
        accessToken: secretOf(accessToken),
        refreshToken: refreshToken === null ? null : secretOf(refreshToken),
      };
    },
    async renew(consentId, tokens) {
      const values = valuesOf(tokenColumns, await sealTokens(seals, consentId, tokens));
      const { count } = await sql`update consents set ${sql(values)} where id = ${consentId} and ended_at is null`;
      return count === 1;
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

async function createConsent(sql: Sql, seals: Pick<Seals, 'work'>, consent: NewConsent): Promise<ConsentRecord> {
  const { tokens, now, ...given } = consent;
  const { accountId, kind } = given;
  const id = randomUUID();
  const values = valuesOf(newConsentColumns, {
    ...given,
    ...(await sealTokens(seals, id, tokens)),
    id,
    createdAt: now,
  });
  return sql.begin(async (transaction) => {
    await transaction`
      update consents set ended_at = ${now}, wrapped_key = null, sealed_access_token = null, sealed_refresh_token = null
      where account_id = ${accountId} and kind = ${kind} and ended_at is null`;
    return consentOf(oneRow(await transaction`insert into consents ${transaction(values)} returning *`));
  });
}

async function sealTokens(
  seals: Pick<Seals, 'work'>,
  id: string,
  tokens: ConsentTokens,
): Promise<RecordOf<typeof tokenColumns>> {
  const sealed = await (
    await seals.work()
  ).sealTokens(id, {
    accessToken: tokens.accessToken.reveal(),
    refreshToken: tokens.refreshToken?.reveal() ?? null,
  });
  return {
    wrappedKey: Buffer.from(sealed.wrappedKey),
    sealedAccessToken: Buffer.from(sealed.accessToken),
    sealedRefreshToken: sealed.refreshToken === null ? null : Buffer.from(sealed.refreshToken),
    expiresAt: tokens.expiresAt,
    refreshExpiresAt: tokens.refreshExpiresAt,
  };
}
