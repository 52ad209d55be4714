// Finds whose order a client id names: of an account, of another account of the database, or of another database of the installation.
import type { BotOrder } from '@rondo/engine/ports';
import type { Sql } from 'postgres';
import { textOf } from '../database/row.ts';
import { botNumberRange } from '../upkeep/bot-numbers.ts';

/**
 * Returns those client ids that an intent of the account has, or had before a purge, which deletes intents and keeps their client ids. An account that was unlinked and
 * linked again has another id, and the orders of its earlier id are ours too.
 */
export async function knownClientIds(
  sql: Sql,
  accountId: string,
  clientIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const accountIds = sql`array(
    select ${accountId}::text union select earlier.id from exchange_accounts own join exchange_accounts earlier using (exchange, environment, uid)
    where own.id = ${accountId})`;
  const rows = await sql`
    select client_id from intents where client_id = any(${[...clientIds]}::text[]) and account_id = any(${accountIds})
    union select client_id from past_orders where client_id = any(${[...clientIds]}::text[]) and account_id = any(${accountIds})`;
  return new Set(rows.map((row) => textOf(row, 'client_id')));
}

/**
 * Returns the client ids of those orders that belong to another account. The number of the bot leads to the owner of the id, because the indexes of intents begin with the
 * account. An owner who was moved to another database gets ids there that this database does not have. A number without a bot is of another database when it is
 * far from the numbers of this database: another copy of this database continues them.
 */
export async function clientIdsOfOthers(sql: Sql, orders: readonly BotOrder[]): Promise<ReadonlySet<string>> {
  const clientIds = orders.map(({ clientId }) => clientId);
  const botNumbers = orders.map(({ botNumber }) => String(botNumber));
  const rows = await sql`
    with asked as (select * from unnest(${clientIds}::text[], ${botNumbers}::bigint[]) a (client_id, bot_number)),
    owners as (
      select a.client_id, b.user_id from asked a join bots b using (bot_number)
      union select a.client_id, p.user_id from asked a join past_bots p using (bot_number))
    select o.client_id from owners o join exchange_accounts e using (user_id)
    where exists (select 1 from intents i where i.account_id = e.id and i.client_id = o.client_id)
      or exists (select 1 from past_orders p where p.account_id = e.id and p.client_id = o.client_id)
      or exists (select 1 from person_moves m where m.user_id = o.user_id and m.direction = 'out' and m.state <> 'fenced')
    union select a.client_id from asked a, bot_numbers n
    where not exists (select 1 from owners o where o.client_id = a.client_id) and abs(a.bot_number - n.last_value) > ${botNumberRange}::bigint`;
  return new Set(rows.map((row) => textOf(row, 'client_id')));
}
