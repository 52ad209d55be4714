// Linked exchange accounts and their sealed credentials.
import { randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { isDuplicate } from '../database/connection.ts';
import type { HoneyIds } from './honey-account.ts';
import { endRevocation, completeUnlinked } from './key-revocations.ts';
import { hasFactor, lockPerson } from '../people/factor-rows.ts';
import { oneRow, textOf, type Row } from '../database/row.ts';
import { accountDigest } from '../moves/moved-accounts.ts';
import type { StoreResult } from '../result.ts';
import type { StoredRotation } from '../secrets/key-ring.ts';
import { readRotation } from '../rotation/master-keys.ts';
import type { SealedCredentials, SealedKey } from '../secrets/sealed-credentials.ts';
import type { Secret } from '../secrets/secret-text.ts';
import { exchangeAccounts } from '../tables/links.ts';
import { omitColumns, pickColumns, readerOf, valuesOf, type RecordOf } from '../tables/derive.ts';

const keyColumns = pickColumns(exchangeAccounts, ['wrappedKey', 'sealedApiKey', 'sealedSecretKey', 'sealedPassphrase']);

/** The columns of an account without its keys. */
export const accountColumns = omitColumns(exchangeAccounts, [
  'wrappedKey',
  'sealedApiKey',
  'sealedSecretKey',
  'sealedPassphrase',
  'unlinkedAt',
]);

/**
 * A linked exchange account without its secrets. `maskedKey` consists of dots and the last four characters of the key. `positionMode` is the position mode that
 * was last stored while no bot of the account ran. `sourceAddress` is the local IP address from which the requests of the account are sent. It is null when no
 * address was chosen. `unboundReason` is the operator's reason why bots may trade with a key that is bound to no IP address, or null. Times are epoch ms.
 */
export type AccountRecord = RecordOf<typeof accountColumns>;

/** The environment of an account: the sandbox, demo trading at the exchange, or real money. */
export type AccountEnvironment = AccountRecord['environment'];

/** The secrets of a key. */
export interface AccountCredentials {
  readonly apiKey: Secret;
  readonly secretKey: Secret;
  readonly passphrase: Secret;
}

/** An account to be linked. The key is sealed for `id`, which is a new id or the account id of an earlier consent. */
export interface NewAccount {
  readonly id: string;
  readonly userId: string;
  readonly exchange: 'okx' | 'lbank';
  readonly label: string;
  readonly uid: string;
  readonly environment: AccountEnvironment;
  readonly domain: string;
  readonly key: SealedKey;
  readonly now: number;
}

/** The account was moved to another database of the installation, which trades it, so the transaction ends without a change. */
class MovedAway extends Error {}

/** Why an account is not linked. */
export type LinkRefusal = 'already_linked' | 'factor_missing';

/** The linked exchange accounts. */
export interface Accounts {
  /**
   * Links an account. The call is refused when the account is linked here, or was moved to another database of the installation, and when an account with real money
   * would belong to a person without a second factor.
   */
  create(account: NewAccount): Promise<StoreResult<{ readonly account: AccountRecord }, LinkRefusal>>;
  listByUser(userId: string): Promise<readonly AccountRecord[]>;
  /** Returns every linked account except the honey account. The engine runs these accounts. */
  listAll(): Promise<readonly AccountRecord[]>;
  find(accountId: string): Promise<AccountRecord | null>;
  /** Returns the sealed key, which the process of the signer opens. Throws when the account is not linked. */
  sealedKey(accountId: string): Promise<SealedCredentials>;
  /** Returns the stored rotation of the master key, which a process needs to seal a key. */
  rotation(): Promise<StoredRotation | null>;
  /** Returns a version of the stored key of each linked account. The version changes when the key is replaced or erased. */
  listKeyVersions(
    accountIds: readonly string[],
  ): Promise<readonly { readonly accountId: string; readonly version: string }[]>;
  /** Replaces the key. Returns false when the account is not linked. */
  replaceKey(accountId: string, key: SealedKey): Promise<boolean>;
  /** Stores the position mode when no bot of the account runs. A running bot keeps its position mode. */
  notePositionMode(accountId: string, mode: 'hedge' | 'net'): Promise<void>;
  /** Stores the local IP address from which the requests of the account are sent. */
  storeSourceAddress(accountId: string, address: string): Promise<void>;
  /** Stores the reason why bots may trade with a key of the account that is bound to no IP address. With null, only a bound key is accepted. */
  storeUnboundReason(accountId: string, reason: string | null): Promise<void>;
  /** Returns the linked account with this exchange uid, for any owner. Returns null when no linked account has the uid. */
  findByUid(key: Pick<AccountRecord, 'exchange' | 'environment' | 'uid'>): Promise<AccountRecord | null>;
  /**
   * Unlinks the account and destroys the sealed credentials. The call is refused while a bot runs. If a revoked key still exists at the exchange, the account
   * stays on the operator's list.
   */
  unlink(
    accountId: string,
    end: { readonly isKeyDeleted: boolean; readonly now: number },
  ): Promise<StoreResult<{ readonly isUnlinked: boolean }, 'bots_active'>>;
}

/** Returns the id of an account to be linked. Its key is sealed for this id before the account is stored. */
export function newAccountId(): string {
  return randomUUID();
}

/** Returns the accounts of a database. The store has only sealed keys: the process of the signer seals and opens them (decision 13). */
export function createAccounts(sql: Sql, honey: HoneyIds): Accounts {
  return {
    async create(account) {
      const { key, now, ...linked } = account;
      const { maskedKey } = key;
      const values = valuesOf(newAccountColumns, { ...linked, ...columnsOf(key), maskedKey, createdAt: now });
      try {
        return await sql.begin(async (transaction) => {
          // The removal of the second factor takes the same lock, so no account with real money stays without a second factor.
          await lockPerson(transaction, account.userId);
          if (account.environment === 'live' && !(await hasFactor(transaction, account.userId)))
            return { ok: false, refusal: 'factor_missing' };
          return { ok: true, account: accountOf(await insertAccount(transaction, values)) };
        });
      } catch (error) {
        if (error instanceof MovedAway || isDuplicate(error, 'exchange_accounts_uid'))
          return { ok: false, refusal: 'already_linked' };
        throw error;
      }
    },
    async listByUser(userId) {
      return (
        await sql`select * from exchange_accounts where user_id = ${userId} and unlinked_at is null order by created_at, id`
      ).map(accountOf);
    },
    async listAll() {
      const rows = await sql`
        select * from exchange_accounts where unlinked_at is null and id <> ${honey.accountId} order by created_at, id`;
      return rows.map(accountOf);
    },
    async find(accountId) {
      const rows = await sql`select * from exchange_accounts where id = ${accountId} and unlinked_at is null`;
      return rows.length === 0 ? null : accountOf(oneRow(rows));
    },
    sealedKey: (accountId) => readSealedKey(sql, accountId),
    rotation: () => readRotation(sql),
    async listKeyVersions(accountIds) {
      const rows = await sql`
        select id, md5(sealed_api_key) as version from exchange_accounts where id = any(${[...accountIds]}) and unlinked_at is null`;
      return rows.map((row) => ({ accountId: textOf(row, 'id'), version: textOf(row, 'version') }));
    },
    async replaceKey(accountId, key) {
      const { count } = await sql`
        update exchange_accounts set masked_key = ${key.maskedKey}, ${sql(valuesOf(keyColumns, columnsOf(key)))}
        where id = ${accountId} and unlinked_at is null`;
      return count === 1;
    },
    async notePositionMode(accountId, mode) {
      await sql`
        update exchange_accounts set position_mode = ${mode} where id = ${accountId} and unlinked_at is null
          and not exists (select 1 from bots where account_id = ${accountId} and ended_at is null)`;
    },
    async storeSourceAddress(accountId, address) {
      await sql`update exchange_accounts set source_address = ${address} where id = ${accountId} and unlinked_at is null`;
    },
    async storeUnboundReason(accountId, reason) {
      await sql`update exchange_accounts set unbound_reason = ${reason} where id = ${accountId} and unlinked_at is null`;
    },
    async findByUid({ exchange, environment, uid }) {
      const rows = await sql`
        select * from exchange_accounts where exchange = ${exchange} and environment = ${environment} and uid = ${uid} and unlinked_at is null`;
      return rows.length === 0 ? null : accountOf(oneRow(rows));
    },
    unlink: (accountId, end) => unlinkAccount(sql, accountId, end),
  };
}

/** Inserts a row. Throws `MovedAway` when the account was moved to another database of the installation. */
async function insertAccount(transaction: TransactionSql, values: ReturnType<typeof valuesOf>): Promise<Row> {
  const row = oneRow(await transaction`insert into exchange_accounts ${transaction(values)} returning *`);
  // This statement follows the insert, so it sees a move that ended while the insert waited for the row of the moved account.
  const away = await transaction`
    select 1 from moved_accounts
    where digest = (select ${accountDigest(transaction)} from exchange_accounts where id = ${textOf(row, 'id')})`;
  if (away.length > 0) throw new MovedAway();
  return row;
}

async function readSealedKey(sql: Sql, accountId: string): Promise<SealedCredentials> {
  const row = oneRow(await sql`select * from exchange_accounts where id = ${accountId} and unlinked_at is null`);
  const { wrappedKey, sealedApiKey, sealedSecretKey, sealedPassphrase } = readKeys(row);
  if (wrappedKey === null || sealedApiKey === null || sealedSecretKey === null || sealedPassphrase === null)
    throw new Error(`the linked account ${accountId} has no sealed keys`);
  const sealed = { apiKey: sealedApiKey, secretKey: sealedSecretKey, passphrase: sealedPassphrase };
  return { accountId, wrappedKey, ...sealed, rotation: await readRotation(sql) };
}

async function unlinkAccount(
  sql: Sql,
  accountId: string,
  { isKeyDeleted, now }: Parameters<Accounts['unlink']>[1],
): ReturnType<Accounts['unlink']> {
  return sql.begin(async (transaction) => {
    // The creation of a bot takes the same row lock, so no bot is created between this check and the unlinking.
    await transaction`select 1 from exchange_accounts where id = ${accountId} for update`;
    const active = await transaction`select 1 from bots where account_id = ${accountId} and ended_at is null limit 1`;
    if (active.length > 0) return { ok: false, refusal: 'bots_active' };
    const { count } = await transaction`
        update exchange_accounts set unlinked_at = ${now}, wrapped_key = null, sealed_api_key = null, sealed_secret_key = null, sealed_passphrase = null
        where id = ${accountId} and unlinked_at is null`;
    if (isKeyDeleted) await endRevocation(transaction, accountId, now);
    else await completeUnlinked(transaction, accountId, now);
    return { ok: true, isUnlinked: count === 1 };
  });
}

/** Reads an account without its keys. */
export const accountOf: (row: Row) => AccountRecord = readerOf(accountColumns);

const newAccountColumns = omitColumns(exchangeAccounts, [
  'unlinkedAt',
  'positionMode',
  'sourceAddress',
  'unboundReason',
]);
const readKeys = readerOf(keyColumns);

function columnsOf({ wrappedKey, apiKey, secretKey, passphrase }: SealedKey): RecordOf<typeof keyColumns> {
  return {
    wrappedKey: Buffer.from(wrappedKey),
    sealedApiKey: Buffer.from(apiKey),
    sealedSecretKey: Buffer.from(secretKey),
    sealedPassphrase: Buffer.from(passphrase),
  };
}
