// The client secret of the OAuth program that replaces the one of the settings while servers run. It is sealed with the master key.
import type { Sql, TransactionSql } from 'postgres';
import { oneRow, textOf } from '../database/row.ts';
import { installationKeysSetting } from '../secrets/installation-keys.ts';
import type { MasterKeys } from './master-keys.ts';
import { keyIdOf, seal, unseal, type SealingKey } from '../secrets/sealing.ts';
import type { Seals } from '../secrets/seals.ts';
import { secretOf, type Secret } from '../secrets/secret-text.ts';

/** Reads the stored client secret. Another process may have replaced it, so each use reads again. */
export interface OauthSecret {
  /** Returns null when the secret of the settings is valid. */
  read(): Promise<Secret | null>;
}

/** The name of the setting with the sealed secret. */
export const oauthSecretSetting = 'oauthSecret';

const purpose = 'rondo/oauth_secret';

/** Returns the stored client secret of a database. */
export function createOauthSecret(sql: Sql, seals: Pick<Seals, 'open'>): OauthSecret {
  return {
    async read() {
      const sealed = await readSealed(sql);
      if (sealed === null) return null;
      return secretOf((await seals.open(purpose, sealed)).toString('utf8'));
    },
  };
}

/** Stores a client secret. With null, the secret of the settings is valid again. Returns false when there was none to remove. */
export async function storeOauthSecret(
  transaction: TransactionSql,
  masterKeys: MasterKeys,
  secret: Secret | null,
): Promise<boolean> {
  await transaction`select 1 from settings where key = ${installationKeysSetting} for update`;
  if (secret === null) return (await transaction`delete from settings where key = ${oauthSecretSetting}`).count === 1;
  const by = await masterKeys.newest(transaction);
  await storeSealed(transaction, seal(by, Buffer.from(secret.reveal()), purpose));
  return true;
}

/** Seals the secret with another master key. Returns the number of texts. The caller has locked the keys of the installation. */
export async function resealOauthSecret(
  transaction: TransactionSql,
  masterKeys: MasterKeys,
  to: SealingKey,
): Promise<number> {
  const sealed = await readSealed(transaction);
  if (sealed === null || keyIdOf(sealed) === to.id) return 0;
  await storeSealed(
    transaction,
    seal(to, unseal(await masterKeys.keyOf(sealed, transaction), sealed, purpose), purpose),
  );
  return 1;
}

async function readSealed(sql: Sql | TransactionSql): Promise<Buffer | null> {
  const rows = await sql`select value #>> '{}' as text from settings where key = ${oauthSecretSetting}`;
  return rows.length === 0 ? null : Buffer.from(textOf(oneRow(rows), 'text'), 'base64');
}

async function storeSealed(transaction: TransactionSql, sealed: Buffer): Promise<void> {
  await transaction`
    insert into settings (key, value) values (${oauthSecretSetting}, to_jsonb(${sealed.toString('base64')}::text))
    on conflict (key) do update set value = excluded.value`;
}
