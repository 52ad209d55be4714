// Compares the desired orders with the known orders, and returns the commands that remove the difference. The commands
// are sorted by the sequence of their execution. The functions are pure.
import { openingEnd, type DesiredOrder } from '@rondo/strategy';
import { isBlocked } from '../gate/margin-block.ts';
import { amendRefusalsMax } from '../limits.ts';
import { isSameSlotKey, slotKeyText, slotName, type BotMemory } from '../memory/bot-memory.ts';
import type { ActiveOrder, OrderRecord } from '../memory/order-record.ts';
import type { SlotKey } from '../ports/index.ts';
import { clientOrderId, type KeyedHash } from './client-order-id.ts';
import { payloadOf } from './payload.ts';

/**
 * Sends a desired order that does not exist at the exchange. An order that was proven never placed is sent again with
 * the same client id.
 */
export type PlaceCommand = {
  readonly kind: 'place';
  readonly bot: BotMemory;
  readonly slot: SlotKey;
  readonly clientId: string;
  readonly desired: DesiredOrder;
};
/** Changes the price or the size of a live order to the price or the size of `desired`. */
export type AmendCommand = {
  readonly kind: 'amend';
  readonly bot: BotMemory;
  readonly order: ActiveOrder;
  readonly desired: DesiredOrder;
};
/** Cancels an order that is no longer desired, or whose amends were refused too often. */
export type CancelCommand = { readonly kind: 'cancel'; readonly bot: BotMemory; readonly order: ActiveOrder };
/**
 * Finalises an order that was proven never placed, when the desired order has changed or no longer exists, or when the signal of the opening has ended. No
 * request is sent, and the client id is not used again.
 */
export type AbandonCommand = { readonly kind: 'abandon'; readonly bot: BotMemory; readonly order: ActiveOrder };

/** The next command of the engine for one order. */
export type ExchangeCommand = PlaceCommand | AmendCommand | CancelCommand | AbandonCommand;

/** The input of `reconcile`. `orders` are the orders of this bot. `now` is local time in epoch ms. */
export type ReconcileInput = {
  readonly bot: BotMemory;
  /** The orders that the bot wants at present. */
  readonly desired: readonly DesiredOrder[];
  readonly orders: readonly OrderRecord[];
  readonly now: number;
  readonly keyedHash: KeyedHash;
  /** The instance mark of new client ids. Null: new client ids have no mark. */
  readonly mark: string | null;
};

/** Returns the commands of one bot, sorted by `rankOf`. A slot has at most one command other than `abandon`. */
export function reconcile(input: ReconcileInput): readonly ExchangeCommand[] {
  const { desired: all, orders } = input;
  const active = orders.filter((order) => order.kind === 'active');
  // An order keeps its client id when the instance mark changes, so orders are compared by their slot keys.
  const wanted = new Map(all.map((desired) => [idOf(input, desired).key, desired]));
  const changes = active.flatMap((order) => changeOf(input, order, wanted.get(slotKeyText(order.slot))));
  const busySlots = new Set(active.filter(({ state }) => state !== 'never').map(({ slot }) => slotName(slot)));
  const free = all.filter((desired) => desired.isKept !== true && !busySlots.has(idOf(input, desired).name));
  const places = free.flatMap((desired) => {
    const { slot } = idOf(input, desired);
    const order = orders.find((each) => isSameSlotKey(each.slot, slot));
    return placeOf(input, { slot, desired, order });
  });
  return [...changes, ...places].sort((a, b) => rankOf(a) - rankOf(b));
}

/**
 * Returns the rank of a command. Commands are executed in this sequence: `abandon`, cancels of entries, cancels of
 * exits, closes, other reducing orders, and orders that can enlarge the position.
 */
export function rankOf(command: ExchangeCommand): number {
  if (command.kind === 'abandon') return 0;
  if (command.kind === 'cancel') return command.order.reduces ? 2 : 1;
  if (command.kind === 'place' && command.slot.kind === 'close') return 3;
  return addsExposure(command) ? 5 : 4;
}

/** Returns true for a command that can enlarge the position. */
export function addsExposure(command: ExchangeCommand): boolean {
  if (command.kind === 'place') return !command.desired.reduces;
  return command.kind === 'amend' && !command.order.reduces && command.desired.lots > command.order.lots;
}

function changeOf(
  input: ReconcileInput,
  order: ActiveOrder,
  desired: DesiredOrder | undefined,
): readonly ExchangeCommand[] {
  const { bot } = input;
  if (order.state === 'never') {
    const isSentAgain =
      !isOpeningOver(input, order.slot) &&
      desired !== undefined &&
      desired.isKept !== true &&
      hasSamePayload(bot, order, desired);
    return isSentAgain ? [] : [{ kind: 'abandon', bot, order }];
  }
  // The exchange would refuse every amend of the order, and it would refuse a new order after a cancel.
  if (desired?.isKept === true) return [];
  if (order.command !== null) return [];
  if (order.state !== 'live' && order.state !== 'partiallyFilled')
    return desired === undefined && isCancelledUnseen(bot, order) ? [{ kind: 'cancel', bot, order }] : [];
  // A cancel waits only when the exchange refused an earlier cancel of the order because of the key.
  if (desired === undefined)
    return order.isCancelRefused && isWaiting(input, order.slot) ? [] : [{ kind: 'cancel', bot, order }];
  if (desired.type === 'ioc' || desired.type === 'market') return [];
  const isEqual = desired.price === order.price && desired.lots === order.lots;
  if (isEqual || isWaiting(input, order.slot)) return [];
  if (order.amendRefusals >= amendRefusalsMax) return [{ kind: 'cancel', bot, order }];
  // The exchange would refuse an amend to a size that is not above the filled size. The bot then has not received all
  // fills of the order, and these fills will change the desired size, so no command is sent.
  return desired.lots <= order.filledLots ? [] : [{ kind: 'amend', bot, order, desired }];
}

// A stopped bot does not wait until the exchange shows an order with an unknown outcome. It cancels the order once, and again when the order is shown.
function isCancelledUnseen({ state }: BotMemory, order: ActiveOrder): boolean {
  const mayRest = order.type === 'limit' || order.type === 'trigger';
  return state.stop !== null && order.state === 'unknown' && mayRest && !order.wasCancelAsked;
}

type Wanted = {
  readonly slot: SlotKey;
  readonly desired: DesiredOrder;
  readonly order: OrderRecord | undefined;
};

// An order that was proven never placed is sent again with its id only when the desired order is unchanged, because two
// different orders must never have the same id.
function placeOf(input: ReconcileInput, { slot, desired, order }: Wanted): readonly PlaceCommand[] {
  const { bot } = input;
  if (
    bot.skippedSlots.has(slotName(slot)) ||
    isBlocked(bot, slot) ||
    isWaiting(input, slot) ||
    isOpeningOver(input, slot)
  )
    return [];
  const clientId = order?.clientId ?? clientIdOf(input, desired);
  const place = { kind: 'place', bot, slot, clientId, desired } as const;
  if (order === undefined) return [place];
  // The slot is not busy, so an active order in it is proven never placed.
  return order.kind === 'active' && hasSamePayload(bot, order, desired) ? [place] : [];
}

function hasSamePayload(bot: BotMemory, order: ActiveOrder, desired: DesiredOrder): boolean {
  const fields = { ...desired, clientId: order.clientId };
  return payloadOf(order.instrument, bot.config.direction, fields) === order.payload;
}

// After the end of its signal the first order of a round is not sent (strategy 8.5). The order that closes a late lot is sent.
function isOpeningOver({ bot, now }: ReconcileInput, { kind }: SlotKey): boolean {
  return kind === 'entry' && now > (openingEnd(bot.state) ?? now);
}

function isWaiting(input: ReconcileInput, slot: SlotKey): boolean {
  const backoff = input.bot.backoffs.get(slotName(slot));
  return backoff !== undefined && input.now < backoff.until;
}

type OrderId = {
  readonly slot: SlotKey;
  readonly name: string;
  readonly key: string;
  client: { readonly mark: string | null; readonly id: string } | null; // Null until an order is placed in the slot.
};

// A bot keeps its desired orders until an event changes them, so their texts are made once.
const ids = new WeakMap<DesiredOrder, OrderId>();

function idOf({ bot }: ReconcileInput, desired: DesiredOrder): OrderId {
  const { row } = bot;
  const known = ids.get(desired);
  if (known !== undefined && known.slot.botNumber === row.botNumber) return known;
  const slot: SlotKey = { ...desired.slot, generation: desired.generation, botId: row.botId, botNumber: row.botNumber };
  const id: OrderId = { slot, name: slotName(slot), key: slotKeyText(slot), client: null };
  ids.set(desired, id);
  return id;
}

// The id of an order needs a hash, and most desired orders exist already, so the id is calculated for a placement only.
function clientIdOf(input: ReconcileInput, desired: DesiredOrder): string {
  const { mark, keyedHash } = input;
  const known = idOf(input, desired);
  const client = known.client?.mark === mark ? known.client : { mark, id: clientOrderId(known.slot, keyedHash, mark) };
  known.client = client;
  return client.id;
}
