// Finished bots of a range of days.
import { contractLimits, routes, type HistoryItem } from '@rondo/contract';
import type { HistoryRow } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { serve } from '../api/serve.ts';
import { isoTime } from '../bots/bot-answer.ts';
import { readStoredBot } from '../bots/stored-bot.ts';
import type { Parts, Serving } from '../parts.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Serves GET /api/bots?from&to: whole UTC days, both inclusive. */
export function serveHistory(serving: Serving, parts: Parts): void {
  serve(serving, routes.history, async ({ caller: { user }, query }) => {
    const fromAt = Date.parse(`${query.from}T00:00:00Z`);
    const lastAt = Date.parse(`${query.to}T00:00:00Z`);
    const days = Math.round((lastAt - fromAt) / dayMs) + 1;
    if (days < 1) throw refused('to', 'must not be before from');
    if (days > contractLimits.historyDays) throw refused('from', `at most ${contractLimits.historyDays} days`);
    const { rows, totals } = await parts.store.history.list({
      userId: user.id,
      fromAt,
      toAt: lastAt + dayMs,
      limit: contractLimits.historyRows,
      offset: query.offset,
    });
    return {
      items: rows.map(toItem),
      total: totals.count,
      total_profit: totals.netPnl,
      days,
      from: query.from,
      to: query.to,
    };
  });
}

function refused(field: string, reason: string): ApiError {
  return new ApiError('VALIDATION', { field, parameters: { field, reason } });
}

function toItem(row: HistoryRow): HistoryItem {
  const { config } = readStoredBot(row, null);
  const leverage = Number(config.leverage.units) / 10 ** config.leverage.scale;
  return {
    id: row.botId,
    title: row.name,
    metadata: { name: row.name },
    symbol: row.instrumentId,
    direction: row.direction === 'long' ? 'LONG' : 'SHORT',
    leverage,
    martin_steps: config.martinSteps,
    cyclic_steps: config.cyclicSteps,
    basic: { symbol: row.instrumentId, direction: row.direction, leverage },
    entry: { count: config.martinSteps, risk_management: { step: config.cyclicSteps } },
    total_profit: row.netPnl,
    rounds: row.rounds,
    cycles: row.cycles,
    end_reason: row.endReason,
    simulated: row.isSimulated,
    created_at: isoTime(row.startedAt),
    ended_at: isoTime(row.endedAt),
    updated_at: isoTime(row.endedAt),
  };
}
