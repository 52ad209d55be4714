// The units of prices and sizes. A bot counts ticks and lots. When the exchange makes a step smaller, the ticks and lots of the bot become
// smaller too, and everything that is known about the bot is expressed in the new units (strategy 3.8).
import { lots, ticks, type Decimal, type Lots, type Ticks } from '@rondo/decimal';
import { gridChange, type GridChange, type InstrumentRules } from '@rondo/strategy';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { OrderRecord } from '../memory/order-record.ts';
import type { FillReport, StoredFill } from '../ports/index.ts';

/** The units of a stored price and a stored size. Null means the unit of the bot at its creation. */
export type StoredUnits = { readonly tickSz: Decimal | null; readonly lotSz: Decimal | null };

type Amounts = { readonly price: Ticks | null; readonly lots: Lots };

/** Returns the units that are stored with a fill that was read in the units of these rules. */
export function storedUnits(rules: InstrumentRules | undefined): StoredUnits {
  return rules?.isRefined === true ? { tickSz: rules.tickSz, lotSz: rules.lotSz } : { tickSz: null, lotSz: null };
}

/** Returns the factors from stored units to the present units of a bot. */
export function changeSince(bot: BotMemory, stored: StoredUnits): GridChange {
  const { firstRules, config } = bot;
  const before = { tickSz: stored.tickSz ?? firstRules.tickSz, lotSz: stored.lotSz ?? firstRules.lotSz };
  return gridChange(before, config.instrument);
}

/** Returns a record with its price and its size in smaller units. */
export function inUnits<T extends Amounts>(value: T, change: GridChange): T {
  const price = value.price === null ? null : ticks(value.price * change.ticks);
  return { ...value, price, lots: lots(value.lots * change.lots) };
}

/** Returns a stored fill in the present units of its bot. */
export function fillInUnits(bot: BotMemory, fill: StoredFill): FillReport {
  const change = changeSince(bot, fill);
  return { ...fill, price: ticks(fill.price * change.ticks), lots: lots(fill.lots * change.lots) };
}

/**
 * Expresses everything that is known about a bot in the present units of the bot. The snapshot, the last price and pushed messages in the
 * old units are dropped, because a new reading replaces them.
 */
export function refineMemory(memory: AccountMemory, bot: BotMemory, change: GridChange): void {
  const { instrument } = bot.config;
  for (const order of memory.orders.values())
    if (order.slot.botId === bot.row.botId) memory.orders.set(order.clientId, refinedOrder(order, instrument, change));
  bot.outsideFills = bot.outsideFills.map((fill) => ({
    ...fill,
    price: ticks(fill.price * change.ticks),
    lots: lots(fill.lots * change.lots),
  }));
  bot.difference = null;
  memory.tickers.delete(instrument.id);
  memory.snapshot = null;
  memory.positions = null;
  memory.isSnapshotWanted = true;
}

function refinedOrder(order: OrderRecord, instrument: InstrumentRules, change: GridChange): OrderRecord {
  const sizes = {
    instrument,
    filledLots: order.filledLots * change.lots,
    reportedLots: order.reportedLots * change.lots,
  };
  const refined = inUnits(order, change);
  if (refined.kind === 'finished') return { ...refined, ...sizes };
  return { ...refined, ...sizes, command: refined.command === null ? null : inUnits(refined.command, change) };
}
