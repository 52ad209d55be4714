// The calls about what a bot leaves behind.
import { csvText, exportQuery, ledgerList, orderRecordList, pageQuery } from './bot-records.ts';
import { botParams } from './bots.ts';
import { historyRange } from './history.ts';
import type { Route } from '../routes/route.ts';

/** Orders, ledger and the CSV files. */
export const botRecordRoutes = {
  botOrders: {
    method: 'GET',
    path: '/api/bots/:id/orders',
    access: 'session',
    summary: 'Every command that was sent for a bot, with its reason',
    params: botParams,
    query: pageQuery,
    answer: orderRecordList,
  },
  botLedger: {
    method: 'GET',
    path: '/api/bots/:id/ledger',
    access: 'session',
    summary: 'The exchange’s bills of a bot, with exact sums',
    params: botParams,
    query: pageQuery,
    answer: ledgerList,
  },
  botExport: {
    method: 'GET',
    path: '/api/bots/:id/export',
    access: 'session',
    summary: 'Fills, orders or ledger of a bot as CSV',
    params: botParams,
    query: exportQuery,
    answer: csvText,
    answerType: 'text/csv',
  },
  historyExport: {
    method: 'GET',
    path: '/api/bots/export',
    access: 'granted',
    summary: 'Finished bots of a range of days as CSV',
    query: historyRange,
    answer: csvText,
    answerType: 'text/csv',
  },
} as const satisfies Record<string, Route>;
