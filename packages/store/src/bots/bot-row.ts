// A bot as it is selected, and out of its row.
import type { PendingQuery, Row as SqlRow, Sql } from 'postgres';
import { viewOf } from '../journal/journal-rows.ts';
import type { BotRecord } from './bot-records.ts';
import { booleanOf, integerOf, integerOrNull, textOf, wordOf, wordOrNull, type Row } from '../database/row.ts';

/** The beginning of every query of bots: their columns and, when they have one, their view's. */
export function selectBots(sql: Sql): PendingQuery<SqlRow[]> {
  return sql`select b.*, to_jsonb(v) is not null as has_view, v.phase, v.status, v.end_reason, v.round, v.cycles, v.current_step, v.is_last,
    v.entry_price, v.position_size, v.realised_pnl, v.state, v.event_position, v.updated_at, v.ended_at as view_ended_at
    from bots b left join bot_views v on v.bot_id = b.id`;
}

/** The row holds a bot's columns and, when it has one, its view's. */
export function botOf(row: Row): BotRecord {
  return {
    id: textOf(row, 'id'),
    botNumber: integerOf(row, 'bot_number'),
    userId: textOf(row, 'user_id'),
    accountId: textOf(row, 'account_id'),
    instrumentId: textOf(row, 'instrument_id'),
    name: textOf(row, 'name'),
    direction: wordOf(row, 'direction', ['long', 'short']),
    config: textOf(row, 'config'),
    planSummary: textOf(row, 'plan_summary'),
    reservedMargin: textOf(row, 'reserved_margin'),
    course: wordOf(row, 'course', ['running', 'last', 'closing', 'done']),
    stopKind: wordOrNull(row, 'stop_kind', ['stop_close', 'stop_keep']),
    createdAt: integerOf(row, 'created_at'),
    endedAt: integerOrNull(row, 'ended_at'),
    view: booleanOf(row, 'has_view') ? viewOf(row) : null,
  };
}
