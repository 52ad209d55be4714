// The routes of the records of a bot: fills, rounds, commands with their reasons, and bills. The records are returned in pages or as CSV files with times in UTC.
import { decimal, formatDecimal, sumDecimals } from '@rondo/decimal';
import {
  contractLimits,
  routes,
  type BotFillWire,
  type BotRoundList,
  type LedgerItem,
  type OrderRecordWire,
} from '@rondo/contract';
import type { BotRecord, BotRounds, UserRecord } from '@rondo/store';
import { serve } from '../api/serve.ts';
import { isoTime } from './bot-response.ts';
import { fillsOf, finishedDetail, requireFinished, simulatedFillsOf } from './bot-fills.ts';
import { toLedgerItem, toOrderRecord, totalFees } from './executions.ts';
import { findOwnBot } from './own-bot.ts';
import { readStoredBot } from './stored-bot.ts';
import { roundsOfFills } from '../demo/demo-rounds.ts';
import { toCsv } from '../history/csv.ts';
import { openingsCsv } from '../history/openings-csv.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Serves fills, rounds, orders, ledger and export of /api/bots/:id. Bots that exist only in the demo history have fills only. */
export function serveBotRecords(router: Router, context: AppContext): void {
  serve(router, routes.botFills, async ({ caller: { user }, params, query }) => {
    const records = await recordsOf(context, user, params.id);
    return {
      items: pageOf(records.fills, query),
      total: records.fills.length,
      total_fees: totalFees(records.fills),
      realised_pnl: records.realisedPnl,
      is_complete: records.isComplete,
    };
  });

  serve(router, routes.botRounds, async ({ caller: { user }, params, query }) => {
    const bot = await findOwnBot(context, user, params.id);
    if (bot !== null) return toRoundList(await context.store.bots.rounds(bot.id, query));
    const row = await requireFinished(context, user, params.id);
    const rounds = roundsOfFills(await simulatedFillsOf(context, row), readStoredBot(row).config.instrument.ctVal);
    return { items: pageOf(rounds, query), total: rounds.length };
  });

  serve(router, routes.botOrders, async ({ caller: { user }, params, query }) => {
    const { bot } = await recordsOf(context, user, params.id);
    if (bot === null) return { items: [], total: 0 };
    return { items: await ordersOf(context, bot, query), total: await context.store.bots.countIntents(bot.id) };
  });

  serve(router, routes.botLedger, async ({ caller: { user }, params, query }) => {
    const { bot } = await recordsOf(context, user, params.id);
    const bills = bot === null ? [] : await ledgerOf(context, bot);
    const sum = (rows: readonly LedgerItem[], field: 'balance_change' | 'fee'): string =>
      formatDecimal(sumDecimals(rows.map((row) => decimal(row[field]))));
    const funding = bills.filter((bill) => bill.kind === 'funding');
    return {
      items: pageOf(bills, query),
      total: bills.length,
      balance_change: sum(bills, 'balance_change'),
      funding: sum(funding, 'balance_change'),
      fees: sum(bills, 'fee'),
    };
  });

  serve(router, routes.botExport, async ({ caller: { user }, params, query, reply }) => {
    const records = await recordsOf(context, user, params.id);
    const signals = query.of === 'signals' ? await openingsCsv(context.store, records.bot) : null;
    reply.header('content-disposition', `attachment; filename="rondo-${query.of}.csv"`);
    if (signals !== null) return signals;
    if (query.of === 'fills') return fillsCsv(records.fills);
    if (records.bot === null) return query.of === 'orders' ? ordersCsv([]) : ledgerCsv([]);
    if (query.of === 'ledger') return ledgerCsv(await ledgerOf(context, records.bot));
    return ordersCsv(await allOrders(context, records.bot));
  });
}

interface Records {
  /** The bot, or null when the bot exists only in the demo history. */
  readonly bot: BotRecord | null;
  readonly fills: readonly BotFillWire[];
  readonly realisedPnl: string;
  readonly isComplete: boolean;
}

async function recordsOf(context: AppContext, user: UserRecord, botId: string): Promise<Records> {
  const bot = await findOwnBot(context, user, botId);
  if (bot === null) {
    const detail = await finishedDetail(context, user, botId);
    return { bot, fills: detail.fills, realisedPnl: detail.realised_pnl, isComplete: true };
  }
  return {
    bot,
    fills: await fillsOf(context, bot),
    realisedPnl: bot.view?.realisedPnl ?? '0',
    isComplete: bot.course === 'done',
  };
}

function toRoundList({ rounds, total }: BotRounds): BotRoundList {
  const items = rounds.map((round) => ({
    round: round.round,
    opened_at: round.openedAt === null ? null : isoTime(round.openedAt),
    ended_at: isoTime(round.endedAt),
    net_pnl: round.netPnl,
    end_reason: round.endReason,
    cycles: round.cycles,
    deepest_step: round.deepestStep,
  }));
  return { items, total };
}

function pageOf<Row>(rows: readonly Row[], { offset, limit }: Page): Row[] {
  return rows.slice(offset, offset + limit);
}

async function ordersOf(context: AppContext, bot: BotRecord, { offset, limit }: Page): Promise<OrderRecordWire[]> {
  const { firstRules } = readStoredBot(bot);
  const intents = await context.store.bots.intents(bot.id, limit, offset);
  return intents.map((intent) => toOrderRecord(intent, firstRules));
}

async function allOrders(context: AppContext, bot: BotRecord): Promise<readonly OrderRecordWire[]> {
  const all: OrderRecordWire[] = [];
  const limit = contractLimits.recordRows;
  for (;;) {
    const page = await ordersOf(context, bot, { offset: all.length, limit });
    all.push(...page);
    if (page.length < limit) return all.toReversed();
  }
}

async function ledgerOf(context: AppContext, bot: BotRecord): Promise<readonly LedgerItem[]> {
  return (await context.store.bots.bills(bot.id)).map(toLedgerItem);
}

function fillsCsv(fills: readonly BotFillWire[]): string {
  const columns = [
    'at_utc',
    'round',
    'kind',
    'step',
    'side',
    'price',
    'size',
    'fee',
    'liquidity',
    'fill_id',
    'order_id',
    'client_id',
  ];
  return toCsv(
    columns,
    fills.map((fill) => [
      isoTime(fill.at),
      fill.round,
      fill.kind,
      fill.step,
      fill.side,
      fill.price,
      fill.size,
      fill.fee,
      fill.liquidity,
      fill.fill_id,
      fill.order_id,
      fill.client_id,
    ]),
  );
}

function ordersCsv(orders: readonly OrderRecordWire[]): string {
  const columns = [
    'at_utc',
    'verb',
    'round',
    'kind',
    'step',
    'generation',
    'side',
    'price',
    'size',
    'state',
    'reason',
    'client_id',
  ];
  return toCsv(
    columns,
    orders.map((order) => [
      isoTime(order.at),
      order.verb,
      order.round,
      order.kind,
      order.step,
      order.generation,
      order.side,
      order.price,
      order.size,
      order.state,
      order.reason,
      order.client_id,
    ]),
  );
}

function ledgerCsv(bills: readonly LedgerItem[]): string {
  const columns = ['at_utc', 'kind', 'balance_change', 'pnl', 'fee', 'fill_id', 'bill_id', 'client_id'];
  return toCsv(
    columns,
    bills.map((bill) => [
      isoTime(bill.at),
      bill.kind,
      bill.balance_change,
      bill.pnl,
      bill.fee,
      bill.fill_id,
      bill.bill_id,
      bill.client_id,
    ]),
  );
}
