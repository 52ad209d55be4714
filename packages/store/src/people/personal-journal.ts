// Which data of the journal belongs to a person: the tables of orders, fills, bills and events.
import { files, follows, journal, type PersonalTable } from './personal-table.ts';

/** The rows that no file of a bot has. Each intent belongs to a bot. */
const ofNoBot = 'bot_id is null';

/** The tables of the journal with data of people. */
export const journalTables: readonly PersonalTable[] = [
  { name: 'intents', by: 'account_id', exported: [], hidden: { '*': files }, erased: [], kept: { '*': journal } },
  {
    name: 'fills',
    by: 'account_id',
    sortedBy: 'sequence',
    only: ofNoBot,
    exported: [
      'account_id',
      'instrument_id',
      'fill_id',
      'venue_order_id',
      'client_id',
      'side',
      'position_side',
      'price_ticks',
      'lots',
      'tick_sz',
      'lot_sz',
      'fee',
      'liquidity',
      'kind',
      'bill_id',
      'at',
    ],
    hidden: { bot_id: files, sequence: 'a number of the database', '*': 'the exported fills belong to no bot' },
    erased: [],
    kept: { '*': journal },
  },
  {
    name: 'bills',
    by: 'account_id',
    sortedBy: 'sequence',
    only: ofNoBot,
    exported: [
      'account_id',
      'bill_id',
      'instrument_id',
      'client_id',
      'fill_id',
      'kind',
      'balance_change',
      'pnl',
      'fee',
      'at',
    ],
    hidden: { bot_id: files, sequence: 'a number of the database' },
    erased: [],
    kept: { '*': journal },
  },
  { name: 'bot_events', by: 'bot_id', exported: [], hidden: { '*': follows }, erased: [], kept: { '*': journal } },
  { name: 'bot_waits', by: 'bot_id', exported: [], hidden: { '*': follows }, erased: [], kept: { '*': journal } },
  { name: 'bot_checkpoints', by: 'bot_id', exported: [], hidden: { '*': follows }, erased: [], kept: { '*': journal } },
];
