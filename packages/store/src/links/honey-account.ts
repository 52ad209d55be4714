// The honey account: an account with a sealed key that no part of the product uses, so a use of the key shows a thief (reliability 5.3 item 40). No column marks it: its ids
// are derived from a key of the installation, and only the signer finds the mark in the opened key.
import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { integerOf, textOf, textOrNull, type Row } from '../database/row.ts';
import type { InstallationKeys } from '../secrets/installation-keys.ts';
import { maskKey } from '../secrets/sealed-credentials.ts';
import type { Seals } from '../secrets/seals.ts';

/** The ids of the honey account and of its owner, who is no person. */
export interface HoneyIds {
  readonly accountId: string;
  readonly userId: string;
}

/** What the owner and the key of a new honey account have. The hash is of a password that nobody knows. */
export interface NewHoneyAccount {
  readonly passwordHash: string;
  readonly passphrase: string;
  readonly now: number;
}

/** The honey account of a database. */
export interface HoneyAccount {
  readonly ids: HoneyIds;
  /**
   * Plants the honey account in the likeness of the newest linked account of OKX. Returns false when it is planted already, and when no account is linked. `make` is called when it
   * is to be planted.
   */
  plant(make: () => Promise<NewHoneyAccount>): Promise<boolean>;
}

/** Returns the ids in the form of random UUIDs. Without the key they cannot be told from the ids of other people and accounts. */
export function honeyIdsOf({ clientOrderIds }: Pick<InstallationKeys, 'clientOrderIds'>): HoneyIds {
  const idOf = (name: string): string => {
    const bytes = createHmac('sha256', clientOrderIds).update(`honey ${name}`).digest().subarray(0, 16);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6); // version 4
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8); // variant of RFC 9562
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  return { accountId: idOf('account'), userId: idOf('user') };
}

/** Returns the honey account of a database. */
export function createHoneyAccount(
  sql: Sql,
  { ids, seals }: { readonly ids: HoneyIds; readonly seals: Seals },
): HoneyAccount {
  return {
    ids,
    async plant(make) {
      const model = await modelOf(sql, ids);
      if (model === null) return false;
      const wanted = await make();
      const apiKey = randomUUID();
      return sql.begin(async (transaction) => {
        const work = await seals.work(transaction);
        const sealed = await work.sealHoneyKey(ids.accountId, { apiKey, passphrase: wanted.passphrase });
        return insert(transaction, { ids, model, wanted, key: { ...sealed, maskedKey: maskKey(apiKey) } });
      });
    },
  };
}

/** Returns the newest linked account with its owner, or null when there is none and when the honey account is planted. */
async function modelOf(sql: Sql, { accountId }: HoneyIds): Promise<Row | null> {
  const rows = await sql`
    select a.label, a.uid, a.environment, a.domain, a.created_at as linked_at, u.email, u.level, u.consent_version, u.consented_at, u.region, u.created_at
    from exchange_accounts a join users u on u.id = a.user_id
    where a.exchange = 'okx' and a.unlinked_at is null and u.deleted_at is null and not exists (select 1 from exchange_accounts where id = ${accountId})
    order by a.created_at desc, a.id limit 1`;
  return rows[0] ?? null;
}

interface Planting {
  readonly ids: HoneyIds;
  readonly model: Row;
  readonly wanted: NewHoneyAccount;
  readonly key: Awaited<ReturnType<Awaited<ReturnType<Seals['work']>>['sealHoneyKey']>> & {
    readonly maskedKey: string;
  };
}

/** Inserts owner and account, unless another node has inserted them. */
async function insert(transaction: TransactionSql, { ids, model, wanted, key }: Planting): Promise<boolean> {
  const joinedAt = between(integerOf(model, 'created_at'), integerOf(model, 'linked_at'));
  const linkedAt = between(integerOf(model, 'linked_at'), wanted.now);
  const name = wordOf();
  const username = `${name}${randomInt(10, 1_000)}`;
  const email = `${username}@${textOf(model, 'email').split('@')[1] ?? ''}`;
  await transaction`
    insert into users (id, email, username, name, level, role, has_granted, approval, password_hash, consent_version, consented_at, region, created_at, last_login_at)
    values (${ids.userId}, ${email}, ${username}, ${name.charAt(0).toUpperCase() + name.slice(1)}, ${integerOf(model, 'level')}, 'member', true, 'approved',
      ${wanted.passwordHash}, ${textOrNull(model, 'consent_version')}, ${model['consented_at'] === null ? null : joinedAt}, ${textOrNull(model, 'region')}, ${joinedAt}, ${linkedAt})
    on conflict (id) do nothing`;
  const uid = digitsOf(textOf(model, 'uid').length);
  const label = textOf(model, 'label').replace(textOf(model, 'uid'), uid);
  const { count } = await transaction`
    insert into exchange_accounts (id, user_id, exchange, label, uid, environment, domain, masked_key, wrapped_key, sealed_api_key, sealed_secret_key, sealed_passphrase, created_at)
    values (${ids.accountId}, ${ids.userId}, 'okx', ${label}, ${uid}, ${textOf(model, 'environment')}, ${textOf(model, 'domain')}, ${key.maskedKey},
      ${Buffer.from(key.wrappedKey)}, ${Buffer.from(key.apiKey)}, ${Buffer.from(key.secretKey)}, ${Buffer.from(key.passphrase)}, ${linkedAt})
    on conflict (id) do nothing`;
  return count === 1;
}

/** Returns a random time of a span. */
function between(from: number, to: number): number {
  return from + randomInt(Math.max(1, Math.min(to - from, 2 ** 47)));
}

/** Returns a random name of three syllables. */
function wordOf(): string {
  const pick = (characters: string): string => characters.charAt(randomInt(characters.length));
  return Array.from({ length: 3 }, () => pick('bdgjhklmnrstvy') + pick('aeiou')).join('');
}

/** Returns a random number in the form of a uid of the exchange. */
function digitsOf(length: number): string {
  return Array.from({ length }, (_, at) => String(randomInt(at === 0 ? 1 : 0, 10))).join('');
}
