// The tables of the journal of the engine: intents, facts, views, and the cursors of the lists of the exchange.
import { pgTable } from 'drizzle-orm/pg-core';
import {
  amount,
  big,
  boolean,
  count,
  databaseTime,
  exact,
  priceTicks,
  sizeLots,
  text,
  whole,
  word,
} from './columns.ts';

const slotKinds = ['entry', 'takeProfit', 'baseExit', 'close', 'stopLoss'] as const;
const intentStates = [
  'sent',
  'live',
  'partiallyFilled',
  'filled',
  'cancelled',
  'rejected',
  'never',
  'unknown',
  'done',
] as const;

/** The table of the leases of accounts. */
export const leases = pgTable('leases', {
  accountId: text('account_id').notNull(),
  nodeId: text('node_id'),
  nodeKey: whole('node_key'),
  epoch: big('epoch').notNull(),
  expiresAt: databaseTime('expires_at').notNull(),
  next: text('next'),
});

/** The table of nodes: one row for each start of a server. */
export const nodes = pgTable('nodes', {
  incarnation: text('incarnation').notNull(),
  signalKey: count('signal_key').notNull(),
  signalAt: databaseTime('signal_at').notNull(),
  joinedAt: databaseTime('joined_at').notNull(),
  seenUntil: databaseTime('seen_until').notNull(),
  deadAt: databaseTime('dead_at'),
  name: text('name'),
  role: word('role', ['all', 'api', 'engine']),
  version: text('version'),
  addresses: text('addresses'),
  weight: count('weight').notNull(),
  capacity: count('capacity').notNull(),
  load: count('load').notNull(),
  draining: boolean('draining').notNull(),
  hasClosed: boolean('has_closed').notNull(),
});

/** The table of all acquisitions of leases. */
export const leaseHistory = pgTable('lease_history', {
  accountId: text('account_id').notNull(),
  epoch: big('epoch').notNull(),
  owner: text('owner').notNull(),
  takenAt: databaseTime('taken_at').notNull(),
});

/** The table of intents. */
export const intents = pgTable('intents', {
  id: text('id').notNull(),
  accountId: text('account_id').notNull(),
  botId: text('bot_id').notNull(),
  botNumber: whole('bot_number').notNull(),
  round: count('round').notNull(),
  kind: word('kind', slotKinds).notNull(),
  step: count('step').notNull(),
  generation: count('generation').notNull(),
  clientId: text('client_id').notNull(),
  verb: word('verb', ['place', 'amend', 'cancel']).notNull(),
  payload: text('payload').notNull(),
  payloadHash: text('payload_hash').notNull(),
  deadlineAt: whole('deadline_at').notNull(),
  epoch: big('epoch').notNull(),
  state: word('state', intentStates).notNull(),
  evidence: text('evidence').notNull(),
  sentAt: whole('sent_at').notNull(),
  sequence: whole('sequence').notNull(),
});

/** The table of what remains of deleted orders. */
export const pastOrders = pgTable('past_orders', {
  accountId: text('account_id').notNull(),
  clientId: text('client_id').notNull(),
});

/** The table of fills. */
export const fills = pgTable('fills', {
  accountId: text('account_id').notNull(),
  instrumentId: text('instrument_id').notNull(),
  fillId: text('fill_id').notNull(),
  venueOrderId: text('venue_order_id').notNull(),
  clientId: text('client_id').notNull(),
  side: word('side', ['buy', 'sell']).notNull(),
  positionSide: word('position_side', ['long', 'short', 'net']).notNull(),
  price: priceTicks('price_ticks').notNull(),
  lots: sizeLots('lots').notNull(),
  tickSz: exact('tick_sz'),
  lotSz: exact('lot_sz'),
  fee: exact('fee').notNull(),
  liquidity: word('liquidity', ['maker', 'taker']).notNull(),
  kind: word('kind', ['trade', 'liquidation', 'adl']).notNull(),
  billId: text('bill_id').notNull(),
  at: whole('at').notNull(),
  botId: text('bot_id'),
  slotBotNumber: whole('slot_bot_number'),
  slotRound: count('slot_round'),
  slotKind: word('slot_kind', slotKinds),
  slotStep: count('slot_step'),
  slotGeneration: count('slot_generation'),
  sequence: whole('sequence').notNull(),
});

/** The table of bills. */
export const bills = pgTable('bills', {
  accountId: text('account_id').notNull(),
  billId: text('bill_id').notNull(),
  instrumentId: text('instrument_id').notNull(),
  clientId: text('client_id').notNull(),
  fillId: text('fill_id').notNull(),
  kind: word('kind', ['trade', 'funding', 'liquidation', 'adl', 'settlement', 'transfer', 'other']).notNull(),
  balanceChange: exact('balance_change').notNull(),
  pnl: exact('pnl').notNull(),
  fee: exact('fee').notNull(),
  at: whole('at').notNull(),
  botId: text('bot_id'),
  sequence: whole('sequence').notNull(),
});

/** The table of the events of bots. */
export const botEvents = pgTable('bot_events', {
  botId: text('bot_id').notNull(),
  position: count('position').notNull(),
  key: text('key').notNull(),
  body: text('body').notNull(),
  at: whole('at').notNull(),
});

/** The table of the log lines of bots. */
export const botLogs = pgTable('bot_logs', {
  id: whole('id').notNull(),
  botId: text('bot_id').notNull(),
  type: word('type', ['PROFIT', 'LOSS', 'ERROR', 'ORDER', 'OTHER']).notNull(),
  messageKey: text('message_key').notNull(),
  parameters: text('parameters').notNull(),
  at: whole('at').notNull(),
});

/** The table of the views of bots. */
export const botViews = pgTable('bot_views', {
  botId: text('bot_id').notNull(),
  phase: text('phase').notNull(),
  status: word('status', ['active', 'completed']).notNull(),
  endReason: text('end_reason'),
  round: count('round').notNull(),
  cycles: count('cycles').notNull(),
  currentStep: count('current_step').notNull(),
  isLast: boolean('is_last').notNull(),
  heldBy: text('held_by').notNull(),
  skippedSlots: text('skipped_slots').notNull(),
  entryPrice: amount('entry_price'),
  positionSize: amount('position_size').notNull(),
  realisedPnl: amount('realised_pnl').notNull(),
  state: text('state').notNull(),
  eventPosition: count('event_position').notNull(),
  updatedAt: whole('updated_at').notNull(),
  endedAt: whole('ended_at'),
});

/** The table of the checkpoints of bots. */
export const botCheckpoints = pgTable('bot_checkpoints', {
  botId: text('bot_id').notNull(),
  position: count('position').notNull(),
  foldVersion: count('fold_version').notNull(),
  body: text('body').notNull(),
  hash: text('hash').notNull(),
  fillSequence: whole('fill_sequence').notNull(),
});

/** The table of the waits of bots. */
export const botWaits = pgTable('bot_waits', {
  botId: text('bot_id').notNull(),
  epoch: big('epoch').notNull(),
  body: text('body').notNull(),
});

/** The table of the cursors up to which the lists of the exchange were read. */
export const journalCursors = pgTable('journal_cursors', {
  accountId: text('account_id').notNull(),
  kind: word('kind', ['fill', 'bill']).notNull(),
  billId: text('bill_id').notNull(),
});

/** The table of rows of the lists of the exchange that cannot be translated. */
export const unreadableRows = pgTable('unreadable_rows', {
  accountId: text('account_id').notNull(),
  list: word('list', ['fill', 'bill']).notNull(),
  rowKey: text('row_key').notNull(),
  instrumentId: text('instrument_id'),
  at: whole('at'),
  cause: text('cause').notNull(),
  raw: text('raw').notNull(),
  readAt: whole('read_at').notNull(),
});
