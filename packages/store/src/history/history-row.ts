// One row of the history.
import type { HistoryRow } from './history-records.ts';
import { booleanOf, integerOf, textOf, wordOf, type Row } from '../database/row.ts';

/** A finished bot, its own or a simulated one. */
export function historyOf(row: Row): HistoryRow {
  return {
    botId: textOf(row, 'bot_id'),
    userId: textOf(row, 'user_id'),
    instrumentId: textOf(row, 'instrument_id'),
    name: textOf(row, 'name'),
    direction: wordOf(row, 'direction', ['long', 'short']),
    config: textOf(row, 'config'),
    planSummary: textOf(row, 'plan_summary'),
    netPnl: textOf(row, 'net_pnl'),
    rounds: integerOf(row, 'rounds'),
    cycles: integerOf(row, 'cycles'),
    deepestStep: integerOf(row, 'deepest_step'),
    endReason: textOf(row, 'end_reason'),
    startedAt: integerOf(row, 'started_at'),
    endedAt: integerOf(row, 'ended_at'),
    isSimulated: booleanOf(row, 'is_simulated'),
  };
}
