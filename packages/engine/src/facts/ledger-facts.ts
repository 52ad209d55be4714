// Applies fills and bills. A reading and a push may deliver a fill several times. The key of a fill or bill ensures
// that it is applied once.
import { openSize } from '@rondo/strategy';
import { rememberedFactsMax, outsideFillsMax } from '../limits.ts';
import { settlementFills } from '../instruments/settlement.ts';
import { storedUnits } from '../instruments/units.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { deleteOldest } from '../memory/delete-oldest.ts';
import { formatEventKey, type EventKey } from '../memory/event-key.ts';
import type { BillReport, FillReport, LedgerPage, SlotKey } from '../ports/index.ts';
import { botOnInstrument, laterCursor, ownerOf } from './attribution.ts';
import { dispatchEvent, type FactContext } from './batch.ts';
import { applyOrderFact } from './order-facts.ts';

/**
 * Applies the new fills. When the client id of a fill contains the number of a bot, the fill is applied to this bot.
 * Every other fill counts as a fill from outside.
 */
export function applyFills(context: FactContext, fills: readonly FillReport[]): void {
  const applied: FillReport[] = [];
  for (const fill of fills) {
    const key = { kind: 'fill', instrumentId: fill.instrumentId, fillId: fill.fillId } as const;
    const text = formatEventKey(key);
    if (context.memory.fillKeys.has(text)) continue;
    remember(context.memory.fillKeys, text);
    applyFill(context, fill, key);
    applied.push(fill);
  }
  // All fills are applied first, because the ladder is planned from the average price of all fills of step 1.
  for (const { clientId } of applied) endWithoutRecord(context, clientId);
}

// The journal lacks an order without a record: the database was restored from a backup that was made before the order. No end of the order will be reported, and the total size of
// another order of the same generation would contain the filled lots a second time. The next order of the slot therefore has the next generation and the missing lots only.
function endWithoutRecord({ memory, batch, keyedHash }: FactContext, clientId: string): void {
  if (memory.orders.get(clientId) !== undefined) return;
  const owner = ownerOf(memory, clientId, keyedHash);
  if (owner.kind !== 'bot') return;
  const { kind, round, step, generation } = owner.slot;
  dispatchEvent(batch, owner.bot, {
    key: { kind: 'orderEnd', clientId, by: 'own' },
    event: { kind: 'orderClosed', slot: { kind, round, step }, generation, reason: 'cancelled' },
  });
}

/**
 * Applies a pushed fill. Until the first reading of the fills, the bots may lack earlier fills, for example when the database was restored from an older backup. A fill
 * that depends on such a fill then waits for this reading, which applies all fills in their sequence.
 */
export function applyPushedFill(context: FactContext, fill: FillReport): void {
  if (context.memory.fillsReadAt === 0 && mayLackEarlier(context, fill)) context.memory.isSnapshotWanted = true;
  else applyFills(context, [fill]);
}

// An order without a record was sent after the backup. An exit of more lots than the bot has also closes lots that were entered after the backup.
function mayLackEarlier({ memory, keyedHash }: FactContext, { clientId, lots }: FillReport): boolean {
  const owner = ownerOf(memory, clientId, keyedHash);
  if (owner.kind !== 'bot') return false;
  return memory.orders.get(clientId) === undefined || (owner.slot.kind !== 'entry' && lots > openSize(owner.bot.state));
}

/**
 * Adds a key. The set has at most `rememberedFactsMax` keys and drops the oldest keys first. A fill of a bot is not
 * applied twice after its key was dropped here, because `bot.keys` also contains the key.
 */
export function remember(known: Set<string>, key: string): void {
  known.add(key);
  deleteOldest(known, rememberedFactsMax);
}

function applyFill(context: FactContext, fill: FillReport, key: EventKey): void {
  const { memory, batch } = context;
  const owner = ownerOf(memory, fill.clientId, context.keyedHash);
  memory.isSnapshotWanted = true;
  if (owner.kind === 'bot') return applyOwnFill(context, { fill, key, bot: owner.bot, slot: owner.slot });
  // The fill has no event until the bot can be read again, and then the restart applies it.
  if (owner.kind === 'frozen') {
    const units = storedUnits(owner.bot.market?.instrument);
    return void batch.fills.push({ ...fill, botId: owner.slot.botId, slot: owner.slot, ...units });
  }
  const affected = botOnInstrument(memory, fill.instrumentId);
  // A fill from before the creation of the bot cannot change the position of the bot.
  if (affected !== null && fill.at >= affected.row.createdAt) {
    noteOutsideFill(affected, fill);
    affected.lastFactAt = batch.now;
  }
  batch.fills.push({ ...fill, botId: null, slot: null, ...storedUnits(affected?.config.instrument) });
}

type OwnFill = { readonly fill: FillReport; readonly key: EventKey; readonly bot: BotMemory; readonly slot: SlotKey };

function applyOwnFill(context: FactContext, { fill, key, bot, slot }: OwnFill): void {
  context.batch.fills.push({ ...fill, botId: bot.row.botId, slot, ...storedUnits(bot.config.instrument) });
  const isNew = dispatchEvent(context.batch, bot, {
    key,
    event: {
      kind: 'fill',
      slot: { kind: slot.kind, round: slot.round, step: slot.step },
      generation: slot.generation,
      price: fill.price,
      lots: fill.lots,
      fee: fill.fee,
      liquidity: fill.liquidity,
      fillId: fill.fillId,
      at: fill.at,
    },
  });
  const order = context.memory.orders.get(fill.clientId);
  if (!isNew || order === undefined) return;
  const reportedLots = order.reportedLots + fill.lots;
  // Stryker disable next-line EqualityOperator: when both sizes are equal, both branches return the same size.
  const filledLots = reportedLots > order.filledLots ? reportedLots : order.filledLots;
  if (order.kind === 'finished') return applyOrderFact(context, { ...order, reportedLots, filledLots }, 'seenPartial');
  order.reportedLots = reportedLots;
  order.filledLots = filledLots;
  // An amend may have changed the size, so only a lookup shows whether a part of the order is still open.
  if (reportedLots >= order.lots) order.lookups = { ...order.lookups, isDue: true };
  applyOrderFact(context, order, 'seenPartial');
}

/** Stores a fill that no order of ours caused. In hedge mode, a fill on the other side of the hedge is ignored. */
export function noteOutsideFill(bot: BotMemory, fill: FillReport): void {
  if (fill.positionSide !== 'net' && fill.positionSide !== bot.config.direction) return;
  const { price, lots, fee, kind, side, at } = fill;
  bot.outsideFills.push({ price, lots, fee, kind, side, at });
  // A closing is explained with the newest fills (`newestClosings`), so the oldest fills are dropped.
  if (bot.outsideFills.length > outsideFillsMax) bot.outsideFills.shift();
}

/**
 * Applies the new bills of a page. A bill of a position belongs to the bot that runs on the instrument of the bill. Moves
 * the bill cursor to the cursor of the page.
 */
export function applyBills(context: FactContext, { rows, cursor }: LedgerPage<BillReport>): void {
  const { memory, batch } = context;
  if (cursor !== null) batch.billCursor = laterCursor(context.venue, batch.billCursor, cursor);
  for (const bill of rows) {
    if (memory.billIds.has(bill.billId)) continue;
    remember(memory.billIds, bill.billId);
    const bot = botOfBill(context, bill);
    const isOwn = bot !== null && bill.at >= bot.row.createdAt;
    batch.bills.push({ ...bill, botId: isOwn ? bot.row.botId : null });
    if (isOwn && bill.kind === 'funding')
      dispatchEvent(batch, bot, {
        key: { kind: 'bill', billId: bill.billId },
        event: { kind: 'funding', amount: bill.balanceChange },
      });
    if (isOwn && bill.settlement?.direction === bot.config.direction)
      dispatchEvent(batch, bot, {
        key: { kind: 'bill', billId: bill.billId },
        event: { kind: 'expired', fills: settlementFills(bot, bill, bill.settlement) },
      });
  }
}

// In hedge mode the other side of the instrument can also be liquidated, and this bill belongs to no bot.
function botOfBill({ memory, keyedHash }: FactContext, bill: BillReport): BotMemory | null {
  const owner = ownerOf(memory, bill.clientId, keyedHash);
  if (owner.kind === 'bot') return owner.bot;
  if (!kindsOfPosition.has(bill.kind)) return null;
  const bot = botOnInstrument(memory, bill.instrumentId);
  return bot === null || (bill.closes ?? bot.config.direction) !== bot.config.direction ? null : bot;
}

/** The kinds of bills that belong to a position and not to an order of ours (I27). */
const kindsOfPosition: ReadonlySet<BillReport['kind']> = new Set(['funding', 'settlement', 'liquidation', 'adl']);
