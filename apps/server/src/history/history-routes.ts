// The routes of a range of days: its finished bots, and the results of all bots together.
import { formatDecimal } from '@rondo/decimal';
import { contractLimits, routes, type HistoryItem } from '@rondo/contract';
import type { HistoryRow } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { serve } from '../api/serve.ts';
import { isoTime } from '../bots/bot-response.ts';
import { showReadable } from '../bots/readable-bots.ts';
import { readStoredBot } from '../bots/stored-bot.ts';
import { toCsv } from './csv.ts';
import { utcDayOf } from './utc-day.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Serves GET /api/bots?from&to, its CSV file and GET /api/bots/portfolio. The days are UTC days, and both days belong to the range. */
export function serveHistory(router: Router, context: AppContext): void {
  serve(router, routes.history, async ({ caller: { user }, query }) => {
    const { from, to, fromAt, toAt, days } = rangeOf(query, context.clock.now());
    const { history } = context.store;
    const range = { userId: user.id, fromAt, toAt };
    const rows = await history.list({ ...range, limit: query.limit, offset: query.offset });
    const { count, netPnl, worst, ...counts } = await history.totals(range);
    return {
      items: toItems(context, rows),
      total: count,
      total_profit: netPnl,
      totals: { ...counts, worst: worst === null ? null : { title: worst.name, total_profit: worst.netPnl } },
      days,
      from,
      to,
    };
  });

  serve(router, routes.historyExport, async ({ caller: { user }, query, reply }) => {
    const { from, to, fromAt, toAt } = rangeOf(query, context.clock.now());
    const items: HistoryItem[] = [];
    const limit = contractLimits.historyRows;
    for (let offset = 0, isMore = true; isMore; offset += limit) {
      const rows = await context.store.history.list({ userId: user.id, fromAt, toAt, limit, offset });
      items.push(...toItems(context, rows));
      isMore = rows.length === limit;
    }
    reply.header('content-disposition', `attachment; filename="rondo-${from}-${to}.csv"`);
    return historyCsv(items);
  });

  serve(router, routes.portfolio, async ({ caller: { user }, query }) => {
    const { from, to, fromAt, toAt } = rangeOf(query, context.clock.now());
    const { days, running } = await context.store.history.portfolio({ userId: user.id, fromAt, toAt });
    return {
      from,
      to,
      days: days.map(({ dayAt, realised }) => ({ day: utcDayOf(dayAt), realised })),
      running: running.map(({ botId, booked }) => ({ bot_id: botId, booked })),
    };
  });
}

interface DayRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function rangeOf(query: DayRange, now: number) {
  const to = query.to ?? utcDayOf(now);
  const lastAt = Date.parse(`${to}T00:00:00Z`);
  const from = query.from ?? utcDayOf(lastAt - (contractLimits.historyDefaultDays - 1) * dayMs);
  const fromAt = Date.parse(`${from}T00:00:00Z`);
  const days = Math.round((lastAt - fromAt) / dayMs) + 1;
  if (days < 1) throw refused('to', 'must not be before from');
  if (days > contractLimits.historyDays) throw refused('from', `at most ${contractLimits.historyDays} days`);
  return { from, to, fromAt, toAt: lastAt + dayMs, days };
}

function historyCsv(items: readonly HistoryItem[]): string {
  const columns = [
    'ended_at_utc',
    'created_at_utc',
    'title',
    'instrument',
    'direction',
    'leverage',
    'martin_steps',
    'cyclic_steps',
  ];
  return toCsv(
    [...columns, 'rounds', 'cycles', 'end_reason', 'net_profit_usdt', 'simulated'],
    items.map((item) => [
      item.ended_at,
      item.created_at,
      item.title,
      item.symbol,
      item.direction,
      item.leverage,
      item.martin_steps,
      item.cyclic_steps,
      item.rounds,
      item.cycles,
      item.end_reason,
      item.total_profit,
      String(item.simulated),
    ]),
  );
}

function refused(field: string, reason: string): ApiError {
  return new ApiError('VALIDATION', { field, parameters: { field, reason } });
}

function toItems(context: Pick<AppContext, 'log'>, rows: readonly HistoryRow[]): HistoryItem[] {
  return showReadable(context, rows, { idOf: ({ botId }) => botId, show: toItem });
}

function toItem(row: HistoryRow): HistoryItem {
  const { config } = readStoredBot(row);
  const leverage = Number(formatDecimal(config.leverage));
  return {
    id: row.botId,
    account_id: row.accountId,
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
    deepest_step: row.deepestStep,
    end_reason: row.endReason,
    simulated: row.isSimulated,
    created_at: isoTime(row.startedAt),
    ended_at: isoTime(row.endedAt),
    updated_at: isoTime(row.endedAt),
  };
}
