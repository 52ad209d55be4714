// The calls that return the records of bots: rounds, orders, ledger, CSV files and the portfolio.
import {
  csvSchema,
  exportQuerySchema,
  ledgerListSchema,
  orderRecordListSchema,
  pageQuerySchema,
} from './bot-records.ts';
import { botRoundListSchema } from './bot-rounds.ts';
import { botParamsSchema } from './bots.ts';
import { historyRangeSchema } from './history.ts';
import { portfolioSchema } from './portfolio.ts';
import type { ApiRoute } from '../routes/route.ts';

/** The calls for rounds, orders, the ledger, CSV files and the portfolio. */
export const botRecordRoutes = {
  botRounds: {
    method: 'GET',
    path: '/api/bots/:id/rounds',
    access: 'session',
    summary: 'List the ended rounds of a bot',
    params: botParamsSchema,
    query: pageQuerySchema,
    response: botRoundListSchema,
  },
  portfolio: {
    method: 'GET',
    path: '/api/bots/portfolio',
    access: 'granted',
    summary: 'Return the daily results of all bots',
    query: historyRangeSchema,
    response: portfolioSchema,
  },
  botOrders: {
    method: 'GET',
    path: '/api/bots/:id/orders',
    access: 'session',
    summary: 'Return every command that was sent for a bot, with the reason of the command',
    params: botParamsSchema,
    query: pageQuerySchema,
    response: orderRecordListSchema,
  },
  botLedger: {
    method: 'GET',
    path: '/api/bots/:id/ledger',
    access: 'session',
    summary: 'Return the bills that the exchange booked for a bot, with exact sums',
    params: botParamsSchema,
    query: pageQuerySchema,
    response: ledgerListSchema,
  },
  botExport: {
    method: 'GET',
    path: '/api/bots/:id/export',
    access: 'session',
    summary: 'Return the fills, the orders, the ledger or the recorded signals of a bot as a CSV file',
    params: botParamsSchema,
    query: exportQuerySchema,
    response: csvSchema,
    responseType: 'text/csv',
  },
  historyExport: {
    method: 'GET',
    path: '/api/bots/export',
    access: 'granted',
    summary: 'Return the finished bots of a range of days as a CSV file',
    query: historyRangeSchema,
    response: csvSchema,
    responseType: 'text/csv',
  },
} as const satisfies Record<string, ApiRoute>;
