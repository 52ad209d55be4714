// The calls about a bot's records: orders, ledger and CSV files.
import {
  csvSchema,
  exportQuerySchema,
  ledgerListSchema,
  orderRecordListSchema,
  pageQuerySchema,
} from './bot-records.ts';
import { botParamsSchema } from './bots.ts';
import { historyRangeSchema } from './history.ts';
import type { ApiRoute } from '../routes/route.ts';

/** Orders, ledger and the CSV files. */
export const botRecordRoutes = {
  botOrders: {
    method: 'GET',
    path: '/api/bots/:id/orders',
    access: 'session',
    summary: 'Every command that was sent for a bot, with its reason',
    params: botParamsSchema,
    query: pageQuerySchema,
    response: orderRecordListSchema,
  },
  botLedger: {
    method: 'GET',
    path: '/api/bots/:id/ledger',
    access: 'session',
    summary: 'The exchange’s bills of a bot, with exact sums',
    params: botParamsSchema,
    query: pageQuerySchema,
    response: ledgerListSchema,
  },
  botExport: {
    method: 'GET',
    path: '/api/bots/:id/export',
    access: 'session',
    summary: 'Fills, orders or ledger of a bot as CSV',
    params: botParamsSchema,
    query: exportQuerySchema,
    response: csvSchema,
    responseType: 'text/csv',
  },
  historyExport: {
    method: 'GET',
    path: '/api/bots/export',
    access: 'granted',
    summary: 'Finished bots of a range of days as CSV',
    query: historyRangeSchema,
    response: csvSchema,
    responseType: 'text/csv',
  },
} as const satisfies Record<string, ApiRoute>;
