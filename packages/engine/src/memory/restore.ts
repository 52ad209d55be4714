// Restores the memory from the journal. Bots are restored from their events, and orders are restored from intents whose
// outcome is not final.
import { botOnInstrument } from '../facts/attribution.ts';
import { noteOutsideFill } from '../facts/ledger-facts.ts';
import { botOfUnreadable, failureOf } from '../facts/unreadable-rows.ts';
import { changeSince, fillInUnits, inUnits } from '../instruments/units.ts';
import { frozenRound } from '../orders/client-order-id.ts';
import { readPayload } from '../orders/payload.ts';
import type { AccountJournal, IntentRow, JournalBot, StoredFill } from '../ports/index.ts';
import type { AccountMemory } from './account-memory.ts';
import type { BotMemory } from './bot-memory.ts';
import { restoreWaits } from './bot-waits.ts';
import { formatEventKey, parseEventKey } from './event-key.ts';
import { foldBot, JournalReadError, type FoldDeps } from './fold.ts';
import { arrivedBy, type FreezeDeps } from './arrival.ts';
import { freezeBot } from './freeze-bot.ts';
import { frozenRow } from './frozen-bot.ts';
import { readStoredStop } from './stored-stop.ts';
import { newActiveOrder, type PendingCommand } from './order-record.ts';

/** The functions and the figures that a restore needs. */
export type RestoreDeps = FoldDeps & { readonly exchange: Pick<FreezeDeps, 'venue'> };

/**
 * Fills the memory from the journal. A bot that cannot be restored is frozen. Returns the ids of the open intents whose
 * order has already ended.
 */
export async function restore(
  memory: AccountMemory,
  journal: AccountJournal,
  deps: RestoreDeps,
): Promise<readonly string[]> {
  const arrival = { now: memory.firstReadAt, venue: deps.exchange.venue };
  memory.fillCursor = journal.fillCursor;
  memory.billCursor = journal.billCursor;
  for (const stored of journal.bots) {
    memory.frozenCloses.set(stored.row.botId, stored.frozenCloses);
    await tryRestore(memory, stored, deps);
  }
  const reportedLots = reportedLotsOf(memory, journal.reportedFills);
  for (const fill of journal.outsideFills) restoreOutsideFill(memory, fill);
  for (const bot of memory.bots.values()) dropReportedFills(bot);
  for (const row of journal.unreadableRows) {
    memory.unreadableKeys.add(`${row.list}:${row.rowKey}`);
    const bot = botOfUnreadable(memory, row);
    if (bot !== null) freezeBot(memory, bot, { cause: failureOf(row), ...arrival });
  }
  const known = { reportedLots, cancelled: new Set(journal.cancelledClientIds) };
  for (const intent of journal.openIntents)
    if (intent.verb === 'place' && !isFrozenClose(intent)) tryPlace(memory, intent, { ...known, arrival });
  for (const frozen of memory.frozen.values()) {
    const own = journal.openIntents.filter(({ slot }) => slot.botId === frozen.row.botId);
    frozen.after = arrivedBy(own.filter(isUnproven), arrival);
  }
  const hasEnded = (intent: IntentRow): boolean =>
    intent.verb !== 'place' && !memory.frozen.has(intent.slot.botId) && !restoreChange(memory, intent, intent.verb);
  return journal.openIntents.filter((intent) => isFrozenClose(intent) || hasEnded(intent)).map(({ id }) => id);
}

/** The lots of each order that the journal has reported, and the orders that the engine has cancelled. The keys are client ids. */
type KnownOrders = {
  readonly reportedLots: ReadonlyMap<string, bigint>;
  readonly cancelled: ReadonlySet<string>;
};

// The closing order of a frozen bot is a market order, so the order has ended before the restart. Its fills count as
// fills from outside.
function isFrozenClose({ slot }: IntentRow): boolean {
  return slot.round === frozenRound;
}

// Unreadable data of one bot freeze this bot, and the others are restored. A failed query is no property of the bot.
async function tryRestore(memory: AccountMemory, stored: JournalBot, deps: FoldDeps): Promise<void> {
  const { row, waits } = stored;
  try {
    const bot = await foldBot(deps, stored);
    bot.lastFactAt = Math.min(bot.lastEventAt, memory.firstReadAt);
    restoreWaits(bot, waits, memory.firstReadAt);
    memory.bots.set(row.botId, bot);
    for (const text of bot.keys) rememberFact(memory, text);
  } catch (cause) {
    if (cause instanceof JournalReadError) throw cause;
    const stop = await readStoredStop(deps, stored);
    memory.frozen.set(row.botId, { ...frozenRow(row, cause), stop });
  }
}

function rememberFact(memory: AccountMemory, text: string): void {
  const key = parseEventKey(text);
  if (key?.kind === 'fill') memory.fillKeys.add(text);
  if (key?.kind === 'bill') memory.billIds.add(key.billId);
}

// Returns the sum of the reported fills of each order, in the lots of the present rules of its bot.
function reportedLotsOf(memory: AccountMemory, fills: readonly StoredFill[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  const bots: ReadonlyMap<string | null, BotMemory> = memory.bots;
  for (const fill of fills) {
    const bot = bots.get(fill.botId);
    if (bot === undefined) continue;
    const { lots } = fillInUnits(bot, fill);
    sums.set(fill.clientId, (sums.get(fill.clientId) ?? 0n) + lots);
  }
  return sums;
}

// The order may be at the exchange, or may arrive there.
function isUnproven({ verb, state }: IntentRow): boolean {
  return verb === 'place' && (state === 'sent' || state === 'unknown');
}

function tryPlace(
  memory: AccountMemory,
  intent: IntentRow,
  { arrival, ...known }: KnownOrders & { readonly arrival: FreezeDeps },
): void {
  const bot = memory.bots.get(intent.slot.botId);
  if (bot === undefined) return;
  try {
    restorePlace(memory, bot, { intent, ...known });
  } catch (cause) {
    freezeBot(memory, bot, { cause, ...arrival });
  }
}

// Before the restart, the actor may have stored outside fills without reporting the closing to the bot. The next
// reading begins after the fill cursor and does not return these fills, so they are restored from the journal.
function restoreOutsideFill(memory: AccountMemory, fill: StoredFill): void {
  const bot = botOnInstrument(memory, fill.instrumentId);
  if (bot === null || fill.at < bot.row.createdAt) return;
  memory.fillKeys.add(formatEventKey({ kind: 'fill', instrumentId: fill.instrumentId, fillId: fill.fillId }));
  noteOutsideFill(bot, fillInUnits(bot, fill));
}

// The key of an event `outside` contains the time of the newest fill that was reported. All outside fills up to this
// time are removed from the memory of the bot.
function dropReportedFills(bot: BotMemory): void {
  bot.outsideFills = bot.outsideFills.filter((fill) => fill.at > bot.outsideReportedUntil);
}

function restorePlace(
  memory: AccountMemory,
  bot: BotMemory,
  { intent, reportedLots, cancelled }: KnownOrders & { readonly intent: IntentRow },
): void {
  const known = memory.orders.get(intent.clientId);
  if (known?.kind === 'active') {
    const { intentIds, sentAt, deadlineAt } = known.placement;
    known.placement = {
      intentIds: [...intentIds, intent.id],
      sentAt: Math.max(sentAt, intent.sentAt),
      deadlineAt: Math.max(deadlineAt, intent.deadlineAt),
    };
    return;
  }
  const { slot, clientId, payload, sentAt, deadlineAt } = intent;
  const placement = { intentIds: [intent.id], sentAt, deadlineAt };
  const stored = readPayload(payload);
  const fields = inUnits(stored, changeSince(bot, stored));
  const order = newActiveOrder(bot.config, { ...fields, slot, clientId, payload, placement });
  const reported = reportedLots.get(clientId) ?? 0n;
  // After a restart, a sent order without a known outcome gets the state `unknown`. The order is looked up before a
  // command is sent for it.
  order.state = intent.state === 'live' || intent.state === 'partiallyFilled' ? intent.state : 'unknown';
  order.journalState = intent.state;
  order.reportedLots = reported;
  order.filledLots = reported;
  order.wasSeen = order.state !== 'unknown';
  order.wasCancelAsked = cancelled.has(clientId);
  // The first snapshot lists the orders whose outcome is known. Only an order that it does not list is looked up.
  order.lookups = { ...order.lookups, isDue: order.state === 'unknown' };
  memory.orders.set(clientId, order);
}

// Returns true when the order is still active and no later amend or cancel of the order was restored.
function restoreChange(memory: AccountMemory, intent: IntentRow, verb: PendingCommand['verb']): boolean {
  const order = memory.orders.get(intent.clientId);
  if (order?.kind !== 'active') return false;
  if (verb === 'cancel') order.wasCancelAsked = true;
  // The stored time can be later than the present time when the clock of the machine was ahead before the restart.
  const sentAt = Math.min(intent.sentAt, memory.firstReadAt);
  if (order.command !== null && order.command.sentAt > sentAt) return false;
  order.command = {
    verb,
    intentId: intent.id,
    state: 'unknown',
    sentAt,
    deadlineAt: intent.deadlineAt,
    price: order.price,
    lots: order.lots,
  };
  return true;
}
