// Resting orders of one instrument by price, then time.
import type { Order, Side } from '../state/records.ts';

/** The resting orders of one instrument, by side. */
export interface Book {
  readonly buys: Order[];
  readonly sells: Order[];
}

/** An empty book. */
export function createBook(): Book {
  return { buys: [], sells: [] };
}

/** The resting orders of a side, best price first, older first within a price. */
export function restingOrders(book: Book, side: Side): Order[] {
  return side === 'buy' ? book.buys : book.sells;
}

/** Inserts a priced order by price, then time. */
export function addResting(book: Book, order: Order): void {
  const orders = restingOrders(book, order.side);
  let low = 0;
  let high = orders.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = orders[middle];
    if (other && !isBefore(order, other)) low = middle + 1;
    else high = middle;
  }
  orders.splice(low, 0, order);
}

/** Removes an order; no-op when it does not rest. */
export function removeResting(book: Book, order: Order): void {
  const orders = restingOrders(book, order.side);
  const index = orders.indexOf(order);
  if (index >= 0) orders.splice(index, 1);
}

// A strictly better price goes first; at the same price a new order is last.
function isBefore(order: Order, other: Order): boolean {
  const ticks = order.ticks ?? 0n;
  const otherTicks = other.ticks ?? 0n;
  return order.side === 'buy' ? ticks > otherTicks : ticks < otherTicks;
}
