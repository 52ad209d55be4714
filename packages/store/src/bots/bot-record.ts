// A stored bot with the view that the engine writes for it.
import type { BotView } from '@rondo/engine/ports';
import type { PendingQuery, Row as SqlRow, Sql } from 'postgres';
import { booleanOf, integerOrNull, type Row } from '../database/row.ts';
import { joinedViewOf, viewColumns, viewPrefix } from '../journal/journal-rows.ts';
import { bots } from '../tables/bots.ts';
import { omitColumns, readerOf, type RecordOf } from '../tables/derive.ts';
import { names } from '../tables/statements.ts';

const botColumns = omitColumns(bots, ['idempotencyKey']);

/** The course that the owner set for a bot. It changes only to a later value of the list. The only exception is the change from `last` back to `running`. */
export type BotCourse = 'running' | 'last' | 'closing' | 'done';

/**
 * A bot. `config` is the canonical JSON of the strategy's BotConfig. `planSummary` is the JSON of the server's response at creation. `reservedMargin` is in
 * USDT. `isSimulated` is true when the account of the bot has no real money. `view` is null until the engine has written a view. Times are epoch ms.
 */
export type BotRecord = RecordOf<typeof botColumns> & { readonly isSimulated: boolean; readonly view: BotView | null };

/** Returns the first part of every query of bots: the columns of the bot `b` and of its view `v`. The columns of `v` are null when the bot has no view. */
export function selectBots(sql: Sql): PendingQuery<SqlRow[]> {
  return sql`select b.*, (select environment <> 'live' from exchange_accounts where id = b.account_id) as is_simulated, ${names(sql, viewColumns, { table: 'v', prefix: viewPrefix })}
    from bots b left join bot_views v on v.bot_id = b.id`;
}

const readBot = readerOf(botColumns);

/** Reads a row of `selectBots`. */
export function botOf(row: Row): BotRecord {
  const hasView = integerOrNull(row, `${viewPrefix}event_position`) !== null;
  return { ...readBot(row), isSimulated: booleanOf(row, 'is_simulated'), view: hasView ? joinedViewOf(row) : null };
}
