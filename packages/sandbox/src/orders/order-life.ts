// The lifecycle of an accepted order: resting, filling and ending, and the pushes to its account.
import { endWithPosition } from '../algos/algo-ending.ts';
import { addResting, removeResting } from './order-book.ts';
import { bookTrade, type Trade } from '../accounting/booking.ts';
import { isClosing } from '../accounting/margin.ts';
import {
  isSameSlot,
  leverageOf,
  modeOf,
  modeFields,
  positionKey,
  type PositionSlot,
} from '../accounting/margin-modes.ts';
import type { AttachedStop, Category, Fill, MarginMode, Order, OrdType, PosSide, Side } from '../state/records.ts';
import { bookOf, indexOrder, ledgerOf, timelineOf, nextId, recordChange, type World } from '../state/world.ts';

/** The fields of an accepted order before it has an id. */
export interface NewOrder {
  readonly accountId: string;
  readonly instId: string;
  readonly side: Side;
  readonly posSide: PosSide;
  readonly mgnMode?: MarginMode;
  readonly ordType: OrdType;
  readonly lots: bigint;
  readonly ticks: bigint | undefined;
  readonly reduceOnly: boolean;
  readonly clOrdId?: string;
  readonly tag?: string;
  readonly stpMode?: string;
  readonly category?: Category;
  readonly source?: string;
  readonly algoId?: string;
  readonly algoClOrdId?: string;
  readonly attached?: readonly AttachedStop[];
  readonly isTakeProfit?: boolean;
}

/** Stores an accepted order and queues its push. The caller matches the order afterwards. */
export function openOrder(world: World, wanted: NewOrder): Order {
  const ledger = ledgerOf(world, wanted.accountId);
  const at = world.clock.now();
  const ordId = nextId(world);
  const order: Order = {
    ordId,
    seq: world.next,
    accountId: wanted.accountId,
    instId: wanted.instId,
    clOrdId: wanted.clOrdId ?? '',
    tag: wanted.tag ?? '',
    side: wanted.side,
    posSide: wanted.posSide,
    ...modeFields(modeOf(wanted)),
    ordType: wanted.ordType,
    reduceOnly: wanted.reduceOnly,
    stpMode: wanted.stpMode ?? 'cancel_maker',
    category: wanted.category ?? 'normal',
    source: wanted.source ?? '',
    algoId: wanted.algoId ?? '',
    algoClOrdId: wanted.algoClOrdId ?? '',
    ...(wanted.attached ? { attached: wanted.attached } : {}),
    ...(wanted.isTakeProfit ? { isTakeProfit: true } : {}),
    lever: leverageOf(ledger.account, wanted),
    createdAt: at,
    updatedAt: at,
    ticks: wanted.ticks,
    lots: wanted.lots,
    filledLots: 0n,
    filledTickLots: 0n,
    fills: 0,
    fee: 0n,
    pnl: 0n,
    last: undefined,
    state: 'live',
    cancelSource: '',
  };
  indexOrder(world, order);
  ledger.pending.add(order);
  recordChange(world, { kind: 'order', value: order });
  queueOrderNotice(world, order);
  return order;
}

/** Inserts the remainder of a live order into the order book. */
export function restOrder(world: World, order: Order): void {
  addResting(bookOf(world, order.instId), order);
}

/**
 * Books a trade of an order, removes a filled order from the order book, and cancels closing orders whose total exceeds
 * the position.
 */
export function fillOrder(world: World, order: Order, trade: Trade): Fill {
  const fill = bookTrade(world, order, trade);
  if (order.state === 'filled') leaveBook(world, order);
  queueOrderNotice(world, order, { fill });
  world.notices.push({
    kind: 'account',
    accountId: order.accountId,
    event: order.category === 'normal' ? 'filled' : order.category === 'adl' ? 'adl' : 'liquidation',
  });
  trimClosing(world, order);
  return fill;
}

/** Ends an order without further fills. `cancelSource` is the number that OKX gives to the reason. */
export function cancelOrder(world: World, order: Order, cancelSource: string): void {
  if (order.state !== 'live' && order.state !== 'partially_filled') return;
  order.state = 'canceled';
  order.cancelSource = cancelSource;
  order.updatedAt = world.clock.now();
  leaveBook(world, order);
  recordChange(world, { kind: 'order', value: order });
  queueOrderNotice(world, order);
  world.notices.push({ kind: 'account', accountId: order.accountId, event: '' });
}

/** Queues a push with the current state of an order. */
export function queueOrderNotice(
  world: World,
  order: Order,
  more: { fill?: Fill; reqId?: string; amendResult?: string } = {},
): void {
  world.notices.push({
    kind: 'order',
    accountId: order.accountId,
    order: { ...order },
    fill: more.fill,
    reqId: more.reqId ?? '',
    amendResult: more.amendResult ?? '',
    price: timelineOf(world, order.instId).ticks,
  });
}

/** Returns the lots of an order that are not filled. */
export function remainingLots(order: Order): bigint {
  return order.lots - order.filledLots;
}

/** Returns the pending orders of an account that close the given position. */
export function closingOrders(
  world: World,
  accountId: string,
  position: PositionSlot & { readonly direction: 1 | -1 },
): Order[] {
  const side: Side = position.direction === 1 ? 'sell' : 'buy';
  return [...ledgerOf(world, accountId).pending].filter(
    (order) => isSameSlot(order, position) && order.side === side && isClosing(order),
  );
}

function leaveBook(world: World, order: Order): void {
  removeResting(bookOf(world, order.instId), order);
  ledgerOf(world, order.accountId).pending.delete(order);
  world.waitingOrders.delete(order);
}

// The closing orders must not exceed the position. Without a position all closing orders are cancelled (source 17). Otherwise the orders farthest from the
// market price are cancelled (source 2).
function trimClosing(world: World, cause: Order): void {
  const ledger = ledgerOf(world, cause.accountId);
  const position = ledger.positions.get(positionKey(cause));
  if (!position) return;
  if (position.lots === 0n) {
    endWithPosition(world, ledger, position);
    const left = ([1, -1] as const).flatMap((direction) =>
      closingOrders(world, cause.accountId, { ...position, direction }),
    );
    for (const order of left) if (order !== cause) cancelOrder(world, order, '17');
    return;
  }
  const closing = closingOrders(world, cause.accountId, position);
  closing.sort((left, right) => Number((right.ticks ?? 0n) - (left.ticks ?? 0n)) * position.direction);
  let excess = closing.reduce((sum, order) => sum + remainingLots(order), 0n) - position.lots;
  for (const order of closing) {
    if (excess <= 0n) return;
    excess -= remainingLots(order);
    cancelOrder(world, order, '2');
  }
}
