// Calculates the next commands that stop a frozen bot. Only data of the exchange are used, because the state of the bot
// is not readable or not consistent. The stop cancels the listed orders of the bot, and then closes the position that
// the exchange shows on the side of the bot.
import { lots } from '@rondo/decimal';
import { maxMarketLots, openSize, orderableLots, type DesiredOrder } from '@rondo/strategy';
import { ownerOf } from '../facts/attribution.ts';
import { commandsPerGroupMax } from '../limits.ts';
import { sizeOnSide, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMarket, FrozenBot } from '../memory/frozen-bot.ts';
import type { OrderReport, SlotKey } from '../ports/index.ts';
import { frozenRound, type KeyedHash } from './client-order-id.ts';
import { piecesOf } from './command-groups.ts';

/**
 * The next commands of the stop of a frozen bot. `wait`: a later snapshot is needed before the next command. `end`: the
 * bot has no open order and no position to close.
 */
export type FrozenStopStep =
  | { readonly kind: 'wait' }
  | { readonly kind: 'cancel'; readonly orders: readonly ListedOrder[] }
  | { readonly kind: 'close'; readonly market: BotMarket; readonly slot: SlotKey; readonly desired: DesiredOrder }
  | { readonly kind: 'end' };

/** An order of a frozen bot as the exchange lists it. */
export type ListedOrder = { readonly slot: SlotKey; readonly order: OrderReport };

/** Returns the next commands of the stop of a frozen bot. */
export function nextFrozenStop(
  memory: AccountMemory,
  { row, market, stop, after }: FrozenBot,
  keyedHash: KeyedHash,
): FrozenStopStep {
  const { snapshot } = memory;
  if (stop === null || market === null || snapshot === null || snapshot.startedAt <= after) return { kind: 'wait' };
  const orders = snapshot.openOrders.flatMap((order) => {
    const owner = ownerOf(memory, order.clientId, keyedHash);
    return owner.kind === 'frozen' && owner.slot.botId === row.botId ? [{ slot: owner.slot, order }] : [];
  });
  if (orders.length > 0) return { kind: 'cancel', orders: orders.toSorted((a, b) => rankOf(a) - rankOf(b)) };
  const shown = stop.closePosition ? sizeOnSide(snapshot.positions, market) : 0n;
  if (shown === null) return { kind: 'wait' };
  const left = shown - heldByOthers(memory, market);
  const most = maxMarketLots(market.instrument);
  const size = left <= 0n ? 0n : orderableLots(most !== null && most < left ? most : left, market.instrument);
  if (size === 0n) return { kind: 'end' };
  const generation = memory.frozenCloses.get(row.botId) ?? 0;
  const { botId, botNumber } = row;
  const slot: SlotKey = { botId, botNumber, round: frozenRound, kind: 'close', step: 0, generation };
  const desired: DesiredOrder = {
    slot: { kind: 'close', round: frozenRound, step: 0 },
    generation,
    side: market.direction === 'long' ? 'sell' : 'buy',
    type: 'market',
    price: null,
    lots: lots(size),
    reduces: true,
  };
  return { kind: 'close', market, slot, desired };
}

/**
 * Returns the groups of listed orders that are cancelled at the same time, in the sequence of their cancels. Entries and
 * exits are never in one group.
 */
export function groupListed(orders: readonly ListedOrder[]): readonly (readonly ListedOrder[])[] {
  const ofRank = (rank: number): readonly ListedOrder[] => orders.filter((order) => rankOf(order) === rank);
  return [0, 1].flatMap((rank) => piecesOf(ofRank(rank), commandsPerGroupMax));
}

// Entries are cancelled first, because an entry can enlarge the position.
function rankOf({ slot }: ListedOrder): number {
  return slot.kind === 'entry' ? 0 : 1;
}

function heldByOthers(memory: AccountMemory, { instrument, direction }: BotMarket): bigint {
  return [...memory.bots.values()]
    .filter(({ config }) => config.instrument.id === instrument.id && config.direction === direction)
    .reduce((sum, bot) => sum + openSize(bot.state), 0n);
}
